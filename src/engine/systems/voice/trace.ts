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

/** Appends an entry to the trace: `{seq, at, kind, agent, …}`. Its values are shared with the state, not copied. */
export function traced(
  { trace, current_agent, now }: CallState,
  kind: TraceKind,
  more: RecordValue,
  at: string | undefined,
): AppendedList {
  const entry = { seq: trace.length, at: at ?? now, kind, agent: current_agent, ...more };
  return trace.append(entry);
}

/** The same for `set` and `append`, the most frequent writes: an object literal costs a tenth of a spread. */
export function tracedSet(state: CallState, path: string, before: Value | undefined, after: Value): AppendedList {
  const { trace, current_agent: agent, now: at } = state;
  const seq = trace.length;
  return trace.append(
    before === undefined
      ? { seq, at, kind: 'set', agent, path, after }
      : { seq, at, kind: 'set', agent, path, before, after },
  );
}

/** `path`: the path of the list. */
export function tracedAppend(state: CallState, path: string, index: number, after: Value): AppendedList {
  const { trace, current_agent: agent, now: at } = state;
  return trace.append({ seq: trace.length, at, kind: 'append', agent, path: `${path}[+]`, index, after });
}

/** The change of a place. A value that did not exist before, or does not exist afterwards, has no key. */
export function changeOf(path: string, before: Value | undefined, after: Value | undefined): RecordValue {
  if (before === undefined) return after === undefined ? { path } : { path, after };
  return after === undefined ? { path, before } : { path, before, after };
}
