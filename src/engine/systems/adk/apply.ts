import { unreachable } from '../../../base/unreachable.ts';
import { Growing } from '../../model/growing.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { AdkEvent, EventAppended, NestedSet, SessionCleared, SessionCopied } from './event.ts';
import { withContext, withField, withSession } from './initial-state.ts';
import { emptyActions } from './new-event.ts';
import { isElements } from './present.ts';
import { isPartial, stateDeltaOf, timestampOf, type SessionEvent } from './session-event.ts';
import { mainSession, type AdkState, type Context, type Dict } from './state.ts';
import { PersistentDict } from '../../model/persistent-dict.ts';

/**
 * The result of each event on the state in which it was decided. `decide` computes this result anyway. Computing it
 * again would write to tables that have newer versions by then, so each call would copy them.
 */
const decided = new WeakMap<AdkEvent, { readonly from: AdkState; readonly to: AdkState }>();

/** Like `apply`, but caches the result for the next caller that applies this very event to this very state. */
export function applyDecided(from: AdkState, event: AdkEvent): AdkState {
  const to = applied(from, event);
  decided.set(event, { from, to });
  return to;
}

/** Returns the same object when nothing changes. */
export function apply(state: AdkState, event: AdkEvent): AdkState {
  const known = decided.get(event);
  return known?.from === state ? known.to : applied(state, event);
}

function applied(state: AdkState, event: AdkEvent): AdkState {
  switch (event.type) {
    case 'context-created':
      return withContext(state, event.context, event.fields, event.session, copiedState(state, event.state_of));
    case 'tools-defined':
      return state;
    case 'name-given': {
      const names = state.names.set(event.name, event.to);
      return names === state.names ? state : { ...state, names };
    }
    case 'session-opened':
      return withSession(state, event.session, event.data);
    case 'session-copied':
      return copiedSession(state, event);
    case 'session-stored':
      return { ...state, store: state.store.set(event.id, event.session) };
    case 'session-removed':
      return state.store.has(event.id) ? { ...state, store: state.store.delete(event.id) } : state;
    case 'context-derived':
      return withCopy(state, event.from, event.context, (context) => ({
        ...context.fields,
        agent_name: { value: event.agent_name },
        branch: { value: event.branch },
      }));
    case 'session-cleared':
      return cleared(state, event);
    case 'view-opened':
      return opened(state, event.context, event.from, event.view);
    case 'state-set':
      return withStateOf(state, event.context, (dict) => dict.set(event.key, event.value));
    case 'state-deleted':
      return withStateOf(state, event.context, (dict) => dict.delete(event.key));
    case 'state-merged':
      return withStateOf(state, event.context, (dict) => merged(dict, event.values));
    case 'nested-set':
      return nestedSet(state, event);
    case 'field-set':
      return fieldSet(state, event.context, event.field, event.slot);
    case 'delta-set': {
      const view = state.contexts.get(event.context);
      return view?.kind === 'callback'
        ? withDict(state, view.delta, (dict) => dict.set(event.key, event.value))
        : state;
    }
    case 'action-set':
      return actionSet(state, event.context, event.field, event.value);
    case 'event-pushed':
      return pushed(state, event.callback, event.event);
    case 'event-appended':
      return appended(state, event);
    case 'event-yielded':
      // The objects of the run stay the same, but the event used an id.
      return { ...state, idCount: state.idCount + 1 };
    case 'event-streamed':
      return state;
    default:
      return unreachable(event);
  }
}

/**
 * The id of the dict in a context's `state` field; undefined where the field holds something else or was not recorded.
 */
export function stateDictOf(state: AdkState, id: string): string | undefined {
  const entry = state.contexts.get(id);
  const context = entry === undefined || entry.kind === 'context' ? entry : state.contexts.get(entry.contextId);
  const slot = context?.kind === 'context' ? context.fields['state'] : undefined;
  return slot !== undefined && 'dict' in slot ? slot.dict : undefined;
}

function withDict(state: AdkState, id: string, write: (dict: Dict) => Dict): AdkState {
  const dict = state.dicts.get(id);
  if (dict === undefined) return state;
  const written = write(dict);
  return written === dict ? state : { ...state, dicts: state.dicts.set(id, written) };
}

function withStateOf(state: AdkState, context: string, write: (dict: Dict) => Dict): AdkState {
  const id = stateDictOf(state, context);
  return id === undefined ? state : withDict(state, id, write);
}

const merged = (dict: Dict, values: RecordValue): Dict =>
  Object.entries(values).reduce((written, [key, value]) => written.set(key, value), dict);

function copiedState(state: AdkState, session: string | undefined): Dict | null {
  const source = session === undefined ? undefined : state.sessions.get(session);
  return source === undefined ? null : (state.dicts.get(source.dict) ?? null);
}

function withCopy(
  state: AdkState,
  from: string,
  id: string,
  fields: (context: Context) => Context['fields'],
): AdkState {
  const context = state.contexts.get(from);
  if (context?.kind !== 'context') return state;
  const copy: Context = { kind: 'context', parent: from, fields: fields(context) };
  return { ...state, contexts: state.contexts.set(id, copy), idCount: state.idCount + 1 };
}

function cleared(state: AdkState, { context, from, session }: SessionCleared): AdkState {
  if (session === undefined) return withCopy(state, from, context, ({ fields }) => fields);
  const entry = state.contexts.get(from);
  if (entry?.kind !== 'context') return state;
  const { session_id, app_name, user_id } = entry.fields;
  const ids = Object.entries({ id: session_id, app_name, user_id }).flatMap(([field, slot]) =>
    slot !== undefined && 'value' in slot ? [[field, slot.value] as const] : [],
  );
  const empty = { ...Object.fromEntries(ids), state: {}, events: [], last_update_time: 0 };
  return withCopy(withSession(state, session, empty), from, context, ({ fields }) => ({
    ...fields,
    session: { session },
  }));
}

