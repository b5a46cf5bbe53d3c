import { isList, isRecord, type RecordValue, Unknown, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { eventTypes } from '../../systems/adk/session-event.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, recordAt } from '../../importing/values/where.ts';

/**
 * A Context of langchain_adk, its session, or a session's events: as JSON (`model_dump_json()`), or as Python prints
 * them. https://github.com/NicolaiLassen/langchain-adk (the package is called orxhestra now)
 */
export interface Snapshot {
  readonly context?: RecordValue;
  readonly session?: RecordValue;
  readonly sessionPlace: Path;
  readonly events: readonly Placed[];
}

export function snapshotIn(value: Value): Snapshot | undefined {
  const root = { value, place: [] };
  if (isList(value)) return areEvents([...value]) ? { sessionPlace: [], events: entriesAt(root, '') } : undefined;
  if (!isRecord(value)) return undefined;
  if (isEvent(value)) return { sessionPlace: [], events: [root] };
  if (!isContext(value)) return areEvents(elementsAt(value, 'events')) ? sessionIn(value, []) : undefined;
  const session = recordAt(value, 'session');
  const inner = session === undefined ? { sessionPlace: [], events: [] } : sessionIn(session, ['session']);
  return { ...inner, context: value };
}

const sessionIn = (session: RecordValue, place: Path): Snapshot => ({
  session,
  sessionPlace: place,
  events: entriesAt({ value: session, place }, 'events'),
});

/** Both are required by the class; the others are among its fields in every version. */
function isContext(value: RecordValue): boolean {
  const named = typeof value['session_id'] === 'string' && typeof value['agent_name'] === 'string';
  return (
    named &&
    !isEvent(value) &&
    ['run_config', 'event_callback', 'memory_service', 'session'].some((key) => Object.hasOwn(value, key))
  );
}

const sample = 20;

function areEvents(list: readonly Value[]): boolean {
  const first = list.slice(0, sample);
  return first.filter(isEvent).length * 2 > first.length;
}

export const isEvent = (value: Value): value is RecordValue =>
  isRecord(value) &&
  eventTypes.some((type) => type === value['type']) &&
  (isPresent(value['content']) || isPresent(value['actions']));

/** A record, or one of which a cut-off text has no complete part. */
const isPresent = (value: Value | undefined): boolean => isRecord(value) || value instanceof Unknown;
