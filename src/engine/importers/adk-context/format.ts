import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { eventTypes } from '../../systems/adk/session-event.ts';

/**
 * A Context of langchain_adk, its session, or a session's events: as JSON (`model_dump_json()`), or as Python prints
 * them. https://github.com/NicolaiLassen/langchain-adk (the package is called orxhestra now)
 */
export interface Snapshot {
  readonly context: RecordValue | undefined;
  readonly session: RecordValue | undefined;
  readonly events: readonly Value[];
  /** The place of the context, or of the exported part. */
  readonly place: Path;
  readonly sessionPlace: Path;
  /** Undefined where the document is an event. */
  readonly eventsPlace: Path | undefined;
}

const nowhere = { context: undefined, session: undefined, place: [], sessionPlace: [] };

export function snapshotIn(value: Value): Snapshot | undefined {
  if (isList(value)) {
    return areEvents([...value]) ? { ...nowhere, events: [...value], eventsPlace: [] } : undefined;
  }
  if (!isRecord(value)) return undefined;
  if (isEvent(value)) return { ...nowhere, events: [value], eventsPlace: undefined };
  if (isContext(value)) return contextIn(value);
  return isSession(value) ? { ...nowhere, ...sessionIn(value, []) } : undefined;
}

function contextIn(context: RecordValue): Snapshot {
  const session = context['session'];
  const inner = session !== undefined && isRecord(session) ? sessionIn(session, ['session']) : undefined;
  return { ...nowhere, events: [], eventsPlace: [], ...inner, context };
}

function sessionIn(session: RecordValue, place: Path) {
  const events = session['events'] ?? null;
  const list: readonly Value[] = isList(events) ? [...events] : [];
  return { session, events: list, sessionPlace: place, eventsPlace: [...place, 'events'] };
}

/** Both are required by the class; the others are among its fields in every version. */
function isContext(value: RecordValue): boolean {
  const named = typeof value['session_id'] === 'string' && typeof value['agent_name'] === 'string';
  return (
    named &&
    !isEvent(value) &&
    ['run_config', 'event_callback', 'memory_service', 'session'].some((key) => Object.hasOwn(value, key))
  );
}

function isSession(value: RecordValue): boolean {
  const events = value['events'] ?? null;
  return isList(events) && areEvents([...events]);
}

const sample = 20;

function areEvents(list: readonly Value[]): boolean {
  const first = list.slice(0, sample);
  return first.filter(isEvent).length * 2 > first.length;
}

export const isEvent = (value: Value): value is RecordValue =>
  isRecord(value) &&
  eventTypes.some((type) => type === value['type']) &&
  (isRecord(value['content']) || isRecord(value['actions']));
