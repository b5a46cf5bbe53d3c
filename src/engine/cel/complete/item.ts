import type { TextRange } from '../../model/problem.ts';

/**
 * One proposal. `insert` is plain text, and a call that takes arguments ends with its opening bracket; that of a `snippet`
 * has places to fill in, `${1:value}`.
 */
export interface Completion {
  readonly label: string;
  readonly kind: 'variable' | 'field' | 'function' | 'method' | 'macro' | 'value' | 'keyword' | 'snippet';
  readonly insert: string;
  /** The part of the expression that `insert` replaces. */
  readonly range: TextRange;
  /** Type and current value, in one line. */
  readonly detail: string;
  readonly about: string;
}