/** What the session service does on an update: a new object with the values merged, sharing the list of events. */
function copiedSession(state: AdkState, { session: key, from, values, now }: SessionCopied): AdkState {
  const session = state.sessions.get(from);
  const dict = session === undefined ? undefined : state.dicts.get(session.dict);
  if (session === undefined || dict === undefined) return state;
  const id = values === undefined ? session.dict : `dict-${state.idCount + 1}`;
  const copy = { ...session, dict: id, last_update_time: now ?? session.last_update_time };
  return {
    ...state,
    sessions: state.sessions.set(key, copy),
    dicts: values === undefined ? state.dicts : state.dicts.set(id, merged(PersistentDict.of(dict.entries()), values)),
    idCount: state.idCount + 1,
  };
}

function opened(state: AdkState, id: string, contextId: string, kind: 'readonly' | 'callback'): AdkState {
  const idCount = state.idCount + 1;
  if (kind === 'readonly') return { ...state, contexts: state.contexts.set(id, { kind, contextId }), idCount };
  const delta = `dict-${idCount}`;
  return {
    ...state,
    contexts: state.contexts.set(id, { kind, contextId, actions: emptyActions, delta }),
    dicts: state.dicts.set(delta, PersistentDict.of()),
    idCount,
  };
}

function fieldSet(state: AdkState, id: string, field: string, slot: Context['fields'][string]): AdkState {
  if ('callback' in slot && !state.callbacks.has(slot.callback)) {
    const callbacks = state.callbacks.set(slot.callback, Growing.of());
    return withField({ ...state, callbacks, idCount: state.idCount + 1 }, id, field, slot);
  }
  if (field !== 'state' || !('value' in slot) || !isRecord(slot.value)) return withField(state, id, field, slot);
  const dict = `dict-${state.idCount + 1}`;
  const dicts = state.dicts.set(dict, PersistentDict.of(Object.entries(slot.value)));
  return withField({ ...state, dicts, idCount: state.idCount + 1 }, id, field, { dict });
}

function actionSet(state: AdkState, id: string, field: string, value: Value): AdkState {
  const view = state.contexts.get(id);
  if (view?.kind !== 'callback') return state;
  if (field === 'state_delta' && isRecord(value)) {
    const delta = `dict-${state.idCount + 1}`;
    const dicts = state.dicts.set(delta, PersistentDict.of(Object.entries(value)));
    return { ...state, dicts, contexts: state.contexts.set(id, { ...view, delta }), idCount: state.idCount + 1 };
  }
  if (Object.is(view.actions[field], value)) return state;
  return { ...state, contexts: state.contexts.set(id, { ...view, actions: { ...view.actions, [field]: value } }) };
}

function pushed(state: AdkState, callback: string, event: SessionEvent): AdkState {
  const calls = state.callbacks.get(callback);
  if (calls === undefined) return state;
  return { ...state, callbacks: state.callbacks.set(callback, calls.append(event)), idCount: state.idCount + 1 };
}

/** A partial event changes nothing. A delta replaces whole values, and null is a value. */
function appended(state: AdkState, { event, session: key = mainSession, now }: EventAppended): AdkState {
  const session = state.sessions.get(key);
  const log = session === undefined ? undefined : state.logs.get(session.log);
  if (session === undefined || log === undefined || isPartial(event)) return state;
  const delta = stateDeltaOf(event);
  const written = delta === undefined ? state : withDict(state, session.dict, (dict) => merged(dict, delta));
  const at = now ?? timestampOf(event);
  const last_update_time = at === undefined || at <= 0 ? session.last_update_time : at;
  return {
    ...written,
    sessions: state.sessions.set(key, { ...session, last_update_time }),
    logs: state.logs.set(session.log, log.append(event)),
    idCount: state.idCount + 1,
  };
}

/** Changes the object in place, so every holder of it sees the change. */
function nestedSet(state: AdkState, { context, path, value }: NestedSet): AdkState {
  const [first, ...rest] = path;
  const last = rest.pop();
  if (first === undefined) return state;
  if (last === undefined) return withStateOf(state, context, (dict) => dict.set(String(first), value));
  const dict = state.dicts.get(stateDictOf(state, context) ?? '');
  const holder = rest.reduce<Value | undefined>((here, step) => childOf(state, here, step), dict?.get(String(first)));
  if (typeof holder !== 'object' || holder === null) return state;
  const current = contentsOf(state, holder);
  if (current === undefined) return state;
  if (!isElements(current)) {
    const written = current.set(String(last), value);
    return written === current ? state : { ...state, changed: state.changed.set(holder, written) };
  }
  if (typeof last !== 'number' || !(last in current) || Object.is(current[last], value)) return state;
  return { ...state, changed: state.changed.set(holder, current.with(last, value)) };
}

/** The current contents of an object, in a writable form. */
function contentsOf({ changed }: AdkState, holder: Value & object): Dict | readonly Value[] | undefined {
  const current = changed.get(holder);
  if (current !== undefined) return current;
  if (isElements(holder)) return holder;
  return isRecord(holder) ? PersistentDict.of(Object.entries(holder)) : undefined;
}

/** One step down through the current contents; returns the child as it was first stored. */
export function childOf({ changed }: AdkState, holder: Value | undefined, step: string | number): Value | undefined {
  if (typeof holder !== 'object' || holder === null) return undefined;
  const current = changed.get(holder) ?? holder;
  if (current instanceof PersistentDict) return current.get(String(step));
  if (isElements(current)) return typeof step === 'number' ? current[step] : undefined;
  return isRecord(current) && Object.hasOwn(current, step) ? current[step] : undefined;
}
