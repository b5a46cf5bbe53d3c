import { exactNumber } from '../numbers.ts';
import { isDigit, isEscaped, literalEnd, minus, skipSpace } from './characters.ts';

/** Deeper values are left to the walk that knows the limit. */
const shallow = 200;

/** White space between a name and its colon: allowed, but no program writes it. */
const looseColon = /"[ \t\n\r]+:/;

/**
 * Is a text that `JSON.parse` has read exactly what it made of it? That is so where no name occurs twice in one object and
 * no int is written in a way that loses something. False says nothing: `settle` then walks the whole text.
 *
 * The proof looks at members only, which it finds with native searches. A quote with a colon behind it ends a name, or opens
 * a string that begins with a colon. So where names stand close to their colons, there are as many such places as members in
 * the text, or more; as many as in the value, only if no member of the text was lost and none is a string.
 */
export function isPlain(text: string, parsed: unknown): boolean {
  const members = plainMembers(parsed, 0);
  return members !== undefined && !looseColon.test(text) && plainColons(text) === members;
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

/** How many quotes with a colon behind them there are; undefined where a number behind one may not be what it seems. */
function plainColons(text: string): number | undefined {
  let colons = 0;
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) {
    if (isEscaped(text, at)) continue;
    colons += 1;
    const start = skipSpace(text, at + 2);
    const unit = text.charCodeAt(start);
    if ((isDigit(unit) || unit === minus) && !isExact(text, start)) return undefined;
  }
  return colons;
}

/** Is the number at `start` what `JSON.parse` makes of it? */
function isExact(text: string, start: number): boolean {
  const end = literalEnd(text, start);
  if (end >= 0) return true;
  const literal = text.slice(start, -end);
  return Object.is(exactNumber(literal), Number(literal));
}
