import { unreachable } from '../../../base/unreachable.ts';
import { Growing } from '../../model/growing.ts';
import type { TurnKind } from '../../model/history.ts';
import type { InvocationFacts } from '../../model/history-builder.ts';
import { formatInstant, parseInstant } from '../../model/instant.ts';
import { addTokens, noTokens, type TokenCounts } from '../../model/tokens.ts';
import type { RecordValue } from '../../model/value.ts';
import type { CapabilityInvoked, ResultRecorded, TaskEvent } from './event.ts';
import type { LimitName } from './limits.ts';
import type { TaskHeader } from './header.ts';
import { countsOf, invocationOf, taskIO } from './history.ts';

/** A task at one moment. */
export interface TaskState {
  readonly header: TaskHeader;
  readonly phase: Phase;
  /** Seconds since the task was created, as far as its events show. */
  readonly age: number;
  readonly modelTurns: number;
  readonly tokens: TokenCounts;
  readonly turns: Growing<TurnKind>;
  readonly inputs: Growing<RecordValue>;
  readonly outputs: Growing<RecordValue>;
  readonly invocations: Growing<InvocationFacts>;
}

/** An answer leads back to `idle`; only `terminal` is permanent. */
export type Phase = { readonly kind: 'idle' } | { readonly kind: 'processing' } | Terminal;

export type Terminal =
  | { readonly kind: 'terminal'; readonly reason: 'limit_exceeded'; readonly limit: LimitName }
  | { readonly kind: 'terminal'; readonly reason: 'unrecoverable_error' | 'locked' | 'closed' };

const idle: Phase = { kind: 'idle' };
const processing: Phase = { kind: 'processing' };

/** A task just created. */
export function initialState(header: TaskHeader): TaskState {
  return {
    header,
    phase: idle,
    age: 0,
    modelTurns: 0,
    tokens: noTokens,
    turns: Growing.of(),
    inputs: Growing.of(),
    outputs: Growing.of(),
    invocations: Growing.of(),
  };
}

/** The task's wall clock; undefined when its creation is not recorded. */
export function clockOf({ header, age }: TaskState): string | undefined {
  const start = header.started_at === undefined ? undefined : parseInstant(header.started_at);
  return start === undefined ? undefined : formatInstant(start + age * 1000);
}

/** Returns the same object when nothing changes. A terminal task never changes. */
export function apply(state: TaskState, event: TaskEvent): TaskState {
  if (state.phase.kind === 'terminal') return state;
  return happened('at' in event && event.at !== undefined ? grownOlder(state, event.at) : state, event);
}

function happened(state: TaskState, event: TaskEvent): TaskState {
  switch (event.type) {
    case 'input-received': {
      const inputs = state.inputs.append(taskIO(event.message, event.params));
      return { ...state, phase: processing, inputs, turns: state.turns.append('input') };
    }
    case 'model-called':
      return {
        ...state,
        modelTurns: state.modelTurns + 1,
        tokens: addTokens(state.tokens, countsOf(event.tokens)),
        turns: state.turns.append('llm'),
      };
    case 'capability-invoked':
      return { ...withInvocation(state, event), turns: state.turns.append('capability') };
    case 'result-recorded':
      return withInvocation(state, event);
    case 'turn-recorded': {
      const phase = event.kind === 'input' ? processing : state.phase;
      return { ...state, phase, turns: state.turns.append(event.kind) };
    }
    case 'output-sent':
      return { ...state, phase: idle, outputs: state.outputs.append(taskIO(event.message, event.exposes)) };
    case 'tokens-totalled':
      return withTokens(state, countsOf(event));
    case 'clock-advanced':
      return event.seconds === 0 ? state : { ...state, age: state.age + event.seconds };
    case 'values-stated':
    case 'tools-defined':
      // Concerns the recording, not the task.
      return state;
    case 'status-stated':
      return state.phase.kind === event.phase ? state : { ...state, phase: event.phase === 'idle' ? idle : processing };
    case 'file-written':
    case 'task-created':
    case 'call-held':
    case 'review-decided':
    case 'wait-settled':
      // Concerns the mount, the children or the waiting calls, not the task itself.
      return state;
    case 'failed':
      return { ...state, phase: { kind: 'terminal', reason: 'unrecoverable_error' } };
    case 'limit-exceeded':
      return { ...state, phase: { kind: 'terminal', reason: 'limit_exceeded', limit: event.limit } };
    case 'locked':
    case 'closed':
      return { ...state, phase: { kind: 'terminal', reason: event.type } };
    default:
      return unreachable(event);
  }
}

const withInvocation = (state: TaskState, event: CapabilityInvoked | ResultRecorded): TaskState => ({
  ...state,
  invocations: state.invocations.append(invocationOf(event)),
});

function withTokens(state: TaskState, tokens: TokenCounts): TaskState {
  const { prompt, completion, total } = state.tokens;
  const isSame = prompt === tokens.prompt && completion === tokens.completion && total === tokens.total;
  return isSame ? state : { ...state, tokens };
}

function grownOlder(state: TaskState, at: string): TaskState {
  const age = ageAt(state.header, at, state.age);
  return age === state.age ? state : { ...state, age };
}

/** Clocks of different machines differ a little, so the age of a task never decreases. */
export function ageAt({ started_at }: TaskHeader, at: string, otherwise: number): number {
  const start = started_at === undefined ? undefined : parseInstant(started_at);
  const now = start === undefined ? undefined : parseInstant(at);
  return start === undefined || now === undefined ? otherwise : Math.max(otherwise, (now - start) / 1000);
}
