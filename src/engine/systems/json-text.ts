import { Double, isRecord, type Value } from '../model/value.ts';

/**
 * The value of a text that is a JSON object or list; the text itself for anything else, because `"007"` and `"true"`
 * are more likely meant as text. Integers beyond 2^53 stay exact, and `1.0` stays a double.
 */
export function openJson(text: string): Value {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return text;
  try {
    const marked = hasExactNumbers.test(text) ? text.replace(tokens, marked1) : text;
    const value = JSON.parse(marked) as Value; // what JSON.parse yields is a value
    return marked === text ? value : unmarked(value, 0);
  } catch {
    return text;
  }
}

/** What `JSON.parse` would read as something else, long numbers and those with a fraction or exponent, or not at all: Python's NaN. */
const hasExactNumbers = /\d{16}|\d[.eE]|NaN|Infinity/;
const tokens = /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|NaN|-?Infinity|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** No text of JSON holds it as it stands: control characters are escaped there. */
const mark = '\u0000';

function marked1(token: string): string {
  if (token.startsWith('"')) return token;
  if (/[NI]/.test(token)) return `"\\u0000${token}"`;
  if (/[.eE]/.test(token)) return Number.isInteger(Number(token)) ? `"\\u0000${token}"` : token;
  return token.length < 16 ? token : `"\\u0000${token}"`;
}

const maxDepth = 1000;

function unmarked(value: Value, depth: number): Value {
  if (typeof value === 'string') return value.startsWith(mark) ? exact(value.slice(1)) : value;
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) {
    const elements: readonly Value[] = value;
    return elements.map((element) => unmarked(element, depth + 1));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, unmarked(entry, depth + 1)]));
}

function exact(token: string): Value {
  if (/[NI]/.test(token)) return Number(token);
  if (/[.eE]/.test(token)) return new Double(Number(token));
  const number = Number(token);
  return Number.isSafeInteger(number) ? number : BigInt(token);
}
