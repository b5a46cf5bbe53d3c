import type { TextRange } from '../../model/problem.ts';
import { applied, error } from '../diagnostic.ts';
import type { Diagnostic, Edit } from '../diagnostic.ts';
import { Source } from './source.ts';

/** Finds code in the style of another language, and proposes CEL's form. */
export type Habit = (source: Source) => Iterable<Diagnostic>;

/** A longer replacement is shown in the editor's preview of the change rather than in the sentence. */
const maxShown = 90;

interface Found {
  /** The marked range. */
  readonly range: TextRange;
  /** A sentence up to the replacement: "CEL has no `=~`". */
  readonly seen: string;
  /** The part of the text that the advice shows rewritten. */
  readonly part: TextRange;
  readonly edits: readonly Edit[];
}

/** Builds the message: `seen`; write `replacement`. */
export function instead({ text }: Source, { range, seen, part, edits }: Found): Diagnostic {
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - part.start, end: edit.end - part.start }));
  const written = applied(text.slice(part.start, part.end), moved).trim().replaceAll(/\s+/g, ' ');
  const isShort = written.length <= maxShown && !written.includes('`');
  const message = isShort ? `${seen}; write \`${written}\`.` : `${seen}; the fix rewrites it.`;
  return error('parse', message, range, { title: isShort ? `Write \`${written}\`` : 'Rewrite it', edits });
}

export const put = (at: number, text: string): Edit => ({ start: at, end: at, text });
export const change = ({ start, end }: TextRange, text: string): Edit => ({ start, end, text });
/** Removes a piece with the blanks behind it. */
export function without({ text }: Source, { start, end }: TextRange): Edit {
  const rest = text.slice(end);
  return { start, end: end + rest.length - rest.trimStart().length, text: '' };
}

/** The opposite of a condition, in parentheses where it is more than one value. */
export function negated(condition: string): string {
  const source = new Source(condition);
  const isOne = source.operandAfter(-1, 'member') >= source.pieces.length - 1;
  return isOne ? `!${condition}` : `!(${condition})`;
}
