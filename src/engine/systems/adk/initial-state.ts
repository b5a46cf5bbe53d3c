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
import { Table } from './table.ts';

/** A run before its first event: the root context, and its session where there is one. */
export function initialState(header: AdkHeader): AdkState {
  const { context, event_sink, dialect = 'implemented' } = header;
  const empty: AdkState = {
    dialect,
    contexts: Table.of(),
    names: Table.of(),
    dicts: Table.of(),
    changed: Table.of(),
    sessions: Table.of(),
    logs: Table.of(),
    store: Table.of(),
    callbacks: Table.of(),
    made: 1,
  };
  const data = sessionData(header);
  const state = data === undefined ? empty : withSession(empty, mainSession, data);
  const fields = context ?? (data === undefined ? {} : knownBySession(data));
  const started = withContext(state, rootContext, fields, data === undefined ? undefined : mainSession, null);
  return event_sink === true ? withField(withCallback(started), rootContext, 'event_callback', sink) : started;
}

const sink: Slot = { callback: rootCallback };

/** A recording without a context is one of a session, even where nothing but its events is left. */
function sessionData({ context, session }: AdkHeader): RecordValue | undefined {
  if (session !== undefined) return session;
  if (context === undefined) return {};
  const inside = Object.hasOwn(context, 'session') ? context['session'] : undefined;
  return isRecord(inside) && isList(inside['events'] ?? null) ? inside : undefined;
}

/** A runner takes these three from the session. */
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

/** The context as `fields` has it; what is not there is not on record. Its session and callback come apart from them. */
export function withContext(
  state: AdkState,
  id: string,
  fields: RecordValue,
  session: string | undefined,
  stateOf: Dict | null,
): AdkState {
  const dict = `dict-${state.made + 1}`;
  const given = Object.hasOwn(fields, 'state') ? fields['state'] : undefined;
  const entries = stateOf === null ? (isRecord(given) ? Object.entries(given) : undefined) : stateOf.entries();
  const held = Object.hasOwn(fields, 'session') ? fields['session'] : undefined;
  // Entries, because `__proto__` is an ordinary key here.
  const slots = Object.entries(fields)
    .filter(([field]) => field !== 'state' && field !== 'session')
    .map(([field, value]): [string, Slot] => [field, { value }]);
  // Assigning checks nothing, so a field may hold what it should not.
  if (entries !== undefined) slots.push(['state', { dict }]);
  else if (given !== undefined) slots.push(['state', { value: given }]);
  if (session !== undefined) slots.push(['session', { session }]);
  else if (held !== undefined) slots.push(['session', { value: held }]);
  const context: Context = { kind: 'context', parent: null, fields: Object.fromEntries(slots) };
  return {
    ...state,
    contexts: state.contexts.set(id, context),
    dicts: entries === undefined ? state.dicts : state.dicts.set(dict, Table.of(entries)),
    made: state.made + 1,
  };
}

const known = new Set(['id', 'app_name', 'user_id', 'state', 'events', 'last_update_time']);

/** A session as its JSON has it; what is not there is not on record. */
export function withSession(state: AdkState, key: string, data: RecordValue): AdkState {
  const { id, app_name, user_id, state: values, events, last_update_time } = data;
  const dict = `dict-${state.made + 1}`;
  const log: Log = { of: key };
  const session: SessionState = {
    id: id ?? unknownField('id'),
    app_name: app_name ?? unknownField('app_name'),
    user_id: user_id ?? unknownField('user_id'),
    dict,
    log,
    last_update_time: numberOf(last_update_time),
    more: Object.fromEntries(Object.entries(data).filter(([field]) => !known.has(field))),
  };
  const held = events !== undefined && isList(events) ? [...events].filter(isRecord) : [];
  return {
    ...state,
    sessions: state.sessions.set(key, session),
    dicts: state.dicts.set(dict, Table.of(isRecord(values) ? Object.entries(values) : [])),
    logs: state.logs.set(log, grown(held)),
    made: state.made + 1,
  };
}

/** One by one: a call cannot take 200 000 arguments. */
const grown = (events: readonly RecordValue[]): Growing<RecordValue> =>
  events.reduce((list, event) => list.append(event), Growing.of<RecordValue>());

const unknownField = (field: string) => new Unknown([['adk', 'session', field]]);

export function withField(state: AdkState, id: string, field: string, slot: Slot): AdkState {
  const context = state.contexts.get(id);
  if (context?.kind !== 'context') return state;
  const fields = { ...context.fields, [field]: slot };
  return { ...state, contexts: state.contexts.set(id, { ...context, fields }) };
}
