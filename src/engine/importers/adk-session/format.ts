import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { eventTypes } from '../../systems/adk/session-event.ts';
import { firstValues, type Placed } from '../../importing/values/elements.ts';
import { entriesAt, fieldAt, findAt, hasListAt, placedAt, recordAt, textAt } from '../../importing/values/where.ts';
import { isNewestFirst } from '../../importing/transcript/newest-first.ts';

/**
 * Sessions and events of Google's Agent Development Kit: exported sessions, answers of its API server (`/run`,
 * `/run_sse`), printed events. Python writes snake_case, the server camelCase; both occur in one file.
 * https://google.github.io/adk-docs/sessions/session/ and https://google.github.io/adk-docs/events/
 */
export interface Recording {
  /** Undefined where only events were recorded. */
  readonly session: RecordValue | undefined;
  /** In the order of time. */
  readonly events: readonly Placed[];
  readonly place: Path;
  /** The document lists the newest event first. */
  readonly wereNewestFirst: boolean;
}

export function recordingsIn(value: Value): readonly Recording[] | undefined {
  const root = { value, place: [] };
  return recordingsAt(root) ?? wrapped(root);
}

function recordingsAt(root: Placed): readonly Recording[] | undefined {
  const { value } = root;
  if (!isList(value)) {
    const single = isEvent(value) ? recordingOf([root], root) : sessionAt(root);
    return single && [single];
  }
  if (areEvents(value)) return [recordingOf(entriesAt(root, ''), root)];
  return value.length === 0 ? undefined : allOf(entriesAt(root, '').map(sessionAt));
}

const allOf = (recordings: readonly (Recording | undefined)[]): readonly Recording[] | undefined =>
  recordings.every((one) => one !== undefined) ? recordings : undefined;

/** The envelope of one or several sessions in responses of services. */
const envelopes = ['data', 'session', 'sessions', 'result', 'response'];

/** A session in an envelope, or those that an evaluation was run on: https://google.github.io/adk-docs/evaluate/ */
function wrapped(root: Placed): readonly Recording[] | undefined {
  if (findAt(root.value, envelopes) !== undefined) return recordingsAt(placedAt(root, envelopes));
  const results = entriesAt(root, 'eval_case_results');
  // If a case has no session, the cases have only their invocations in common.
  return results.length === 0
    ? undefined
    : allOf(results.map((result) => sessionAt(placedAt(result, 'session_details'))));
}

/** Event lists of services may have the newest on top. */
function recordingOf(listed: readonly Placed[], { place }: Placed, session?: RecordValue): Recording {
  const wereNewestFirst = isNewestFirst(listed, ({ value }) => fieldAt(value, 'timestamp'));
  return { session, events: wereNewestFirst ? listed.toReversed() : listed, place, wereNewestFirst };
}

/** Vertex AI's sessions call the list by the second name. */
const eventLists = ['events', 'session_events'];

function sessionAt(root: Placed): Recording | undefined {
  const { value } = root;
  const events = findAt(value, eventLists, isList)?.value;
  if (!isRecord(value) || events === undefined) return undefined;
  const isSession = isList(events) && events.length === 0 ? isNamed(value) : areEvents(events);
  return isSession ? recordingOf(entriesAt(root, eventLists), root, value) : undefined;
}

/** A session without events is recognised by its names. */
const isNamed = (value: RecordValue): boolean =>
  ['id', 'app_name', 'user_id'].every((name) => textAt(value, name) !== undefined);

/** How many elements are examined before a list is accepted as a list of events. */
const sample = 20;

function areEvents(list: Value): boolean {
  const first = firstValues(list, sample);
  return first.filter(isEvent).length * 2 > first.filter((element) => serverErrorIn(element) === undefined).length;
}

/** The API server ends a stream that failed with `{"error": "…"}`. */
export function serverErrorIn(value: Value): string | undefined {
  return isRecord(value) && Object.keys(value).length === 1 ? textAt(value, 'error') : undefined;
}

/** Events of langchain_adk have a `type`; those of Google's kit have none. */
function isEvent(value: Value): boolean {
  if (!isRecord(value) || textAt(value, 'author') === undefined) return false;
  if (eventTypes.some((type) => type === value['type'])) return false;
  return hasListAt(value, 'content.parts') || recordAt(value, 'actions') !== undefined || hasInvocation(value);
}

const hasInvocation = (event: Value): boolean => textAt(event, 'invocation_id') !== undefined;

/** Whether an author and parts are the only evidence for this format. */
export const isUnmistakable = ({ session, events }: Recording): boolean =>
  session !== undefined || events.some(({ value }) => hasInvocation(value));
