import type { TextRange } from '../../model/problem.ts';

/**
 * One proposal. `insert` is plain text; in snippets and calls (function, method or macro) it has places to fill in,
 * `${1:value}`, and `$0` for the final caret position.
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
