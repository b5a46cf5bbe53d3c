import { isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { contextFields, type Dialect } from '../state.ts';
import { SessionView } from '../views.ts';
import { newSession } from '../new-session.ts';
import { optional, required } from '../../parameters.ts';
import { contextOf, entriesOf, refused, textField, type Ask, type Operation } from './operation.ts';

/** Operations that construct contexts, and that derive new ones from existing ones. */
export const contextOperations: readonly Operation[] = [
  {
    name: 'new',
    about: 'Constructs a new context, which shares nothing with the existing ones.',
    parameters: [required('context', 'map', 'The arguments: session_id and agent_name are required.')],
    decide(ask) {
      const given = ask.arg('context');
      if (given === undefined || !isRecord(given)) return refused('validation_error', 'context');
      const name = ask.contextName('context');
      // A script refers to an existing session as `root.session`.
      const named = typeof given['session'] === 'string' ? ask.sessionNamed(given['session']) : undefined;
      const args = named === undefined ? given : { ...given, session: ask.views.session(named) };
      const checked = constructed(args, ask.state.idCount + 1);
      if ('field' in checked) return refused('validation_error', checked.field);
      const { session } = checked;
      const key = typeof session === 'string' ? session : ask.sessionName();
      if (isRecord(session)) ask.emit({ type: 'session-opened', session: key, data: session });
      const sessionField = session === null ? {} : { session: key };
      ask.emit({ type: 'context-created', context: name, fields: checked.fields, ...sessionField });
      return ask.made(name);
    },
  },
  {
    name: 'derive',
    about: 'Derives a context for a sub-agent: with its own agent name and branch, everything else shared.',
    parameters: [
      required('agent_name', 'string', 'The agent that runs in it.'),
      optional('branch_suffix', 'string', 'The last part of its branch, where that is not the agent’s name.'),
    ],
    decide(ask) {
      const agent = ask.text('agent_name');
      if (agent === '') return refused('validation_error', 'agent_name');
      const suffix = ask.text('branch_suffix');
      if (contextOf(ask) === undefined) return refused('unknown_field', 'derive');
      const name = ask.contextName(agent);
      derive(ask, ask.on, name, agent, suffix);
      return ask.made(name);
    },
  },
  {
    name: 'transfer',
    about:
      'A copy with another agent’s name in the same branch, as a runner makes it when an event transfers to that agent.',
    parameters: [required('agent_name', 'string', 'The agent that takes over.')],
    decide(ask) {
      const agent_name = ask.text('agent_name');
      const context = contextOf(ask);
      if (agent_name === '') return refused('validation_error', 'agent_name');
      if (context === undefined) return refused('unknown_field', 'transfer');
      const name = ask.contextName(agent_name);
      const branch = textField(context, 'branch');
      ask.emit({ type: 'context-derived', context: name, from: ask.on, agent_name, branch });
      return ask.made(name);
    },
  },
  {
    name: 'clear_session',
    about: 'A copy whose session is a new, empty one with the context’s ids; the state stays shared.',
    parameters: [],
    decide(ask) {
      if (contextOf(ask) === undefined) return refused('unknown_field', 'clear_session');
      const name = ask.contextName(`${ask.on}-cleared`);
      clearSession(ask, ask.on, name);
      return ask.made(name);
    },
  },
  {
    name: 'readonly',
    about: 'The read-only view that instruction providers and planners get.',
    parameters: [],
    decide: (ask) => openView(ask, 'readonly'),
  },
  {
    name: 'callback',
    about: 'The view that callbacks get: the shared state, and its own actions.',
    parameters: [],
    decide: (ask) => openView(ask, 'callback'),
  },
];

function openView(ask: Ask, view: 'readonly' | 'callback') {
  if (contextOf(ask) === undefined) return refused('unknown_field', view);
  const name = ask.contextName(`${ask.on}-${view}`);
  ask.emit({ type: 'view-opened', context: name, from: ask.on, view });
  return ask.made(name);
}

/** The branch of a child: the documented rule starts the path at the root agent, the implemented rule at the child. */
function childBranch(dialect: Dialect, branch: string, parentAgent: string, suffix: string): string {
  const start = branch === '' && dialect === 'documented' ? parentAgent : branch;
  return start === '' ? suffix : `${start}.${suffix}`;
}

export function derive(ask: Ask, from: string, name: string, agent: string, suffix = ''): void {
  const parent = ask.state.contexts.get(from);
  if (parent?.kind !== 'context') return;
  const [above, above_agent] = [textField(parent, 'branch'), textField(parent, 'agent_name')];
  const branch = childBranch(ask.state.dialect, above, above_agent, suffix === '' ? agent : suffix);
  ask.emit({ type: 'context-derived', context: name, from, agent_name: agent, branch });
}

export function clearSession(ask: Ask, from: string, name: string): void {
  const context = ask.state.contexts.get(from);
  const slot = context?.kind === 'context' ? context.fields['session'] : undefined;
  const hasSession = slot !== undefined && 'session' in slot;
  const session = hasSession ? { session: ask.sessionName() } : {};
  ask.emit({ type: 'session-cleared', context: name, from, ...session });
}

const texts = ['invocation_id', 'session_id', 'user_id', 'app_name', 'agent_name', 'branch'] as const;

interface Constructed {
  readonly fields: RecordValue;
  /** The name of an existing session, or the data of a new one. */
  readonly session: string | RecordValue | null;
}

/**
 * Checks the arguments field by field, in the order of the class definition, and drops unknown ones. `number` makes the
 * id of the invocation if the arguments have none.
 */
export function constructed(given: RecordValue, number: number): Constructed | { readonly field: string } {
  const arg = (field: string): Value | undefined => (Object.hasOwn(given, field) ? given[field] : undefined);
  const defaults: { readonly [field: string]: Value | undefined } = {
    invocation_id: `invocation-${number}`,
    user_id: '',
    app_name: '',
    branch: '',
  };
  const fields: { [field: string]: Value } = {};
  for (const field of texts) {
    const value = arg(field) ?? (arg(field) === null ? null : defaults[field]);
    if (typeof value !== 'string') return { field };
    fields[field] = value;
  }
  const state = arg('state') === undefined ? {} : entriesOf(arg('state'));
  if (state === undefined) return { field: 'state' };
  const session = sessionOf(arg('session'));
  if (session === undefined) return { field: 'session' };
  const config = arg('run_config') === undefined ? {} : entriesOf(arg('run_config'));
  if (config === undefined) return { field: 'run_config' };
  const callback = arg('event_callback') ?? null;
  if (callback !== null) return { field: 'event_callback' };
  // A shallow copy, as the class makes: the caller's own dicts stay unchanged.
  Object.assign(fields, { state: { ...state }, run_config: { ...config } });
  Object.assign(fields, { memory_service: arg('memory_service') ?? null, event_callback: null });
  return { fields: session === null ? { ...fields, session } : fields, session };
}

function sessionOf(given: Value | undefined): Constructed['session'] | undefined {
  if (given === undefined || given === null) return null;
  if (given instanceof SessionView) return given.id;
  const made = newSession(given, { id: 'session', timestamp: 0 });
  return made.ok ? made.value : undefined;
}

export const isField = (field: string): boolean => (contextFields as readonly string[]).includes(field);
