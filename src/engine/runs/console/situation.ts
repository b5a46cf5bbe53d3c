import type { TextRange } from '../../model/problem.ts';

/** The syntax around an offset of a line that may be unfinished. */
export type Situation =
  /** The name of an object or an operation is being written. */
  | { readonly kind: 'name'; readonly object: string | null; readonly word: TextRange }
  /** An argument: which operation's, which one, and whether its value has begun. */
  | {
      readonly kind: 'argument';
      readonly operation: string;
      /** The names of the arguments so far, this one included; null for a positional one. */
      readonly names: readonly (string | null)[];
      readonly isValue: boolean;
      readonly word: TextRange;
    }
  /** Within a text, or inside a list or an object: there is nothing to offer. */
  | { readonly kind: 'inside'; readonly operation: string | null; readonly names: readonly (string | null)[] };

/** With the lookbehind a search begins only at the start of a word, and not again at each of its letters. */
const lastWord = /(?<![\p{L}\p{N}_])\p{N}*([\p{L}_][\p{L}\p{N}_]*)$/u;
const wordRest = /^[\p{L}\p{N}_]*/u;
const path = /(?:^|[^\p{L}\p{N}_.-])((?:[\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)*\.)+)$/u;

export function situationAt(text: string, offset: number): Situation {
  const before = text.slice(0, Math.max(0, offset));
  const start = before.length - (lastWord.exec(before)?.[1]?.length ?? 0);
  const word = { start, end: before.length + (wordRest.exec(text.slice(before.length))?.[0].length ?? 0) };
  const { opened, starts, isQuoted } = bracketsIn(before);
  if (opened.length === 0) {
    if (isQuoted) return { kind: 'inside', operation: null, names: [] };
    const object = path.exec(before.slice(0, start))?.[1]?.slice(0, -1) ?? null;
    return { kind: 'name', object, word };
  }
  const operation = lastWord.exec(before.slice(0, opened[0]).trimEnd())?.[1] ?? '';
  const names = starts.map((from, index) => nameIn(before.slice(from, (starts[index + 1] ?? before.length + 1) - 1)));
  if (isQuoted || opened.length > 1) return { kind: 'inside', operation, names };
  const argument = before.slice(starts.at(-1) ?? 0, start);
  return /^\s*$/.test(argument) || /^\s*[\p{L}_][\p{L}\p{N}_]*\s*=\s*$/u.test(argument)
    ? { kind: 'argument', operation, names, isValue: argument.includes('='), word }
    : { kind: 'inside', operation, names };
}

const nameIn = (argument: string): string | null =>
  /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)/u.exec(argument)?.[1] ?? null;

/** Brackets that are open at the end, and the start of the arguments of the outermost one. */
function bracketsIn(text: string) {
  const opened: number[] = [];
  let starts: number[] = [];
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (quote !== '') {
      if (char === '\\') i++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '(' || char === '[' || char === '{') {
      opened.push(i);
      if (opened.length === 1) starts = [i + 1];
    } else if (char === ')' || char === ']' || char === '}') opened.pop();
    else if (char === ',' && opened.length === 1) starts.push(i + 1);
  }
  return { opened, starts, isQuoted: quote !== '' };
}
