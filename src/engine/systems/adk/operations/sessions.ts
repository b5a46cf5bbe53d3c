import { isRecord, type Value } from '../../../model/value.ts';
import { newSession } from '../new-session.ts';
import { copied, plain } from '../present.ts';
import { SessionView } from '../views.ts';
import { optional, required } from '../../parameters.ts';
import { contextOf, entriesOf, now, refused, type Ask, type Operation } from './operation.ts';

const ids = [
  required('app_name', 'string', 'The application.'),
  required('user_id', 'string', 'The user of the session.'),
] as const;

/** Operations on sessions, on the session service, and on what a runner does with them. */
export const sessionOperations: readonly Operation[] = [
  {
    name: 'run_start',
    about:
      'Does what a runner does before the agent starts: creates a context with a copy of the session’s state, and appends the user’s event.',
    parameters: [
      required('session', 'any', 'A session, or the name of one.'),
      required('message', 'string', 'The message of the user.'),
      required('agent_name', 'string', 'The agent to run.'),
      now,
    ],
    decide: runStart,
  },
  {
    name: 'export',
    about: 'Returns the JSON of a context with all its fields. Fails if a field holds a function.',
    parameters: [],
    decide(ask) {
      const context = contextOf(ask);
      if (context === undefined) return refused('unknown_field', 'export');
      const live = Object.entries(context.fields).find(([, slot]) => 'callback' in slot);
      if (live !== undefined) return refused('not_serialisable', live[0]);
      return ask.done(copied(ask.views.context(ask.on)));
    },
  },
  {
    name: 'import_session',
    about: 'Loads a session from its JSON.',
    parameters: [{ ...required('source', 'map', 'The JSON of a session.'), takesObject: true }],
    decide(ask) {
      const made = newSession(copied(ask.arg('source') ?? null), { id: 'session', timestamp: 0 });
      if (!made.ok) return refused('validation_error', made.problem.field);
      const session = ask.sessionName(ask.call.as);
      ask.emit({ type: 'session-opened', session, data: made.value });
      return ask.madeSession(session);
    },
  },
  {
    name: 'create_session',
    about: 'The session service creates a session and stores it.',
    parameters: [
      ...ids,
      optional('session_id', 'string', 'Its id; generated if missing.'),
      { ...optional('state', 'map', 'Its initial state.'), takesObject: true },
      now,
    ],
    decide(ask) {
      const key = ask.sessionName(ask.call.as);
      const [app_name, user_id] = [ask.arg('app_name') ?? null, ask.arg('user_id') ?? null];
      const state = ask.arg('state') === undefined ? {} : (entriesOf(ask.arg('state')) ?? null);
      const id = ask.arg('session_id') ?? key;
      const given = { id, app_name, user_id, state, last_update_time: ask.now ?? 0 };
      const made = newSession(given, { id: key, timestamp: 0 });
      if (!made.ok) return refused('validation_error', made.problem.field);
      ask.emit({ type: 'session-opened', session: key, data: made.value });
      ask.emit({ type: 'session-stored', id: String(made.value['id']), session: key });
      return ask.madeSession(key);
    },
  },
  {
    name: 'get_session',
    about: 'Returns the session that the service stores under an id; null if application or user differ.',
    parameters: [...ids, required('session_id', 'string', 'Its id.')],
    decide(ask) {
      const key = ask.state.store.get(ask.text('session_id'));
      return ask.done(key !== undefined && isOwn(ask, key) ? ask.views.session(key) : null);
    },
  },
  {
    name: 'list_sessions',
    about: 'Lists the sessions that the service stores for a user of an application.',
    parameters: ids,
    decide(ask) {
      const own = [...ask.state.store.entries()].filter(([, key]) => isOwn(ask, key));
      return ask.done(own.map(([, key]) => ask.views.session(key)));
    },
  },
  {
    name: 'update_session',
    about:
      'The service replaces a session by a new object with the values merged; holders of the old object do not see the change.',
    parameters: [
      required('session_id', 'string', 'Its id.'),
      { ...optional('state', 'map', 'The values.'), takesObject: true },
      now,
    ],
    decide: update,
  },
  {
    name: 'delete_session',
    about: 'The service deletes a session.',
    parameters: [required('session_id', 'string', 'Its id.')],
    decide(ask) {
      const id = ask.text('session_id');
      if (!ask.state.store.has(id)) return { kind: 'ignored' };
      ask.emit({ type: 'session-removed', id });
      return ask.done();
    },
  },
];

function isOwn(ask: Ask, key: string): boolean {
  const session = ask.state.sessions.get(key);
  return session !== undefined && session.app_name === ask.text('app_name') && session.user_id === ask.text('user_id');
}

function update(ask: Ask) {
  const id = ask.text('session_id');
  const from = ask.state.store.get(id);
  if (from === undefined) return refused('key_error', id, `The service has no session “${id}”.`);
  const state = ask.arg('state');
  const values = entriesOf(state);
  if (state !== undefined && values === undefined) return refused('validation_error', 'state');
  const session = ask.sessionName(ask.call.as);
  const changed = values === undefined ? {} : { values };
  const at = ask.now === undefined ? {} : { now: ask.now };
  ask.emit({ type: 'session-copied', session, from, ...changed, ...at });
  ask.emit({ type: 'session-stored', id, session });
  return ask.madeSession(session);
}

function runStart(ask: Ask) {
  const [message, agent_name] = [ask.text('message'), ask.text('agent_name')];
  const name = ask.contextName('run');
  const session = sessionToRun(ask);
  const record = session === undefined ? undefined : ask.state.sessions.get(session);
  if (session === undefined || record === undefined) return refused('validation_error', 'session');
  const invocation_id = `invocation-${ask.state.idCount + 1}`;
  const { id, app_name, user_id } = record;
  const fields = {
    invocation_id,
    session_id: id,
    user_id,
    app_name,
    agent_name,
    branch: '',
    run_config: {},
    memory_service: null,
    event_callback: null,
  };
  ask.emit({ type: 'context-created', context: name, fields, session, state_of: session });
  const parts = [{ type: 'text', text: message }];
  const made = ask.event({ type: 'user_message', author: 'user', invocation_id, session_id: id, content: { parts } });
  if ('refused' in made) return made.refused;
  ask.emit({
    type: 'event-appended',
    session,
    event: made.event,
    ...(ask.now === undefined ? {} : { now: ask.now }),
  });
  return ask.made(name);
}

/** The name of an existing session, or of a new one made from the argument. */
function sessionToRun(ask: Ask): string | undefined {
  const requested: Value | undefined = ask.arg('session');
  if (requested instanceof SessionView || typeof requested === 'string') return ask.session('session');
  const data = plain(requested ?? null);
  if (!isRecord(data)) return undefined;
  const session = ask.sessionName();
  const made = newSession(data, { id: session, timestamp: 0 });
  if (!made.ok) return undefined;
  ask.emit({ type: 'session-opened', session, data: made.value });
  return session;
}
