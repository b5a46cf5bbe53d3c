/** A test of the suite that says otherwise than the definition of what it tests. */
export interface Contradiction {
  readonly expr: string;
  /** What the definition wants instead, as a literal. */
  readonly defined: string;
  readonly reason: string;
}

/**
 * Of these functions the specification has no text of its own; they are defined by the extension's documentation, in which
 * an offset beyond the end finds nothing. That was changed on purpose, so that texts which may be empty need no guard
 * (https://github.com/cel-expr/cel-go/pull/1052); the suite was not changed with it, and cel-go leaves both tests out
 * until it is.
 */
const beyondTheEnd = 'the definition of indexOf and lastIndexOf has -1 for an offset beyond the end';

export const contradictions: readonly Contradiction[] = [
  { expr: "'tacocat'.indexOf('a', 30) == -1", defined: 'true', reason: beyondTheEnd },
  { expr: "'tacocat'.lastIndexOf('a', 30) == -1", defined: 'true', reason: beyondTheEnd },
];
