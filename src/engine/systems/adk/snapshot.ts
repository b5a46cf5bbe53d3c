import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { isList, isMap, isRecord, Unknown, keysOf, entry, type RecordValue, type Value } from '../../model/value.ts';
import type { AdkHeader } from './header.ts';
import { initialState } from './initial-state.ts';
import { copied } from './present.ts';
import { callable, rootContext, type AdkState } from './state.ts';
import { Views } from './views.ts';

/**
 * The JSON of the root context, as the library would dump it. A function becomes `<callable>`, where the library would
 * fail. Fields that were not recorded are omitted.
 */
export function toSnapshot(state: AdkState): Value {
  return omitUnknown(new Views(() => state).context(rootContext));
}

/** Omits unknown fields and copies the others. */
function omitUnknown(value: Value): RecordValue {
  if (!isMap(value)) return {};
  const entries: [string, Value][] = [];
  for (const key of keysOf(value)) {
    const inner = typeof key === 'string' ? entry(value, key) : undefined;
    if (inner === undefined || inner instanceof Unknown) continue;
    // Only a session may have unknown fields of its own.
    entries.push([String(key), key === 'session' && isMap(inner) ? omitUnknown(inner) : copied(inner)]);
  }
  return Object.fromEntries(entries);
}

/** Accepts the JSON of a context, of a session, or of a list of events: the forms that users have available. */
export function fromSnapshot(value: Value): Result<AdkState, Problem> {
  const header = headerFrom(value);
  return header.ok ? ok(initialState(header.value)) : header;
}

const noSnapshot: Problem = {
  code: 'adk/no-snapshot',
  message:
    'A snapshot must be the JSON of a context (with a session_id), of a session (with id and events), or a list of events.',
};

/** The header of a run that continues from this snapshot. */
export function headerFrom(value: Value): Result<AdkHeader, Problem> {
  const found = headerFields(value);
  return found === undefined ? err(noSnapshot) : ok({ title: 'A snapshot', ...found });
}

function headerFields(value: Value): Omit<AdkHeader, 'title'> | undefined {
  if (isList(value)) {
    const events = [...value];
    return events.length > 0 && events.every(isEventLike) ? { session: { events } } : undefined;
  }
  if (!isRecord(value)) return undefined;
  const isContext = Object.hasOwn(value, 'session_id') || isRecord(value['session']);
  if (isContext && !isEventLike(value)) {
    const { event_callback, ...rest } = value;
    const isLive = event_callback === callable;
    return { context: event_callback === undefined || isLive ? rest : value, ...(isLive ? { event_sink: true } : {}) };
  }
  return isList(value['events'] ?? null) ? { session: value } : undefined;
}

const isEventLike = (value: Value): boolean =>
  isRecord(value) && typeof value['type'] === 'string' && (isRecord(value['content']) || isRecord(value['actions']));
