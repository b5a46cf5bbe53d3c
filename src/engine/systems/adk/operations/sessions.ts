import { isRecord, type Value } from '../../../model/value.ts';
import { newSession } from '../new-session.ts';
import { copied, plain } from '../present.ts';
import { SessionView } from '../views.ts';
import { optional, required } from '../../parameters.ts';
import { contextOf, entriesOf, now, refused, type Ask, type Operation } from './operation.ts';

const ids = [
  required('app_name', 'string', 'The application.'),
  required('user_id', 'string', 'Whose session it is.'),
] as const;

/** Sessions, the service that keeps them, and what a runner does with them. */
export const sessionOperations: readonly Operation[] = [
  {
    name: 'run_start',
    about:
      'What a runner does before the agent starts: a context with a copy of the session’s state, and the user’s event.',
    parameters: [
      required('session', 'any', 'A session, or the name of one.'),
      required('message', 'string', 'What the user says.'),
      required('agent_name', 'string', 'The agent that is run.'),
      now,
    ],
    decide: runStart,
  },
  {
    name: 'export',
    about: 'The JSON of a context, every field there. A function in it cannot be written.',
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
      ask.happened({ type: 'session-opened', session, data: made.value });
      return ask.madeSession(session);
    },
  },
  {
    name: 'create_session',
    about: 'The session service makes a session and keeps it.',
    parameters: [
      ...ids,
      optional('session_id', 'string', 'Its id; otherwise one is made up.'),
      { ...optional('state', 'map', 'What its state starts with.'), takesObject: true },
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
      ask.happened({ type: 'session-opened', session: key, data: made.value });
      ask.happened({ type: 'session-stored', id: String(made.value['id']), session: key });
      return ask.madeSession(key);
    },
  },
  {
    name: 'get_session',
    about: 'The session that the service has under an id; nothing where application or user are others.',
    parameters: [...ids, required('session_id', 'string', 'Its id.')],
    decide(ask) {
      const key = ask.state.store.get(ask.text('session_id'));
      return ask.done(key !== undefined && isOwn(ask, key) ? ask.views.session(key) : null);
    },
  },
  {
    name: 'list_sessions',
    about: 'All sessions of an application’s user that the service has.',
    parameters: ids,
    decide(ask) {
      const own = [...ask.state.store.entries()].filter(([, key]) => isOwn(ask, key));
      return ask.done(own.map(([, key]) => ask.views.session(key)));
    },
  },
  {
    name: 'update_session',
    about:
      'The service replaces a session by another object with the values merged; holders of the old one see none of it.',
    parameters: [
      required('session_id', 'string', 'Its id.'),
      { ...optional('state', 'map', 'The values.'), takesObject: true },
      now,
    ],
    decide: update,
  },
  {
    name: 'delete_session',
    about: 'The service forgets a session.',
    parameters: [required('session_id', 'string', 'Its id.')],
    decide(ask) {
      const id = ask.text('session_id');
      if (!ask.state.store.has(id)) return { kind: 'ignored' };
      ask.happened({ type: 'session-removed', id });
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
  ask.happened({ type: 'session-copied', session, from, ...changed, ...at });
  ask.happened({ type: 'session-stored', id, session });
  return ask.madeSession(session);
}

function runStart(ask: Ask) {
  const [message, agent_name] = [ask.text('message'), ask.text('agent_name')];
  const name = ask.contextName('run');
  const session = sessionToRun(ask);
  const held = session === undefined ? undefined : ask.state.sessions.get(session);
  if (session === undefined || held === undefined) return refused('validation_error', 'session');
  const invocation_id = `invocation-${ask.state.made + 1}`;
  const { id, app_name, user_id } = held;
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
  ask.happened({ type: 'context-created', context: name, fields, session, state_of: session });
  const parts = [{ type: 'text', text: message }];
  const made = ask.event({ type: 'user_message', author: 'user', invocation_id, session_id: id, content: { parts } });
  if ('refused' in made) return made.refused;
  ask.happened({
    type: 'event-appended',
    session,
    event: made.event,
    ...(ask.now === undefined ? {} : { now: ask.now }),
  });
  return ask.made(name);
}

/** One that is there, or one made of what was given. */
function sessionToRun(ask: Ask): string | undefined {
  const given: Value | undefined = ask.arg('session');
  if (given instanceof SessionView || typeof given === 'string') return ask.session('session');
  const data = plain(given ?? null);
  if (!isRecord(data)) return undefined;
  const session = ask.sessionName();
  const made = newSession(data, { id: session, timestamp: 0 });
  if (!made.ok) return undefined;
  ask.happened({ type: 'session-opened', session, data: made.value });
  return session;
}
