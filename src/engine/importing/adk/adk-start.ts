import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { AdkEvent } from '../../systems/adk/event.ts';
import { stateDeltaOf } from '../../systems/adk/session-event.ts';
import { counted, type ImportReport } from '../import-report.ts';

/**
 * A session's state before its first event. The export contains the final state; keys that an event's delta wrote
 * are removed, because their earlier values are not recorded.
 */
export function startState(
  state: Value | undefined,
  events: readonly AdkEvent[],
  place: Path,
  report: ImportReport,
): RecordValue {
  if (state === undefined || !isRecord(state)) return {};
  const written = new Map<string, Value>();
  for (const event of events) {
    const delta = event.type === 'event-appended' ? stateDeltaOf(event.event) : undefined;
    for (const [key, value] of Object.entries(delta ?? {})) written.set(key, value);
  }
  const start = Object.entries(state).filter(([key]) => !written.has(key));
  const ends = [...written].filter(([key, value]) => !Object.hasOwn(state, key) || !isSame(state[key] ?? null, value));
  if (start.length > 0 && events.length > 0) {
    report.note('assumed', 'adk/state-at-start', place, () => {
      const keys = counted(start.length, 'key');
      return `The state was exported at the end; ${keys} in no event’s delta count as set from the start.`;
    });
  }
  if (ends.length > 0) {
    const keys = ends
      .slice(0, 3)
      .map(([key]) => `“${key.slice(0, 40)}”`)
      .join(', ');
    report.note('info', 'adk/state-differs', place, () => {
      const those = counted(ends.length, 'key');
      return `The exported state differs from the final deltas in ${those} (${keys}): the deltas are used.`;
    });
  }
  return Object.fromEntries(start);
}
