import type { PolicyOutcome } from '../model/policy-outcome.ts';
import type { RecordValue, Value } from '../model/value.ts';

/** What one turn came to under a policy, step by step. */
export interface ReplayedTurn {
  readonly outcome: PolicyOutcome;
  readonly steps: readonly ReplayedStep[];
  /** What the model would have been told of a call that was stopped; null where none was. */
  readonly error: string | null;
  /** What the policy made of input and output, in this order; empty where it left them as they were. */
  readonly changes: readonly ReplayedChange[];
}

/** What bindings and transforms made of a value. */
export interface ReplayedChange {
  readonly part: 'input' | 'output';
  readonly recorded: Value;
  readonly changed: Value;
}

export interface ReplayedStep {
  /** Of the rule. */
  readonly id: string;
  readonly outcome: 'passed' | 'skipped' | 'failed' | 'unknown' | 'not-reached';
  /** Why it failed, in the words for the model; or what could not be evaluated. */
  readonly message: string | null;
  readonly invoked: ReplayedInvoke | null;
}

/** What a step invokes, with which arguments. */
export interface ReplayedInvoke {
  readonly name: string;
  readonly args: RecordValue;
  /** The recording has it as well, so that it is known what it came to. */
  readonly isRecorded: boolean;
}

/** A turn at which no step runs. */
export const quietTurn: ReplayedTurn = {
  outcome: 'none',
  steps: [],
  error: null,
  changes: [],
};
