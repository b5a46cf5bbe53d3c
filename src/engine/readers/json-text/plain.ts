import { exactNumber } from '../numbers.ts';
import { backslash, isDigit, isEscaped, isJsonSpace, literalEnd, minus, quote, skipSpace } from './characters.ts';

/** Deeper values are left to the walk that knows the limit. */
const shallow = 200;

/**
 * Is a text that `JSON.parse` has read exactly what it made of it? That is so where no name occurs twice in one object and
 * no int is written in a way that loses something. False says nothing: `settle` then walks the whole text.
 *
 * The proof looks at colons only, which native search finds. A quote with a colon right behind it ends a name, or opens a
 * string that begins with a colon; a name with white space before its colon, which no program writes, ends the proof. So
 * there are at least as many such quotes as the text has members, and as many as the value has only if none was lost.
 */
export function isPlain(text: string, parsed: unknown): boolean {
  const members = plainMembers(parsed, 0);
  return members !== undefined && plainColons(text) === members;
}

/** Members of a value, unless some number of it may stand elsewhere than behind a colon, or is too large to be exact. */
function plainMembers(value: unknown, depth: number): number | undefined {
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? undefined : 0;
  if (depth > shallow) return undefined;
  let members = 0;
  if (Array.isArray(value)) {
    for (const element of value as readonly unknown[]) {
      // narrowed to any[]
      if (typeof element === 'string') continue;
      if (typeof element === 'number' && Number.isFinite(element) && !Number.isInteger(element)) continue;
      const inner = plainMembers(element, depth + 1);
      if (inner === undefined) return undefined;
      members += inner;
    }
    return members;
  }
  // A value that JSON.parse made: every enumerable property is an own one.
  const object = value as { readonly [key: string]: unknown };
  for (const key in object) {
    const element = object[key];
    members += 1;
    if (typeof element === 'object') {
      const inner = plainMembers(element, depth + 1);
      if (inner === undefined) return undefined;
      members += inner;
    }
  }
  return members;
}

/** How many quotes have a colon behind them; undefined where a number or white space behind one tells too little. */
function plainColons(text: string): number | undefined {
  let colons = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before !== quote) {
      if (isJsonSpace(before) && isLoose(text, at - 1)) return undefined;
      continue;
    }
    if (text.charCodeAt(at - 2) === backslash && isEscaped(text, at - 1)) continue;
    colons += 1;
    const start = skipSpace(text, at + 1);
    const unit = text.charCodeAt(start);
    if ((isDigit(unit) || unit === minus) && !isExact(text, start)) return undefined;
  }
  return colons;
}

/** Is there a quote before the white space that ends at `space`? */
function isLoose(text: string, space: number): boolean {
  let at = space;
  while (isJsonSpace(text.charCodeAt(at))) at -= 1;
  return text.charCodeAt(at) === quote && !isEscaped(text, at);
}

/** Is the number at `start` what `JSON.parse` makes of it? */
function isExact(text: string, start: number): boolean {
  const end = literalEnd(text, start);
  if (end >= 0) return true;
  const literal = text.slice(start, -end);
  return Object.is(exactNumber(literal), Number(literal));
}
