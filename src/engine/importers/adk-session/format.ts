import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { eventTypes } from '../../systems/adk/session-event.ts';
import { fieldOf } from '../gemini-content.ts';

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
  /** Where event n stands in the document. */
  readonly placeOf: (index: number) => Path;
}

/** How many elements are looked at before a list is believed to hold events. */
const sample = 20;

export function recordingsIn(value: Value): readonly Recording[] | undefined {
  const single = recordingAt(value, []);
  if (single !== undefined) return [single];
  if (!isList(value) || value.length === 0) return undefined;
  const sessions = [...value].map((element, index) => sessionAt(element, [index]));
  return sessions.every((session) => session !== undefined) ? sessions : undefined;
}

function recordingAt(value: Value, place: Path): Recording | undefined {
  if (isList(value)) return areEvents(value) ? eventsOnly([...value], (index) => [...place, index]) : undefined;
  if (isEvent(value)) return eventsOnly([value], () => place);
  return sessionAt(value, place);
}

const eventsOnly = (events: readonly Value[], placeOf: Recording['placeOf']): Recording => ({
  session: undefined,
  events,
  place: [],
  placeOf,
});

/** The second is what Vertex AI's sessions call the list. */
const eventKeys = ['events', 'sessionEvents', 'session_events'];

function sessionAt(value: Value, place: Path): Recording | undefined {
  if (!isRecord(value)) return undefined;
  const key = eventKeys.find((name) => isList(value[name] ?? null));
  const events = key === undefined ? null : (value[key] ?? null);
  if (key === undefined || !isList(events)) return undefined;
  if (events.length === 0 ? !isNamed(value) : !areEvents(events)) return undefined;
  return { session: value, events: [...events], place, placeOf: (index) => [...place, key, index] };
}

/** A session in which nothing happened yet is told by its names. */
const isNamed = (value: RecordValue): boolean =>
  ['id', 'app_name', 'user_id'].every((name) => typeof fieldOf(value, name) === 'string');

function areEvents(list: Iterable<Value> & { readonly length: number }): boolean {
  const first: Value[] = [];
  for (const element of list) {
    if (first.push(element) === sample) break;
  }
  return first.filter(isEvent).length * 2 > first.length;
}

/** Events of langchain_adk have a `type`, which those of Google's kit have not. */
function isEvent(value: Value): boolean {
  if (!isRecord(value) || typeof fieldOf(value, 'author') !== 'string') return false;
  if (eventTypes.some((type) => type === value['type'])) return false;
  const { content } = value;
  const hasParts = content !== undefined && isRecord(content) && isList(content['parts'] ?? null);
  return hasParts || isRecord(fieldOf(value, 'actions')) || typeof fieldOf(value, 'invocation_id') === 'string';
}

/** Whether an author and parts are all that speaks for it. */
export const isUnmistakable = ({ session, events }: Recording): boolean =>
  session !== undefined ||
  events.some((event) => isRecord(event) && typeof fieldOf(event, 'invocation_id') === 'string');
