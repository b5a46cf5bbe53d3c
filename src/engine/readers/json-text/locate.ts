import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import {
  closeBrace,
  closeBracket,
  closingQuote,
  comma,
  keyAt,
  openBrace,
  openBracket,
  quote,
  skipSpace,
} from './characters.ts';

/**
 * Offsets of some elements of long arrays, found on the way to others, so that the next look-up need not begin at the
 * first element.
 * The key is the offset of the array's bracket; element `stride * n` is the nth entry.
 */
export type Marks = Map<number, number[]>;

const stride = 64;

/**
 * The range of the value at a path in valid JSON; null when there is none. Skips values without building them.
 * `allMembers` continues after the first member of a name, because the last one counts.
 */
export function locateInJson(
  text: string,
  range: TextRange,
  path: Path,
  allMembers: boolean,
  marks: Marks,
): TextRange | null {
  let at = skipSpace(text, range.start);
  for (const step of path) {
    const unit = text.charCodeAt(at);
    const inner =
      unit === openBrace
        ? member(text, at, String(step), allMembers)
        : unit === openBracket && typeof step === 'number'
          ? element(text, at, step, marks)
          : -1;
    if (inner === -1) return null;
    at = inner;
  }
  return { start: at, end: valueEnd(text, at) };
}

function member(text: string, open: number, name: string, allMembers: boolean): number {
  let found = -1;
  let at = skipSpace(text, open + 1);
  while (text.charCodeAt(at) === quote) {
    const isIt = keyAt(text, at) === name;
    // The colon follows, with white space on either side of it.
    at = skipSpace(text, skipSpace(text, closingQuote(text, at) + 1) + 1);
    if (isIt) {
      if (!allMembers) return at;
      found = at;
    }
    at = skipSpace(text, valueEnd(text, at));
    if (text.charCodeAt(at) !== comma) break;
    at = skipSpace(text, at + 1);
  }
  return found;
}

function element(text: string, open: number, index: number, marks: Marks): number {
  const first = skipSpace(text, open + 1);
  if (index < 0 || text.charCodeAt(first) === closeBracket) return -1;
  const known = marks.get(open) ?? [first];
  const nearest = Math.min(known.length - 1, Math.floor(index / stride));
  let at = known[nearest] ?? first;
  for (let here = nearest * stride; here < index;) {
    at = skipSpace(text, valueEnd(text, at));
    if (text.charCodeAt(at) !== comma) return -1;
    at = skipSpace(text, at + 1);
    here += 1;
    if (here === known.length * stride) known.push(at);
  }
  if (known.length > 1) marks.set(open, known);
  return at;
}

function valueEnd(text: string, start: number): number {
  const unit = text.charCodeAt(start);
  if (unit === quote) return closingQuote(text, start) + 1;
  if (unit !== openBrace && unit !== openBracket) return scalarEnd(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = closingQuote(text, at);
        break;
      case openBrace:
      case openBracket:
        depth += 1;
        break;
      case closeBrace:
      case closeBracket:
        depth -= 1;
        if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function scalarEnd(text: string, start: number): number {
  scalar.lastIndex = start;
  return start + (scalar.exec(text)?.[0].length ?? 0);
}

const scalar = /[^\s,\]}]*/y;
