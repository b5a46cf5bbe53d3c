import type { Session } from '../../model/session.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';
import type { ForbiddenCall, MachineScript, MachineTesting } from '../testing.ts';
import type { AdkEvent } from './event.ts';
import type { AdkHeader } from './header.ts';
import { adk } from './index.ts';
import { adkSamples } from './samples.ts';

const call = (op: string, args: RecordValue = {}, names: { on?: string; as?: string } = {}): OperationCall => ({
  op,
  args,
  ...names,
});

/** A root context with a session of two events. */
export const started: RecordValue = {
  dialect: 'documented',
  context: {
    session_id: 'session-1',
    user_id: 'user-1',
    app_name: 'my-app',
    agent_name: 'RootAgent',
    state: { prefs: { lang: 'en', tags: ['a', 'b'] } },
    run_config: { tags: ['t'] },
  },
  session: {
    id: 'session-1',
    app_name: 'my-app',
    user_id: 'user-1',
    state: { persisted: true, shared: { depth: [1, 2] } },
    events: [
      { type: 'user_message', author: 'user', content: { parts: [{ type: 'text', text: 'hi' }] } },
      { type: 'agent_message', author: 'RootAgent', content: { parts: [{ text: 'hello' }] }, timestamp: 1742000000.5 },
    ],
  },
};

const message = (text: string, more: RecordValue = {}): RecordValue => ({
  type: 'agent_message',
  content: { parts: [{ type: 'text', text }] },
  ...more,
});

const scripts: readonly MachineScript[] = [
  ...adkSamples,
  {
    title: 'the state is written in every possible way',
    given: started,
    calls: [
      call('set_state', { key: '__proto__', value: { polluted: true } }),
      call('set_state', { key: 'k', value: 1 }),
      call('set_state', { key: 'k', value: 1 }),
      call('set_nested', { path: ['prefs', 'lang'], value: 'de' }),
      call('set_nested', { path: ['prefs', 'tags', 1], value: { new: [] } }),
      call('set_nested', { path: ['prefs', 'tags', 1, 'new'], value: [1, 2.5, null] }),
      call('set_nested', { path: ['top'], value: 'level' }),
      call('delete_state', { key: 'k' }),
      call('set_state', { key: 'k', value: 'again, at the end' }),
      call('callback', {}, { as: 'cb' }),
      call('set_field', { field: 'state', value: { merged: true } }, { on: 'cb' }),
      call('set_action', { field: 'escalate', value: true }, { on: 'cb' }),
      call('set_action', { field: 'state_delta', value: { a: { b: 1 } } }, { on: 'cb' }),
      call('append_event', { session: 'root.session', event: message('done'), actions_from: 'cb', now: 5 }),
      call('set_field', { field: 'user_id', value: 7 }),
      call('set_field', { field: 'event_callback', value: true }),
      call('push_event', { event: message('to the root') }),
      call('set_field', { field: 'state', value: 'no dict at all' }),
      call('set_field', { field: 'session', value: null }),
    ],
  },
  {
    title: 'sessions are stored, found, replaced and deleted',
    given: { ...started, dialect: 'implemented' },
    calls: [
      call('create_session', { app_name: 'a', user_id: 'u', session_id: 's', state: { n: { m: 1 } } }, { as: 's1' }),
      call('get_session', { app_name: 'a', user_id: 'u', session_id: 's' }),
      call('run_start', { session: 's1', message: 'go', agent_name: 'root', now: 10 }, { as: 'run' }),
      call('set_nested', { path: ['n', 'm'], value: 2 }, { on: 'run' }),
      call('update_session', { session_id: 's', state: { n: 3 }, now: 11 }),
      call('append_event', { session: 's', event: message('to the new one') }),
      call('list_sessions', { app_name: 'a', user_id: 'u' }),
      call('delete_session', { session_id: 's' }),
      call('run_start', { session: { app_name: 'a', user_id: 'u' }, message: 'go', agent_name: 'root' }),
      call('import_session', { source: { id: 'x', app_name: 'a', user_id: 'u', events: [message('old')] } }),
      call('export'),
      call('new', { context: { session_id: 's2', agent_name: 'other', unknown: 'dropped' } }, { as: 'other' }),
      call('derive', { agent_name: 'child' }, { on: 'other' }),
      call('derive', { agent_name: 'again' }, { on: 'other', as: 'other' }),
      call('clear_session', {}, { on: 'other' }),
      call('readonly', {}, { on: 'other' }),
      call('transfer', { agent_name: 'expert' }, { on: 'other' }),
      call('get', { field: 'branch' }, { on: 'other' }),
    ],
  },
  {
    title: 'orchestrators derive a context for each member',
    given: { ...started, event_sink: true },
    calls: [
      call('run_sequential', {
        name: 'pipeline',
        agents: [{ name: 'a' }, { name: 'b', silent: true }, { name: 'c', sequence: [{ name: 'd' }] }],
        input: 'x',
      }),
      call('run_parallel', { name: 'fan-out', agents: [{ name: 'left' }, { name: 'right' }], input: 'x' }),
      call('run_loop', { name: 'loop', agents: [{ name: 'a' }], input: 'x', max_iterations: 2 }),
      call('run_loop', { name: 'loop', agents: [{ name: 'a', escalate: true }], input: 'x' }),
      call('run_agent_tool', { agent: { name: 'a' }, request: 'x' }),
      call('run_agent_tool', { agent: { name: 'a' }, request: 'x', before: 'stop here' }),
      call('is_final', { event: message('yes') }),
    ],
  },
];

