import type { TextRange } from '../../model/problem.ts';

/** What the user hides or keeps with one switch. */
export type HiddenKind = 'secret' | 'card' | 'iban' | 'email' | 'phone' | 'address' | 'ip' | 'name' | 'path';

/**
 * A kind of value that is recognised in texts by its form. Each has the document that defines the form.
 *
 * Reading time is linear in the length of the text: each repetition is bounded, and no two of them can share characters.
 */
export interface Pattern {
  readonly id: string;
  readonly kind: HiddenKind;
  /** In the words of its maker, in the plural where there is one: `GitHub tokens`. */
  readonly title: string;
  /** Where the form is defined. */
  readonly source: string;
  /** The parts of a text that have this form. */
  find(text: string): Iterable<TextRange>;
  /** Characters at the beginning that a stand-in keeps, because they name the kind of value alone. */
  readonly kept?: RegExp;
}

/** A pattern that is a regular expression: its first group, if there is one, is the value. */
export function byExpression(
  about: Omit<Pattern, 'find'> & {
    readonly expression: RegExp;
    /** A text without this part has no such value: the expression is not tried. */
    readonly needs?: string;
    readonly isValid?: (value: string) => boolean;
  },
): Pattern {
  const { expression, needs, isValid, ...pattern } = about;
  return {
    ...pattern,
    *find(text) {
      if (needs !== undefined && !text.includes(needs)) return;
      for (const match of text.matchAll(expression)) {
        const value = match[1] ?? match[0];
        if (value === '' || isValid?.(value) === false) continue;
        const start = match.index + match[0].lastIndexOf(value);
        yield { start, end: start + value.length };
      }
    },
  };
}
