import type { TextRange } from '../../model/problem.ts';

/** One proposal. `insert` is plain text; a call that takes arguments ends with its opening bracket. */
export interface Completion {
  readonly label: string;
  readonly kind: 'variable' | 'field' | 'function' | 'method' | 'macro' | 'value' | 'keyword';
  readonly insert: string;
  /** The part of the expression that `insert` replaces. */
  readonly range: TextRange;
  /** Type and current value, in one line. */
  readonly detail: string;
  readonly about: string;
}
