import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { eventTypes } from '../../systems/adk/session-event.ts';
import { fieldOf } from '../../importing/messages/gemini-content.ts';
import { keyOf } from '../../importing/values/where.ts';
import { isNewestFirst } from '../../importing/transcript/newest-first.ts';

/**
 * Sessions and events of Google's Agent Development Kit: exported sessions, answers of its API server (`/run`,
 * `/run_sse`), printed events. Python writes snake_case, the server camelCase; both occur in one file.
 * https://google.github.io/adk-docs/sessions/session/ and https://google.github.io/adk-docs/events/
 */
export interface Recording {
  /** Undefined where only events were recorded. */
  readonly session: RecordValue | undefined;
  readonly events: readonly Value[];
  readonly place: Path;
  /** The place of event n in the document. */
  readonly placeOf: (index: number) => Path;
  /** The document lists the newest event first; `events` are in the order of time. */
  readonly wereNewestFirst: boolean;
}

/** How many elements are examined before a list is accepted as a list of events. */
const sample = 20;

export function recordingsIn(value: Value): readonly Recording[] | undefined {
  return recordingsAt(value, []) ?? wrapped(value);
}

function recordingsAt(value: Value, place: Path): readonly Recording[] | undefined {
  const single = recordingAt(value, place);
  if (single !== undefined) return [single];
  if (!isList(value) || value.length === 0) return undefined;
  const sessions = [...value].map((element, index) => sessionAt(element, [...place, index]));
  return sessions.every((session) => session !== undefined) ? sessions : undefined;
}

/** The envelope of one or several sessions in responses of services. */
const envelopes = ['data', 'session', 'sessions', 'result', 'response'];

/** A session in an envelope, or those that an evaluation was run on: https://google.github.io/adk-docs/evaluate/ */
function wrapped(value: Value): readonly Recording[] | undefined {
  if (!isRecord(value)) return undefined;
  const key = envelopes.find((name) => Object.hasOwn(value, name));
  if (key !== undefined) return recordingsAt(value[key] ?? null, [key]);
  const results = fieldOf(value, 'eval_case_results') ?? null;
  if (!isList(results) || results.length === 0) return undefined;
  const place = [keyOf(value, 'eval_case_results')];
  const sessions = [...results].map((result, index) => {
    const session = isRecord(result) ? fieldOf(result, 'session_details') : undefined;
    const name = isRecord(result) ? keyOf(result, 'session_details') : '';
    return session === undefined ? undefined : sessionAt(session, [...place, index, name]);
  });
  // If a case has no session, the cases have only their invocations in common.
  return sessions.every((session) => session !== undefined) ? sessions : undefined;
}

function recordingAt(value: Value, place: Path): Recording | undefined {
  if (isList(value)) return areEvents(value) ? eventsOnly([...value], place, (index) => [...place, index]) : undefined;
  if (isEvent(value)) return eventsOnly([value], place, () => place);
  return sessionAt(value, place);
}

const eventsOnly = (events: readonly Value[], place: Path, placeOf: Recording['placeOf']): Recording =>
  inTime({ session: undefined, events, place, placeOf });

/** Event lists of services may have the newest on top. */
function inTime(listed: Omit<Recording, 'wereNewestFirst'>): Recording {
  const { events, placeOf } = listed;
  const timeOf = (event: Value) => (isRecord(event) ? event['timestamp'] : undefined);
  if (!isNewestFirst(events, timeOf)) return { ...listed, wereNewestFirst: false };
  const last = events.length - 1;
  return {
    ...listed,
    events: events.toReversed(),
    placeOf: (index) => placeOf(last - index),
    wereNewestFirst: true,
  };
}

/** Vertex AI's sessions call the list by the second name. */
const eventKeys = ['events', 'sessionEvents', 'session_events'];

function sessionAt(value: Value, place: Path): Recording | undefined {
  if (!isRecord(value)) return undefined;
  const key = eventKeys.find((name) => isList(value[name] ?? null));
  const events = key === undefined ? null : (value[key] ?? null);
  if (key === undefined || !isList(events)) return undefined;
  if (events.length === 0 ? !isNamed(value) : !areEvents(events)) return undefined;
  return inTime({ session: value, events: [...events], place, placeOf: (index) => [...place, key, index] });
}

/** A session without events is recognised by its names. */
const isNamed = (value: RecordValue): boolean =>
  ['id', 'app_name', 'user_id'].every((name) => typeof fieldOf(value, name) === 'string');

function areEvents(list: Iterable<Value> & { readonly length: number }): boolean {
  const first: Value[] = [];
  for (const element of list) {
    if (first.push(element) === sample) break;
  }
  return first.filter(isEvent).length * 2 > first.filter((element) => serverErrorIn(element) === undefined).length;
}

/** The API server ends a stream that failed with `{"error": "…"}`. */
export function serverErrorIn(value: Value): string | undefined {
  if (!isRecord(value) || Object.keys(value).length !== 1) return undefined;
  const { error } = value;
  return typeof error === 'string' ? error : undefined;
}

/** Events of langchain_adk have a `type`; those of Google's kit have none. */
function isEvent(value: Value): boolean {
  if (!isRecord(value) || typeof fieldOf(value, 'author') !== 'string') return false;
  if (eventTypes.some((type) => type === value['type'])) return false;
  const { content } = value;
  const hasParts = content !== undefined && isRecord(content) && isList(content['parts'] ?? null);
  return hasParts || isRecord(fieldOf(value, 'actions')) || typeof fieldOf(value, 'invocation_id') === 'string';
}

/** Whether an author and parts are the only evidence for this format. */
export const isUnmistakable = ({ session, events }: Recording): boolean =>
  session !== undefined ||
  events.some((event) => isRecord(event) && typeof fieldOf(event, 'invocation_id') === 'string');
