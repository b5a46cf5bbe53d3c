import { Double, isRecord, type Value } from './value.ts';

/** Deeper than this a text stays a text: whatever walks over values may recurse. */
const maxDepth = 1000;

/**
 * The value of a text that is a JSON object or list; the text itself for anything else, because `"007"` and `"true"`
 * are more likely meant as text. Integers beyond 2^53 stay exact, and `1.0` stays a double.
 */
export function openJson(text: string): Value {
  const first = text.trimStart()[0];
  if ((first !== '{' && first !== '[') || isTooDeep(text)) return text;
  try {
    if (!hasExactNumbers.test(text)) return JSON.parse(text) as Value; // what JSON.parse yields is a value
    const mark = unusedMark(text);
    return unmarked(JSON.parse(marked(text, JSON.stringify(mark).slice(1, -1))) as Value, mark); // likewise
  } catch {
    // Not JSON after all.
    return text;
  }
}

/** What `JSON.parse` would read as something else, long numbers and those with a fraction or exponent, or not at all: Python's NaN. */
const hasExactNumbers = /\d{16}|\d[.eE]|-0|NaN|Infinity/;
const tokens = /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|NaN|-?Infinity|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A beginning that no string of the text has: control characters stand in JSON only as escapes, so their runs can be counted. */
function unusedMark(text: string): string {
  const longest = (text.match(/(?:\\u0000)+/g) ?? []).reduce((most, run) => Math.max(most, run.length / 6), 0);
  return '\0'.repeat(longest + 1);
}

const marked = (text: string, mark: string): string =>
  text.replace(tokens, (token) => (isExactOnly(token) ? `"${mark}${token}"` : token));

function isExactOnly(token: string): boolean {
  if (token.startsWith('"')) return false;
  if (/[NI]/.test(token)) return true;
  return /[.eE]/.test(token) ? Number.isInteger(Number(token)) : token.length >= 16 || token === '-0';
}

/** As deep as `isTooDeep` allows. */
function unmarked(value: Value, mark: string): Value {
  if (typeof value === 'string') return value.startsWith(mark) ? exact(value.slice(mark.length)) : value;
  if (Array.isArray(value)) {
    const elements: readonly Value[] = value;
    return elements.map((element) => unmarked(element, mark));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, unmarked(entry, mark)]));
}

function exact(token: string): Value {
  if (/[NI]/.test(token)) return Number(token);
  if (/[.eE]/.test(token) || token.length > digitLimit) return new Double(Number(token));
  const number = Number(token);
  // As an int there is only one zero: adding 0 turns -0 into 0.
  return Number.isSafeInteger(number) ? number + 0 : BigInt(token);
}

/** Turning digits into a bigint takes quadratic time; the readers make a double of such a number too. */
const digitLimit = 4300;

/** Brackets within strings count as well: then a text that is not too deep may stay text, which no real result is. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === openBrace || unit === openBracket) depth += 1;
    else if (unit === closeBrace || unit === closeBracket) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
