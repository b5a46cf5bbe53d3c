import { unreachable } from '../../../base/unreachable.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { AgentSwitched, CallEvent } from './event.ts';
import { formatCallPath, parsePath, type CallPath } from './path.ts';
import { replaced, writePlace } from './place.ts';
import { valueOf, type CallState, type Spaces } from './state.ts';
import { changeOf, traced, type TraceKind } from './trace.ts';
import { withoutValue, withValue } from './write.ts';

/** Hands back the very same object when nothing changes. An event that cannot have happened so changes nothing. */
export function apply(state: CallState, event: CallEvent): CallState {
  const { at } = event;
  return happened(at === undefined || at === state.now ? state : { ...state, now: at }, event);
}

function happened(state: CallState, event: CallEvent): CallState {
  switch (event.type) {
    case 'user-spoke':
    case 'agent-spoke':
    case 'request-sent':
      // The context holds no transcript.
      return state;
    case 'tool-called': {
      const { tool = null, params } = event;
      return noted({ ...state, spaces: { ...state.spaces, params } }, 'tool', { tool, params });
    }
    case 'tool-blocked':
      return noted(state, 'tool', { tool: event.tool ?? null, params: event.params ?? {}, unmet: event.unmet });
    case 'tool-ended':
      return event.outcome === 'ok' ? state : noted(state, 'error', { message: event.error ?? 'the tool failed' });
    case 'value-set':
      return atPlace(state, event.path, false, (path) => setAt(state, path, event.value));
    case 'value-appended':
      return atPlace(state, event.path, true, (path) => appendAt(state, path, event.value));
    case 'value-deleted':
      return atPlace(state, event.path, false, (path) => deleteAt(state, path));
    case 'flag-changed':
      return writeKey(state, 'flag', ['flags', event.flag], event.value, { flag: event.flag });
    case 'agent-state-set':
      return writeKey(state, 'set', ['agents', event.agent, event.key], event.value);
    case 'handoff-triggered':
      return noted({ ...state, pending_handoff: event.target }, 'handoff', { target: event.target });
    case 'agent-switched':
      return switched(state, event);
    case 'placeholder-missed':
      return noted(state, 'resolve_miss', { path: event.path });
    case 'operation-failed': {
      const { kind, message, path } = event;
      return noted(state, 'error', { error: kind, message, ...(path === undefined ? {} : { path }) });
    }
    default:
      return unreachable(event);
  }
}

const noted = (state: CallState, kind: TraceKind, more: RecordValue): CallState => ({
  ...state,
  trace: traced(state, kind, more, undefined),
});

function atPlace(state: CallState, text: string, appends: boolean, write: (path: CallPath) => CallState): CallState {
  const path = parsePath(text);
  return path.ok && !path.value.appends ? write({ ...path.value, appends }) : state;
}

function setAt(state: CallState, path: CallPath, value: Value): CallState {
  const written = withValue(state.spaces, path, value);
  if (!written.ok) return state;
  return changed(state, written.value, 'set', changeOf(formatCallPath(path), valueOf(state, path), value));
}

function appendAt(state: CallState, path: CallPath, value: Value): CallState {
  const written = withValue(state.spaces, path, value);
  if (!written.ok) return state;
  const old = valueOf(state, path) ?? null;
  const index = isList(old) ? old.length : 0;
  return changed(state, written.value, 'append', { path: formatCallPath(path), index, after: value });
}

function deleteAt(state: CallState, path: CallPath): CallState {
  const written = withoutValue(state.spaces, path);
  if (!written.ok || written.value === state.spaces) return state;
  return changed(state, written.value, 'delete', changeOf(formatCallPath(path), valueOf(state, path), undefined));
}

const changed = (state: CallState, spaces: Spaces, kind: TraceKind, more: RecordValue): CallState =>
  noted(spaces === state.spaces ? state : { ...state, spaces }, kind, more);

/** Writes under names that are whole keys, whatever letters they have. */
function writeKey(
  state: CallState,
  kind: TraceKind,
  [space, ...keys]: readonly ['flags' | 'agents', ...string[]],
  value: Value,
  more: RecordValue = {},
): CallState {
  let before: Value | undefined;
  const written = writePlace(state.spaces[space], keys, (old) => {
    before = old;
    return replaced(value)(old);
  });
  if (!written.ok || !isRecord(written.value)) return state;
  const record = written.value;
  const spaces = record === state.spaces[space] ? state.spaces : { ...state.spaces, [space]: record };
  return changed(state, spaces, kind, { ...more, ...changeOf([space, ...keys].join('.'), before, value) });
}

/** Completes the handoff that was asked for; a switch to another agent gives it up. */
function switched(state: CallState, { agent }: AgentSwitched): CallState {
  if (agent === state.current_agent) return state;
  const { pending_handoff: pending, current_agent: from } = state;
  const more = pending === null || pending === agent ? {} : { abandoned: pending };
  const next = {
    ...state,
    current_agent: agent,
    agent_history: state.agent_history.append(agent),
    pending_handoff: null,
  };
  return noted(next, 'switch', { from, ...more });
}
