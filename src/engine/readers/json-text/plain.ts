import type { Value } from '../../model/value.ts';
import { exactNumber, isBeyond64Bits } from '../numbers.ts';
import { setMember } from './repair.ts';
import { backslash, isDigit, isEscaped, isJsonSpace, literalEnd, minus, quote, skipSpace } from './characters.ts';

/** Deeper values are left to `repair`, which checks the limit. */
const shallow = 200;

/**
 * What `JSON.parse` made of a text, with exact numbers, where that can be proved without walking the whole text: no name
 * occurs twice in one object, and every number that loses digits is behind a colon. Such numbers are corrected in place.
 * Undefined says nothing, and nothing is touched: `repair` then walks.
 *
 * The proof looks at colons only, which native search finds. A quote with a colon right behind it ends a name, or opens a
 * string that begins with a colon; a name with white space before its colon, which no program writes, ends the proof. So
 * there are at least as many such quotes as the text has members, and as many as the value has only if none was lost. Then
 * the k-th of them belongs to the k-th member, unless JavaScript has put names that look like indices before the others.
 */
export function plainValue(text: string, parsed: unknown): Value | undefined {
  const lists = { haveIntegers: false };
  const members = plainMembers(parsed, 0, lists);
  const inexact: Inexact[] = [];
  if (lists.haveIntegers && inexactElement.test(text)) return undefined;
  if (members === undefined || plainColons(text, inexact) !== members) return undefined;
  if (inexact.length > 0 && !repaired(parsed, inexact)) return undefined;
  // JSON.parse yields nothing but null, booleans, numbers, strings, arrays and plain objects: all of them are Values.
  return parsed as Value;
}

/** A number that `JSON.parse` does not read exactly. */
interface Inexact {
  /** Its member's number, counted from 1 in the order of the text. */
  readonly member: number;
  readonly exact: Value;
}

/** What may be an integer in a list that JSON.parse does not read exactly: `-0`, `1.0`, `1e3`, and more than 15 digits. */
const inexactElement = /[[,]\s*-?(?:(?<=-)0(?![.\d])|\d{1,15}(?:\.0*(?!\d)|\.\d{15}|(?:\.\d{1,14})?[eE])|\d{16})/;

/** The number of members of a value; undefined for a number alone, one that is too large, or too deep a value. */
function plainMembers(value: unknown, depth: number, lists: { haveIntegers: boolean }): number | undefined {
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? undefined : 0;
  if (depth > shallow) return undefined;
  let members = 0;
  if (Array.isArray(value)) {
    for (const element of value as readonly unknown[]) {
      // narrowed to any[]
      if (typeof element === 'string') continue;
      if (typeof element === 'number' && Number.isFinite(element)) {
        lists.haveIntegers ||= Number.isInteger(element);
        continue;
      }
      const inner = plainMembers(element, depth + 1, lists);
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
      const inner = plainMembers(element, depth + 1, lists);
      if (inner === undefined) return undefined;
      members += inner;
    }
  }
  return members;
}

/** The number of quotes with a colon behind them; undefined when a number or white space behind one leaves doubt. */
function plainColons(text: string, inexact: Inexact[]): number | undefined {
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
    if (!isDigit(unit) && unit !== minus) continue;
    const end = literalEnd(text, start);
    if (end >= 0) continue;
    const literal = text.slice(start, -end);
    const exact = exactNumber(literal);
    if (Object.is(exact, Number(literal))) continue;
    // Numbers that CEL cannot compute with need a note.
    if (exact === undefined || (typeof exact === 'bigint' && isBeyond64Bits(exact))) return undefined;
    inexact.push({ member: colons, exact });
  }
  return colons;
}

/** Is there a quote before the white space that ends at `space`? */
function isLoose(text: string, space: number): boolean {
  let at = space;
  while (isJsonSpace(text.charCodeAt(at))) at -= 1;
  return text.charCodeAt(at) === quote && !isEscaped(text, at);
}

/**
 * Puts exact numbers in their places; false, with nothing changed, when the members are not in the order of the text.
 */
function repaired(parsed: unknown, inexact: readonly Inexact[]): boolean {
  const places: { readonly holder: { [key: string]: unknown }; readonly key: string }[] = [];
  let members = 0;
  /** The same depth as in `plainMembers`. */
  const find = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value)) return value.every(find);
    // As there: a value from JSON.parse.
    const holder = value as { [key: string]: unknown };
    for (const key in holder) {
      if (isIndex(key)) return false;
      members += 1;
      const element = holder[key];
      if (typeof element === 'object') {
        if (!find(element)) return false;
      } else if (members === inexact[places.length]?.member) places.push({ holder, key });
    }
    return true;
  };
  if (!find(parsed)) return false;
  for (const [index, { holder, key }] of places.entries()) setMember(holder, key, inexact[index]?.exact ?? null);
  return true;
}

/** Names that every object has first, in the order of their numbers: those of array indices. */
const isIndex = (key: string): boolean => isDigit(key.charCodeAt(0)) && String(Number(key) >>> 0) === key;
