import { unreachable } from '../../../base/unreachable.ts';
import { isList, type RecordValue, type Value } from '../../model/value.ts';
import type { AppendedList } from './appended-list.ts';
import type { AgentSwitched, CallEvent } from './event.ts';
import { parsePath, type CallPath } from './path.ts';
import { replaced, writePlace } from './place.ts';
import { restoreCall, startCall } from './start.ts';
import { stillUnrecorded, valueOf, type CallState, type Spaces } from './state.ts';
import { changeOf, traced, tracedAppend, tracedSet, type TraceKind } from './trace.ts';
import { isFields } from './wide-record.ts';
import { withoutValue, withValue } from './write.ts';

/** Returns the same object when nothing changes. An impossible event changes nothing. */
export function apply(state: CallState, event: CallEvent): CallState {
  const { at } = event;
  return applyEvent(at === undefined || at === state.now ? state : { ...state, now: at }, event);
}

function applyEvent(state: CallState, event: CallEvent): CallState {
  switch (event.type) {
    case 'user-spoke':
    case 'agent-spoke':
    case 'model-called':
    case 'request-sent':
    case 'tools-defined':
      // The context contains no transcript.
      return state;
    case 'tool-called': {
      const { tool = null, params } = event;
      const unrecorded = stillUnrecorded(state, 'params');
      return withEntry({ ...state, unrecorded, spaces: { ...state.spaces, params } }, 'tool', { tool, params });
    }
    case 'tool-blocked':
      return withEntry(state, 'tool', { tool: event.tool ?? null, params: event.params ?? {}, unmet: event.unmet });
    case 'tool-ended':
      return event.outcome === 'ok' ? state : withEntry(state, 'error', { message: event.error ?? 'the tool failed' });
    case 'value-set':
      return setAt(state, event.path, event.value);
    case 'value-appended':
      return appendAt(state, event.path, event.value);
    case 'value-deleted':
      return deleteAt(state, event.path);
    case 'flag-changed':
      return writeKey(state, 'flag', ['flags', event.flag], event.value, { flag: event.flag });
    case 'agent-state-set':
      return writeKey(state, 'set', ['agents', event.agent, event.key], event.value);
    case 'handoff-triggered':
      return withEntry(
        { ...state, unrecorded: stillUnrecorded(state, 'pending_handoff'), pending_handoff: event.target },
        'handoff',
        { target: event.target },
      );
    case 'agent-switched':
      return switched(state, event);
    case 'placeholder-missed':
      return withEntry(state, 'resolve_miss', { path: event.path });
    case 'operation-failed': {
      const { kind, message, path } = event;
      return withEntry(state, 'error', { error: kind, message, ...(path === undefined ? {} : { path }) });
    }
    case 'call-made': {
      const { call, context, restored = false } = event;
      const surroundings = { variables: state.variables, ...(state.now !== null && { now: state.now }) };
      const made = restored ? restoreCall(context, surroundings) : startCall(context, surroundings);
      return { ...state, otherCalls: { ...state.otherCalls, [call]: made.state } };
    }
    case 'in-call': {
      const of = Object.hasOwn(state.otherCalls, event.call) ? state.otherCalls[event.call] : undefined;
      const next = of === undefined ? undefined : apply(of, event.event);
      return next === undefined || next === of
        ? state
        : { ...state, otherCalls: { ...state.otherCalls, [event.call]: next } };
    }
    default:
      return unreachable(event);
  }
}

const withEntry = (state: CallState, kind: TraceKind, more: RecordValue): CallState =>
  changed(state, state.spaces, traced(state, kind, more, undefined));

function setAt(state: CallState, text: string, value: Value): CallState {
  const path = placeAt(text);
  const written = path === undefined ? undefined : withValue(state.spaces, path, value);
  if (path === undefined || written?.ok !== true) return state;
  return changed(state, written.value, tracedSet(state, text, valueOf(state, path), value));
}

function appendAt(state: CallState, text: string, value: Value): CallState {
  const path = placeAt(text);
  const written = path === undefined ? undefined : withValue(state.spaces, endOf(path), value);
  if (path === undefined || written?.ok !== true) return state;
  const old = valueOf(state, path) ?? null;
  const index = isList(old) ? old.length : 0;
  return changed(state, written.value, tracedAppend(state, text, index, value));
}

function deleteAt(state: CallState, text: string): CallState {
  const path = placeAt(text);
  const written = path === undefined ? undefined : withoutValue(state.spaces, path);
  if (path === undefined || written?.ok !== true || written.value === state.spaces) return state;
  const more = changeOf(text, valueOf(state, path), undefined);
  return changed(state, written.value, traced(state, 'delete', more, undefined));
}

/** The path in an event: it names the list, without `[+]`. */
function placeAt(text: string): CallPath | undefined {
  const path = parsePath(text);
  return path.ok && !path.value.appends ? path.value : undefined;
}

const endOf = ({ namespace, steps }: CallPath): CallPath => ({ namespace, steps, appends: true });

/** Copies field by field: object spread would dominate the cost of a long call's writes. */
const changed = (state: CallState, spaces: Spaces, trace: AppendedList): CallState => ({
  call_id: state.call_id,
  tenant_id: state.tenant_id,
  workflow_id: state.workflow_id,
  spaces,
  current_agent: state.current_agent,
  agent_history: state.agent_history,
  pending_handoff: state.pending_handoff,
  trace,
  variables: state.variables,
  now: state.now,
  unrecorded: state.unrecorded,
  unknownKeys: state.unknownKeys,
  otherCalls: state.otherCalls,
});

/** Writes under complete keys, which may contain any characters. */
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
  if (!written.ok || !isFields(written.value)) return state;
  const record = written.value;
  const spaces = record === state.spaces[space] ? state.spaces : { ...state.spaces, [space]: record };
  const change = changeOf([space, ...keys].join('.'), before, value);
  return changed(state, spaces, traced(state, kind, { ...more, ...change }, undefined));
}

/** Completes the requested handoff; a switch to a different agent abandons it. */
function switched(state: CallState, { agent }: AgentSwitched): CallState {
  if (agent === state.current_agent) return state;
  const { pending_handoff: pending, current_agent: from } = state;
  const more = pending === null || pending === agent ? {} : { abandoned: pending };
  const next = {
    ...state,
    unrecorded: stillUnrecorded(state, 'current_agent', 'pending_handoff'),
    current_agent: agent,
    agent_history: state.agent_history.append(agent),
    pending_handoff: null,
  };
  return withEntry(next, 'switch', { from, ...more });
}
