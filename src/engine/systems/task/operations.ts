import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { addTokens, type TokenCounts } from '../../model/tokens.ts';
import type { CallOutcome, ModelCalled, TaskEvent, TokenNumbers } from './event.ts';
import type { FunctionName } from './function-name.ts';
import type { Limits } from './header.ts';
import { countsOf } from './history.ts';
import { ageAt, clockOf, type TaskState } from './machine.ts';
import { readDuration, type LimitName } from './limits.ts';

/** The result of an operation: its events, or the reason for its refusal. */
export type Decided = Result<readonly TaskEvent[], Problem>;

/** The operations of a task. Each decides for a state without changing it; `apply` changes it, event by event. */
export const operations = {
  input(state: TaskState, args: { message?: readonly Value[]; params?: RecordValue; at?: string }): Decided {
    const { message, params, at } = args;
    if (message === undefined) return err(missingMessage('An input'));
    return unlessOver(state, at, [], (stamp) => [
      { type: 'input-received', ...stamp, message, ...(params === undefined ? {} : { params }) },
    ]);
  },

  /** One model call, with the tokens it took. */
  llm(state: TaskState, args: TokenNumbers & { text?: string; at?: string }): Decided {
    const { text, at, ...tokens } = args;
    return unlessOver(state, at, [['max_turns', state.modelTurns + 1]], (stamp) => {
      const event: ModelCalled = { type: 'model-called', ...stamp, tokens, ...(text === undefined ? {} : { text }) };
      // Only the sums are computed: applying the event here would make the real next state copy all columns.
      const sums = addTokens(state.tokens, countsOf(event.tokens));
      return [event, ...tokenLimits(sums, state.header.limits ?? {}, stamp)];
    });
  },

  /** One use of a capability. The task continues after any outcome. */
  invoke(state: TaskState, args: InvokeArgs): Decided {
    return unlessOver(state, args.at, [['max_tool_calls', state.invocations.length + 1]], (stamp) => [
      { type: 'capability-invoked', ...stamp, ...invoked(args) },
    ]);
  },

  /** Checks whether one more call may begin beside the running ones: no event, or the end of the task. */
  admit: (state: TaskState, { out }: { out: number }): Decided =>
    unlessOver(state, undefined, [['max_tool_calls', state.invocations.length + out + 1]], () => []),

  /** Checks whether a task that waited may continue: no event, or the end of the task. */
  goOn: (state: TaskState): Decided => unlessOver(state, undefined, [], () => []),

  /** The result of an admitted call. Limits were checked when it began. */
  answer: (state: TaskState, args: InvokeArgs): Decided =>
    unlessTerminal(state, (stamp) => [{ type: 'capability-invoked', ...stamp, ...invoked(args) }]),

  /** A use by an `invoke` step of the middleware: recorded, but not a turn. */
  record(state: TaskState, args: InvokeArgs): Decided {
    return unlessOver(state, args.at, [['max_tool_calls', state.invocations.length + 1]], (stamp) => [
      { type: 'result-recorded', ...stamp, ...invoked(args) },
    ]);
  },

  /** The agent answers; the task is idle again. */
  output(state: TaskState, args: { message?: readonly Value[]; exposes?: RecordValue; at?: string }): Decided {
    const { message, exposes, at } = args;
    if (message === undefined) return err(missingMessage('An answer'));
    return unlessOver(state, at, [], (stamp) => [
      { type: 'output-sent', ...stamp, message, ...(exposes === undefined ? {} : { exposes }) },
    ]);
  },

  fail: (state: TaskState, { error }: { error: string }): Decided =>
    unlessTerminal(state, (stamp) => [{ type: 'failed', error, ...stamp }]),

  lock: (state: TaskState, given: { reason?: string; withheld?: Value }): Decided =>
    unlessTerminal(state, (stamp) => [{ type: 'locked', ...given, ...stamp }]),

  close: (state: TaskState): Decided => unlessTerminal(state, (stamp) => [{ type: 'closed', ...stamp }]),

  /** Time passes. This alone ends nothing: the age limit is checked before the next action. */
  advance(state: TaskState, { seconds }: { seconds: number }): Decided {
    if (!(seconds >= 0)) return err(noTime(seconds));
    return ok(state.phase.kind === 'terminal' || seconds === 0 ? [] : [{ type: 'clock-advanced', seconds }]);
  },
};

