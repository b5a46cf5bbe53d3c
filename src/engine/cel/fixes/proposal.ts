import type { Expr } from '../ast.ts';
import type { CelError } from '../evaluate/outcome.ts';
import type { Trace } from '../evaluate/trace.ts';
import type { TreePlace } from './tree-place.ts';

/** Another text for a rule that failed. Whether it helps is for those to find out who can run it. */
export interface Proposal {
  /** What it does, in a few words: `only where input.approved is there`. Code stands between backquotes. */
  readonly title: string;
  readonly expression: string;
}

/** A rule that failed, with all that is known of it. */
export interface Failure {
  readonly text: string;
  readonly error: CelError;
  /** The part that failed. */
  readonly node: Expr;
  readonly tree: TreePlace;
  readonly trace: Trace;
  /** Whether the whole has to be true or false. */
  readonly expectsBoolean: boolean;
}
