import type { TextRange } from '../../model/problem.ts';

/**
 * The text of a quoted literal, with its prefix and escapes resolved as in Python. `broken`: removes line breaks of a
 * console.
 */
export function decodeString(text: string, literal: TextRange, broken: Broken = asWritten): string {
  const { body, start, isRaw, isTriple } = bodyOf(text, literal);
  const joined = isTriple || !body.includes('\n') ? body : broken(body, start);
  return isRaw || !joined.includes('\\') ? joined : joined.replaceAll(escape, unescaped);
}

/** `start`: offset of the body of a string. */
export type Broken = (body: string, start: number) => string;

const asWritten: Broken = (body) => body;

/** A literal that has an opening quote only, and no prefix. */
export const decodeBegun = (text: string, { start, end }: TextRange): string =>
  text.slice(start + 1, end).replaceAll(escape, unescaped);

/** Several literals side by side are one value. */
export function decodeBytes(text: string, literals: readonly TextRange[], broken: Broken): Uint8Array {
  const units = literals.map((literal) => decodeString(text, literal, broken)).join('');
  return Uint8Array.from(units, (unit) => unit.charCodeAt(0) & 0xff);
}

interface Body {
  readonly body: string;
  readonly start: number;
  readonly isRaw: boolean;
  readonly isTriple: boolean;
}

function bodyOf(text: string, { start, end }: TextRange): Body {
  let open = start;
  let isRaw = false;
  // A prefix: u, b, f, r in some combination. Letters begin at 65, after all quotes but the typographic ones and the backtick.
  for (let unit = text.charCodeAt(open); unit >= 65 && unit <= 122 && unit !== 96; unit = text.charCodeAt(open)) {
    isRaw ||= unit === 82 || unit === 114;
    open += 1;
  }
  const isTriple = end - open >= 6 && text.startsWith(text.charAt(open).repeat(3), open);
  const length = isTriple ? 3 : 1;
  return { body: text.slice(open + length, end - length), start: open + length, isRaw, isTriple };
}

const escape = /\\(?:\r?\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^])/g;

function unescaped(written: string): string {
  const kind = written.charAt(1);
  const simple = simpleEscapes[kind];
  if (simple !== undefined) return simple;
  if (kind === 'x' || kind === 'u' || kind === 'U') return codePoint(Number.parseInt(written.slice(2), 16), written);
  if (kind >= '0' && kind <= '7') return codePoint(Number.parseInt(written.slice(1), 8), written);
  // Python keeps the backslash of an unknown escape.
  return written;
}

function codePoint(code: number, written: string): string {
  return Number.isNaN(code) || code > 0x10ffff ? written : String.fromCodePoint(code);
}

const simpleEscapes: { readonly [letter: string]: string | undefined } = {
  '\n': '',
  '\r': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  // An escape of JSON; Python never prints it.
  '/': '/',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
