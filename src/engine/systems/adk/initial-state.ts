import { Growing } from '../../model/growing.ts';
import { isList, isRecord, Unknown, type RecordValue } from '../../model/value.ts';
import type { AdkHeader } from './header.ts';
import { numberOf } from './session-event.ts';
import {
  mainSession,
  rootCallback,
  rootContext,
  type AdkState,
  type Context,
  type Dict,
  type Log,
  type SessionState,
  type Slot,
} from './state.ts';
import { PersistentDict } from '../../model/persistent-dict.ts';

/** The state of a run before its first event: the root context, and its session if there is one. */
export function initialState(header: AdkHeader): AdkState {
  const { context, event_sink, dialect = 'implemented' } = header;
  const empty: AdkState = {
    dialect,
    contexts: PersistentDict.of(),
    names: PersistentDict.of(),
    dicts: PersistentDict.of(),
    changed: PersistentDict.of(),
    sessions: PersistentDict.of(),
    logs: PersistentDict.of(),
    store: PersistentDict.of(),
    callbacks: PersistentDict.of(),
    idCount: 1,
  };
  const data = sessionData(header);
  const state = data === undefined ? empty : withSession(empty, mainSession, data);
  const fields = context ?? (data === undefined ? {} : knownBySession(data));
  const started = withContext(state, rootContext, fields, data === undefined ? undefined : mainSession, null);
  return event_sink === true ? withField(withCallback(started), rootContext, 'event_callback', sink) : started;
}

const sink: Slot = { callback: rootCallback };

/** A recording without a context is a recording of a session, even if it contains only the session's events. */
function sessionData({ context, session }: AdkHeader): RecordValue | undefined {
  if (session !== undefined) return session;
  if (context === undefined) return {};
  const inside = Object.hasOwn(context, 'session') ? context['session'] : undefined;
  return isRecord(inside) && isList(inside['events'] ?? null) ? inside : undefined;
}

/** A runner copies these three fields from the session. */
function knownBySession({ id, app_name, user_id }: RecordValue): RecordValue {
  return {
    ...(id === undefined ? {} : { session_id: id }),
    ...(user_id === undefined ? {} : { user_id }),
    ...(app_name === undefined ? {} : { app_name }),
  };
}

const withCallback = (state: AdkState): AdkState => ({
  ...state,
  callbacks: state.callbacks.set(rootCallback, Growing.of()),
});

/** Adds a context with these fields; a missing field was not recorded. Session and callback are passed separately. */
export function withContext(
  state: AdkState,
  id: string,
  fields: RecordValue,
  session: string | undefined,
  stateOf: Dict | null,
): AdkState {
  const dict = `dict-${state.idCount + 1}`;
  const fieldState = Object.hasOwn(fields, 'state') ? fields['state'] : undefined;
  const entries =
    stateOf === null ? (isRecord(fieldState) ? Object.entries(fieldState) : undefined) : stateOf.entries();
  const fieldSession = Object.hasOwn(fields, 'session') ? fields['session'] : undefined;
  // Entries, because `__proto__` is an ordinary key here.
  const slots = Object.entries(fields)
    .filter(([field]) => field !== 'state' && field !== 'session')
    .map(([field, value]): [string, Slot] => [field, { value }]);
  // The library does not check assignments, so a field may hold a value of the wrong type.
  if (entries !== undefined) slots.push(['state', { dict }]);
  else if (fieldState !== undefined) slots.push(['state', { value: fieldState }]);
  if (session !== undefined) slots.push(['session', { session }]);
  else if (fieldSession !== undefined) slots.push(['session', { value: fieldSession }]);
  const context: Context = { kind: 'context', parent: null, fields: Object.fromEntries(slots) };
  return {
    ...state,
    contexts: state.contexts.set(id, context),
    dicts: entries === undefined ? state.dicts : state.dicts.set(dict, PersistentDict.of(entries)),
    idCount: state.idCount + 1,
  };
}

const known = new Set(['id', 'app_name', 'user_id', 'state', 'events', 'last_update_time']);

/** Adds a session from its JSON; a missing field was not recorded. */
export function withSession(state: AdkState, key: string, data: RecordValue): AdkState {
  const { id, app_name, user_id, state: values, events, last_update_time } = data;
  const dict = `dict-${state.idCount + 1}`;
  const log: Log = { createdFor: key };
  const session: SessionState = {
    id: id ?? unknownField('id'),
    app_name: app_name ?? unknownField('app_name'),
    user_id: user_id ?? unknownField('user_id'),
    dict,
    log,
    last_update_time: numberOf(last_update_time),
    extraFields: Object.fromEntries(Object.entries(data).filter(([field]) => !known.has(field))),
  };
  const records = events !== undefined && isList(events) ? [...events].filter(isRecord) : [];
  return {
    ...state,
    sessions: state.sessions.set(key, session),
    dicts: state.dicts.set(dict, PersistentDict.of(isRecord(values) ? Object.entries(values) : [])),
    logs: state.logs.set(log, growingListOf(records)),
    idCount: state.idCount + 1,
  };
}

/** Appends one by one: a function call cannot take 200 000 arguments. */
const growingListOf = (events: readonly RecordValue[]): Growing<RecordValue> =>
  events.reduce((list, event) => list.append(event), Growing.of<RecordValue>());

const unknownField = (field: string) => new Unknown([['adk', 'session', field]]);

export function withField(state: AdkState, id: string, field: string, slot: Slot): AdkState {
  const context = state.contexts.get(id);
  if (context?.kind !== 'context') return state;
  const fields = { ...context.fields, [field]: slot };
  return { ...state, contexts: state.contexts.set(id, { ...context, fields }) };
}
