import type { PolicyOutcome } from '../model/policy-outcome.ts';
import type { RecordValue, Value } from '../model/value.ts';

/** What one turn came to under a policy, step by step. */
export interface ReplayedTurn {
  readonly outcome: PolicyOutcome;
  readonly steps: readonly ReplayedStep[];
  /** What the model would have been told of a call that was stopped; null where none was. */
  readonly error: string | null;
  /** The arguments or the result after all transforms; undefined where no transform ran. */
  readonly transformed: Value | undefined;
  /** What `transformed` was made of, as it was recorded; undefined where no transform ran. */
  readonly original: Value | undefined;
}

export interface ReplayedStep {
  /** Of the rule. */
  readonly id: string;
  readonly outcome: 'passed' | 'skipped' | 'failed' | 'unknown' | 'not-reached';
  /** Why it failed, in the words for the model; or what could not be evaluated. */
  readonly message: string | null;
  /** What it would have invoked, with which arguments. */
  readonly invoked: { readonly name: string; readonly args: RecordValue } | null;
}

/** A turn at which no step runs. */
export const quietTurn: ReplayedTurn = {
  outcome: 'none',
  steps: [],
  error: null,
  transformed: undefined,
  original: undefined,
};
