import type { PolicyOutcome } from '../model/verdict.ts';
import type { RecordValue, Value } from '../model/value.ts';

/** The result of one turn under a policy, step by step. */
export interface ReplayedTurn {
  readonly outcome: PolicyOutcome;
  readonly steps: readonly ReplayedStep[];
  /** The message to the model about a call that was stopped; null when none was. */
  readonly error: string | null;
  /** Input and output after the policy, in this order; empty when it did not change them. */
  readonly changes: readonly ReplayedChange[];
}

/** A value after bindings and transforms. */
export interface ReplayedChange {
  readonly part: 'input' | 'output';
  readonly recorded: Value;
  readonly changed: Value;
}

export interface ReplayedStep {
  /** Id of the rule. */
  readonly id: string;
  readonly outcome: 'passed' | 'skipped' | 'failed' | 'unknown' | 'not-reached';
  /** The reason of the failure, in the words for the model; or the part that could not be evaluated. */
  readonly message: string | null;
  readonly invoked: ReplayedInvoke | null;
  /** It wants a person to decide. */
  readonly asks?: true;
}

/** The function that a step invokes, with its arguments. */
export interface ReplayedInvoke {
  readonly name: string;
  readonly args: RecordValue;
  /** Whether the recording has it as well, so that its result is known. */
  readonly isRecorded: boolean;
}

/** A turn at which no step runs. */
export const quietTurn: ReplayedTurn = {
  outcome: 'none',
  steps: [],
  error: null,
  changes: [],
};

/** What the rules of another host's policy come to at a turn. */
export type Decided = Pick<ReplayedTurn, 'outcome' | 'steps' | 'error'>;

/** The result of one of their expressions; `message` says why it has no value. */
export interface Computed {
  readonly value: { readonly is: Value } | 'unknown' | 'error';
  readonly message: string | null;
}