const refused = (
  title: string,
  kind: string,
  last: OperationCall,
  calls: readonly OperationCall[] = [],
  given: RecordValue = started,
): ForbiddenCall => ({ title, kind, given, calls, call: last });

const views: readonly OperationCall[] = [call('readonly', {}, { as: 'ro' }), call('callback', {}, { as: 'cb' })];
const onView = (view: string, op: string, args: RecordValue = {}): OperationCall => call(op, args, { on: view });
const newWith = (context: Value): OperationCall => call('new', { context });

const forbidden: readonly ForbiddenCall[] = [
  refused('an argument is missing', 'validation_error', newWith({ session_id: 's' })),
  refused('a field has the wrong type', 'validation_error', newWith({ session_id: 's', agent_name: 'a', branch: 1 })),
  refused('a field is null', 'validation_error', newWith({ session_id: 's', agent_name: 'a', state: null })),
  refused('the session is a number', 'validation_error', newWith({ session_id: 's', agent_name: 'a', session: 1 })),
  refused(
    'the configuration is a list',
    'validation_error',
    newWith({ session_id: 's', agent_name: 'a', run_config: [] }),
  ),
  refused(
    'a callback cannot be called',
    'validation_error',
    newWith({ session_id: 's', agent_name: 'a', event_callback: 1 }),
  ),
  refused('the name is empty', 'validation_error', call('derive', { agent_name: '' })),
  refused('the name is empty', 'validation_error', call('transfer', { agent_name: '' })),
  refused('there is no such context', 'unknown_object', call('derive', { agent_name: 'x' }, { on: 'missing' })),
  refused('there is no such field', 'unknown_field', call('set_field', { field: '__proto__', value: 1 })),
  refused('there is no such field', 'unknown_field', call('get', { field: 'constructor' })),
  refused('there is no such key', 'key_error', call('get_state', { key: 'toString' })),
  refused('there is no such key', 'key_error', call('delete_state', { key: 'missing' })),
  refused('the path leads nowhere', 'key_error', call('set_nested', { path: ['prefs', 'none', 'x'], value: 1 })),
  refused('the list is shorter', 'key_error', call('set_nested', { path: ['prefs', 'tags', 2], value: 1 })),
  refused('a text has no elements', 'type_error', call('set_nested', { path: ['prefs', 'lang', 'x'], value: 1 })),
  refused('the path is empty', 'validation_error', call('set_nested', { path: [], value: 1 })),
  refused('the state is no dict', 'type_error', call('set_state', { key: 'k', value: 1 }), [
    call('set_field', { field: 'state', value: 5 }),
  ]),
  refused('the view is read-only', 'read_only', onView('ro', 'set_state', { key: 'k', value: 1 }), views),
  refused('the view is read-only', 'read_only', onView('ro', 'delete_state', { key: 'prefs' }), views),
  refused('the view is read-only', 'read_only', onView('ro', 'set_nested', { path: ['k'], value: 1 }), views),
  refused('the view is read-only', 'read_only', onView('ro', 'set_field', { field: 'state', value: {} }), views),
  refused('the view shows no session', 'unknown_field', onView('ro', 'get', { field: 'session' }), views),
  refused('the view has no such method', 'unknown_field', onView('ro', 'clear_session'), views),
  refused('the view has no callback', 'unknown_field', onView('cb', 'push_event', { event: message('x') }), views),
  refused(
    'a callback view cannot assign fields of its context',
    'read_only',
    onView('cb', 'set_field', { field: 'branch', value: '' }),
    views,
  ),
  refused(
    'a callback view has no such field',
    'unknown_field',
    onView('cb', 'set_field', { field: 'mood', value: '' }),
    views,
  ),
  refused(
    'actions have no such field',
    'unknown_field',
    onView('cb', 'set_action', { field: 'jump', value: 1 }),
    views,
  ),
  refused('only a callback context has actions', 'unknown_field', call('set_delta', { key: 'k', value: 1 })),
  refused('the callback is null', 'type_error', call('push_event', { event: message('x') })),
  refused('the event has no type', 'validation_error', call('is_final', { event: { id: 'x' } })),
  refused('the type is unknown', 'validation_error', call('is_final', { event: { type: 'shout' } })),
  refused(
    'a part is of no known kind',
    'validation_error',
    call('is_final', { event: message('', { content: { parts: [1] } }) }),
  ),
  refused(
    'the event is partial',
    'ignored',
    call('append_event', { session: 'main', event: message('x', { partial: true }) }),
  ),
  refused(
    'there is no such session',
    'validation_error',
    call('append_event', { session: 'none', event: message('x') }),
  ),
  refused(
    'actions_from names no callback context',
    'validation_error',
    call('append_event', { session: 'main', event: message('x'), actions_from: 'root' }),
  ),
  refused('the context holds a function', 'not_serialisable', call('export'), [], { ...started, event_sink: true }),
  refused('the source is not a session', 'validation_error', call('import_session', { source: { id: 'x' } })),
  refused('the service has no such session', 'key_error', call('update_session', { session_id: 'x' })),
  refused('the service has no such session', 'ignored', call('delete_session', { session_id: 'x' })),
  refused('an agent has no name', 'validation_error', call('run_sequential', { name: 'p', agents: [{}], input: 'x' })),
  refused('the agent is missing', 'validation_error', call('run_agent_tool', { request: 'x' })),
];

export const adkTesting: MachineTesting = { scripts, forbidden };

/** A recording made from the events of its session. */
export function recorded(events: readonly RecordValue[], header: Partial<AdkHeader> = {}) {
  const appended = events.map((event): AdkEvent => ({
    type: 'event-appended',
    event,
  }));
  return checked({ title: 'a recording', ...header }, appended);
}

export function checked(header: AdkHeader, events: readonly unknown[]): Session<AdkHeader, AdkEvent> {
  const session = adk.check({ system: 'adk', header, events, notes: [] });
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

export const user = (text: string, more: RecordValue = {}): RecordValue => ({
  type: 'user_message',
  author: 'user',
  content: { parts: [{ type: 'text', text }] },
  ...more,
});
