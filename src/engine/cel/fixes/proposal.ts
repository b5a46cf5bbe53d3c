import type { Expr } from '../ast.ts';
import type { CelError } from '../evaluate/eval-result.ts';
import type { Trace } from '../evaluate/trace.ts';
import type { TreePlace } from './tree-place.ts';

/** A changed text for a rule that failed. The caller must run it to see whether it helps. */
export interface Proposal {
  /** The effect in a few words: `only where input.approved is there`. Code is between backquotes. */
  readonly title: string;
  readonly expression: string;
}

/** A rule that failed, with the data that proposals need. */
export interface Failure {
  readonly text: string;
  readonly error: CelError;
  /** The part that failed. */
  readonly node: Expr;
  readonly tree: TreePlace;
  readonly trace: Trace;
  /** True if the whole expression must be a boolean. */
  readonly expectsBoolean: boolean;
}
