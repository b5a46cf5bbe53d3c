import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { isRecord, type RecordValue } from '../../model/value.ts';
import { checkedArguments } from '../arguments.ts';
import type { Decided, Machine, OperationCall } from '../machine.ts';
import type { KnownKeys } from '../known-keys.ts';
import { apply } from './apply.ts';
import type { AdkEvent } from './event.ts';
import type { AdkHeader } from './header.ts';
import { initialState } from './initial-state.ts';
import { newSession } from './new-session.ts';
import { constructed, contextOperations } from './operations/contexts.ts';
import { eventOperations } from './operations/events.ts';
import { Ask, refused, type Operation } from './operations/operation.ts';
import { orchestratorOperations } from './operations/orchestrators.ts';
import { sessionOperations } from './operations/sessions.ts';
import { stateOperations } from './operations/state.ts';
import { fromSnapshot, headerFrom, toSnapshot } from './snapshot.ts';
import type { Opening } from '../system.ts';
import type { AdkState } from './state.ts';

const operations: readonly Operation[] = [
  ...contextOperations,
  ...stateOperations,
  ...eventOperations,
  ...sessionOperations,
  ...orchestratorOperations,
];

const byName = new Map(operations.map((operation) => [operation.name, operation]));

/** The state machine of langchain_adk's Context and of the sessions and callbacks around it. */
export const adkMachine: Machine<AdkState, AdkEvent> = {
  operations,
  start(given) {
    const opening = openingOf(given);
    return opening.ok ? ok(initialState(opening.value.header)) : opening;
  },
  decide(state: AdkState, call: OperationCall): Decided<AdkEvent> {
    const operation = byName.get(call.op);
    const { on, target } = new Ask(state, call);
    if (target === undefined) return refused('unknown_object', on);
    if (operation === undefined) return refused('unknown_operation', call.op);
    const args = checkedArguments(operation, call.args);
    if (!args.ok) return refused('validation_error', args.problem.argument, args.problem.message);
    return operation.decide(new Ask(state, { ...call, args: args.value }));
  },
  apply,
  toSnapshot,
  fromSnapshot,
};

/** The keys that a run accepts at its start. Inside `context`, the class ignores unknown arguments. */
export const adkStartKeys: KnownKeys = { context: null, session: null, event_sink: null, dialect: null };

/** Builds the opening of a run, from constructor arguments or from a snapshot. */
export function openingOf({ snapshot, ...given }: RecordValue): Result<Opening<AdkHeader, AdkEvent>, Problem> {
  const header = snapshot === undefined ? headerOf(given) : headerFrom(snapshot);
  return header.ok ? ok({ header: header.value, events: [] }) : header;
}

/** The header of a session file: the root context after construction, and its session. */
export function headerOf(given: RecordValue): Result<AdkHeader, Problem> {
  const {
    context,
    session,
    dialect = 'documented',
    event_sink,
  }: RecordValue = isEmptyStart(given) ? { ...given, ...minimalStart } : given;
  if (dialect !== 'documented' && dialect !== 'implemented') return err(malformed('dialect'));
  const made = isRecord(context) ? constructed(context, 1) : { field: 'context' };
  if ('field' in made) return err(malformed(made.field));
  const newMain =
    session === undefined || session === null ? undefined : newSession(session, { id: 'main', timestamp: 0 });
  if (newMain !== undefined && !newMain.ok) return err(malformed(`session.${newMain.problem.field}`));
  const contextSession = isRecord(made.session) ? made.session : undefined;
  const main = newMain?.value ?? contextSession;
  return ok({
    title: 'A run',
    dialect,
    context: main === undefined ? { ...made.fields, session: null } : made.fields,
    ...(main === undefined ? {} : { session: main }),
    ...(event_sink === true ? { event_sink } : {}),
  });
}

/** A context needs an agent and a session, so a run that starts with neither uses the minimalStart valid ones. */
const minimalStart: RecordValue = {
  context: { session_id: 'session-1', agent_name: 'agent' },
  session: { id: 'session-1', app_name: '', user_id: '' },
};

const isEmptyStart = ({ context, session }: RecordValue): boolean => context === undefined && session === undefined;

const malformed = (field: string): Problem => ({
  code: 'adk/malformed',
  message: `Cannot construct a context: “${field}” is missing or has the wrong type.`,
});
