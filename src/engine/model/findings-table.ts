/**
 * One line of a findings table: what a text contains when a pattern or one of some words matches it. A recording has no
 * detector, so a person gives the table; it is applied to texts alone.
 */
export interface FindingPattern {
  readonly category: 'sensitivity' | 'safety' | 'threat';
  /** The argument of `sensitivityFindings("pii")`. */
  readonly label: string;
  /** The finding's name, such as `phone_number`. */
  readonly finding: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** A regular expression in RE2's syntax. */
  readonly pattern?: string;
  /** Instead of a pattern: whole words, in any case of letters. */
  readonly words?: readonly string[];
}
