import type { RecordValue } from '../../../model/value.ts';
import type { Chunk } from '../artifact.ts';
import type { LifecycleMethod, TurnEnded } from '../event.ts';
import type { Part } from '../part.ts';
import { isTerminal } from '../task-state.ts';
import type { Args } from './args.ts';
import { agentMessage, done, placed, refused, type A2aDecided, type CalledOnTurn } from './called.ts';

/** The result of a lifecycle method: a state, and either parts of a message, an artifact, or neither. */
type TurnOutcome = Pick<TurnEnded, 'state' | 'artifact'> & { readonly says?: readonly Part[] };

const outcomes: { readonly [M in LifecycleMethod]: (args: Args) => TurnOutcome } = {
  complete(args) {
    const text = args.text('text');
    return text === undefined ? { state: 'completed' } : { state: 'completed', artifact: answer(args, { text }) };
  },
  complete_json(args) {
    const part = { data: args.given('data') ?? null, media_type: 'application/json' };
    const artifact = { ...answer(args, part), metadata: { media_type: 'application/json' } };
    return { state: 'completed', artifact };
  },
  respond: (args) => ({ state: 'completed', says: textParts(args.text('text')) }),
  reply_directly: (args) => ({ state: 'completed', says: textParts(args.text('text')) }),
  fail: (args) => ({ state: 'failed', says: textParts(args.text('reason')) }),
  // As in Python, an empty reason is none.
  reject: (args) => ({ state: 'rejected', says: textParts(args.text('reason') || 'Task rejected.') }),
  request_input: (args) => ({ state: 'input-required', says: textParts(args.text('question')) }),
  request_auth: (args) => ({ state: 'auth-required', says: authParts(args) }),
};

/** Runs a lifecycle method. Exactly one is allowed per turn. */
export function endTurn(by: LifecycleMethod, called: CalledOnTurn): A2aDecided {
  const { turn, task, args } = called;
  if (turn.ended || turn.id !== task.turn) {
    return refused(
      'turn_already_ended',
      `The turn has ended already: only one lifecycle method may be called per turn, so ${by}() did nothing.`,
    );
  }
  const { state, says, artifact } = outcomes[by](args);
  if (isTerminal(task.state)) {
    return refused('terminal_state', `The task is ${task.state} already: it cannot become ${state}.`);
  }
  const event: TurnEnded = {
    type: 'turn-ended',
    ...placed(called),
    by,
    state,
    ...(says !== undefined && { message: agentMessage(called, says) }),
    ...(artifact !== undefined && { artifact }),
  };
  return done([event]);
}

const answer = (args: Args, part: Part): Chunk => ({
  artifact_id: args.text('artifact_id') ?? 'final-answer',
  parts: [part],
});

const textParts = (text: string | undefined): readonly Part[] => (text === undefined ? [] : [{ text }]);

function authParts(args: Args): readonly Part[] {
  const schemes = args.texts('schemes');
  const data: RecordValue = {
    ...(schemes.length > 0 && { schemes }),
    ...named('credentialsHint', args.text('credentials_hint')),
    ...named('authUrl', args.text('auth_url')),
  };
  const hints: readonly Part[] = Object.keys(data).length === 0 ? [] : [{ data, media_type: 'application/json' }];
  const parts = [...textParts(args.text('details')), ...hints];
  return parts.length === 0 ? textParts('Authentication required.') : parts;
}

const named = (key: string, text: string | undefined): RecordValue =>
  text === undefined || text === '' ? {} : { [key]: text };
