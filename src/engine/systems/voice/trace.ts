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

/** The same for the two writes that calls are full of: written out, an entry costs a tenth of one that is put together. */
export function tracedSet(state: CallState, path: string, before: Value | undefined, after: Value): AppendedList {
  const { trace, current_agent: agent, now: at } = state;
  const seq = trace.length;
  return trace.append(
    before === undefined
      ? { seq, at, kind: 'set', agent, path, after }
      : { seq, at, kind: 'set', agent, path, before, after },
  );
}

/** `path` is that of the list. */
export function tracedAppend(state: CallState, path: string, index: number, after: Value): AppendedList {
  const { trace, current_agent: agent, now: at } = state;
  return trace.append({ seq: trace.length, at, kind: 'append', agent, path: `${path}[+]`, index, after });
}

/** What a write did to a place; a value that was not there, or is no more, has no key. */
export function changeOf(path: string, before: Value | undefined, after: Value | undefined): RecordValue {
  if (before === undefined) return after === undefined ? { path } : { path, after };
  return after === undefined ? { path, before } : { path, before, after };
}