export interface InvokeArgs {
  readonly function: FunctionName;
  readonly args?: Value;
  readonly outcome: CallOutcome;
  readonly output?: Value;
  readonly error?: string;
  readonly task_id?: string;
  readonly passed?: Value;
  readonly at?: string;
}

/** Unlike a recording, an operation is complete: an omitted field is empty, not unknown. */
function invoked({ at: _at, ...given }: InvokeArgs): Omit<InvokeArgs, 'at'> {
  const call = { args: {}, ...given };
  if (given.output !== undefined || given.outcome === 'blocked_before') return call;
  return given.outcome === 'error' ? { error: 'The call failed.', ...call } : { ...call, output: null };
}

/** The status of a task, in the specification's words. */
export interface Status {
  readonly phase: TaskState['phase']['kind'];
  readonly terminal_reason: string | null;
  readonly limit?: LimitName;
}

export function statusOf({ phase }: TaskState): Status {
  if (phase.kind !== 'terminal') return { phase: phase.kind, terminal_reason: null };
  const status = { phase: phase.kind, terminal_reason: phase.reason };
  return phase.reason === 'limit_exceeded' ? { ...status, limit: phase.limit } : status;
}

const missingMessage = (what: string): Problem => ({
  code: 'task/missing-message',
  message: `${what} needs a message: a list of content parts such as {"mimeType": "text/plain", "text": "hi"}.`,
});

const noTime = (seconds: number): Problem => ({
  code: 'task/invalid-argument',
  message: `“seconds” must be 0 or more, because time only passes forwards; it is ${seconds}.`,
});

type Stamp = { readonly at?: string };

function unlessTerminal(state: TaskState, decide: (stamp: Stamp) => readonly TaskEvent[]): Decided {
  if (state.phase.kind === 'terminal') {
    const { reason } = state.phase;
    return err({
      code: 'task/task-terminal',
      message: `The task is over (${reason}) and accepts no further operation. Start a new task instead.`,
    });
  }
  const at = clockOf(state);
  return ok(decide(at === undefined ? {} : { at }));
}

/** Turns, calls and age are checked before an action. An action that would exceed a limit does not happen; the task ends. */
function unlessOver(
  state: TaskState,
  at: string | undefined,
  wanted: readonly (readonly ['max_turns' | 'max_tool_calls', number])[],
  decide: (stamp: Stamp) => readonly TaskEvent[],
): Decided {
  return unlessTerminal(state, (stamp) => {
    const asked = at === undefined ? stamp : { at };
    // The action may be later than every event of the task.
    const age = at === undefined ? state.age : ageAt(state.header, at, state.age);
    const limits = state.header.limits ?? {};
    const maxAge = limits.max_age === undefined ? undefined : readDuration(limits.max_age);
    if (maxAge !== undefined && age > maxAge) return [{ type: 'limit-exceeded', limit: 'max_age', ...asked }];
    for (const [limit, count] of wanted) {
      if (count > (limits[limit] ?? Number.POSITIVE_INFINITY)) return [{ type: 'limit-exceeded', limit, ...asked }];
    }
    return decide(asked);
  });
}

/** Tokens are checked right after the call that used them. An unknown sum exceeds nothing. */
function tokenLimits(tokens: TokenCounts, limits: Limits, stamp: Stamp): readonly TaskEvent[] {
  const isOver = (sum: number | undefined, limit: number | undefined) =>
    sum !== undefined && limit !== undefined && sum > limit;
  if (isOver(tokens.prompt, limits.max_prompt_tokens)) {
    return [{ type: 'limit-exceeded', limit: 'max_prompt_tokens', ...stamp }];
  }
  if (isOver(tokens.completion, limits.max_completion_tokens)) {
    return [{ type: 'limit-exceeded', limit: 'max_completion_tokens', ...stamp }];
  }
  return [];
}
