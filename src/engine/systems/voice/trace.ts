import type { RecordValue, Value } from '../../model/value.ts';
import type { AppendedList } from './appended-list.ts';
import type { CallState } from './state.ts';

export type TraceKind =
  | 'start'
  | 'set'
  | 'append'
  | 'delete'
  | 'tool'
  | 'flag'
  | 'handoff'
  | 'switch'
  | 'resolve_miss'
  | 'error';

/** The trace with one more entry: `{seq, at, kind, agent, …}`. Its values are shared with the state, not copied. */
export function traced(
  { trace, current_agent, now }: CallState,
  kind: TraceKind,
  more: RecordValue,
  at: string | undefined,
): AppendedList {
  const entry = { seq: trace.length, at: at ?? now, kind, agent: current_agent, ...more };
  return trace.append(entry);
}

/** What a write did to a place; a value that was not there, or is no more, has no key. */
export function changeOf(path: string, before: Value | undefined, after: Value | undefined): RecordValue {
  if (before === undefined) return after === undefined ? { path } : { path, after };
  return after === undefined ? { path, before } : { path, before, after };
}
