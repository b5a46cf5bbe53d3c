/** UTF-16 units that JSON's grammar knows; comparing numbers is what makes scanning fast. */
export const quote = 34;
export const comma = 44;
export const minus = 45;
const dot = 46;
export const slash = 47;
const zero = 48;
const nine = 57;
export const colon = 58;
export const openBracket = 91;
export const backslash = 92;
export const closeBracket = 93;
export const openBrace = 123;
export const closeBrace = 125;

export const isDigit = (unit: number): boolean => unit >= zero && unit <= nine;
export const isJsonSpace = (unit: number): boolean => unit === 32 || unit === 10 || unit === 13 || unit === 9;

/**
 * Offset of the quote that closes the string opened at `open`, or -1 where the text ends first.
 * `indexOf` is native: most of a session file is inside strings, and this skips it at memory speed.
 */
export function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at !== -1 && text.charCodeAt(at - 1) === backslash && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** Is the character at `at` behind an odd number of backslashes? */
export function isEscaped(text: string, at: number): boolean {
  let run = 0;
  while (text.charCodeAt(at - 1 - run) === backslash) run += 1;
  return (run & 1) === 1;
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isJsonSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** End of the run of characters that a number may consist of. */
function numberEnd(text: string, start: number): number {
  let at = start + 1;
  for (let unit = text.charCodeAt(at); isNumberUnit(unit); unit = text.charCodeAt(at)) at += 1;
  return at;
}

/** Digits, `.`, `e`, `E`, `+` and `-`. */
const isNumberUnit = (unit: number): boolean =>
  isDigit(unit) || unit === dot || unit === 101 || unit === 69 || unit === 43 || unit === minus;

/** A member's name, given the offset of its opening quote. */
export function keyAt(text: string, open: number): string {
  const close = closingQuote(text, open);
  const plain = text.slice(open + 1, close);
  if (!plain.includes('\\')) return plain;
  const decoded: unknown = JSON.parse(text.slice(open, close + 1));
  return String(decoded);
}

/** Without an exponent, a decimal of so few characters is an int or double exactly as `JSON.parse` has it, or ends in zeros. */
const plainLength = 15;

/** End of the number at `start`; negative when `JSON.parse` may have lost what the text says. */
export function literalEnd(text: string, start: number): number {
  let at = start + 1;
  let unit = text.charCodeAt(at);
  while (isDigit(unit)) unit = text.charCodeAt((at += 1));
  if (unit === dot) {
    let zeros = true;
    unit = text.charCodeAt((at += 1));
    for (; isDigit(unit); unit = text.charCodeAt((at += 1))) if (unit !== zero) zeros = false;
    if (!zeros && at - start <= plainLength && unit !== 101 && unit !== 69) return at;
    return -numberEnd(text, at - 1);
  }
  if (unit === 101 || unit === 69) return -numberEnd(text, at);
  const suspicious =
    at - start > plainLength || (text.charCodeAt(start) === minus && text.charCodeAt(start + 1) === zero);
  return suspicious ? -at : at;
}
