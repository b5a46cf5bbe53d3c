import { Double, isRecord, type Value } from './value.ts';

/** A deeper text stays a text: code that walks over values may recurse. */
const maxDepth = 1000;

/**
 * Parses a text that is a JSON object or list. Any other text is returned unchanged, because `"007"` and `"true"` are
 * more likely meant as text. Integers beyond 2^53 stay exact, and `1.0` stays a double.
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

/**
 * Matches tokens that `JSON.parse` would change (long numbers, numbers with a fraction or exponent) or refuse (Python's
 * NaN).
 */
const hasExactNumbers = /\d{16}|\d[.eE]|-0|NaN|Infinity/;
const tokens = /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|NaN|-?Infinity|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Finds a mark that no string of the text begins with. JSON holds control characters only as escapes, so their runs can
 * be counted.
 */
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

/** Recursion is safe: `isTooDeep` limits the depth. */
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
  // An int has only one zero: adding 0 turns -0 into 0.
  return Number.isSafeInteger(number) ? number + 0 : BigInt(token);
}

/** Converting digits to a bigint takes quadratic time; the readers also make a double of such a number. */
const digitLimit = 4300;

/**
 * Brackets within strings count too, so an unusual text that is not too deep may stay text. Real results do not come
 * near the limit.
 */
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
