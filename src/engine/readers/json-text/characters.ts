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

/** The text of a string, given what is between its quotes. Raw control characters are repaired. */
export const decoded = (body: string): string =>
  isPlain(body) ? body : String(JSON.parse(`"${body.replaceAll(control, escaped)}"`));

/** Is a string as it is written, without escapes and control characters? */
export const isPlain = (body: string): boolean => !special.test(body);

const escaped = (unit: string): string => JSON.stringify(unit).slice(1, -1);

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const special = /[\u0000-\u001f\\]/;
// oxlint-disable-next-line no-control-regex -- as above
const control = /[\u0000-\u001f]/g;

/** The end of the comment that begins at an offset, no further than `end`; the same offset when none begins there. */
export function commentEnd(text: string, at: number, end: number): number {
  const mark = text.slice(at, at + 2);
  if (mark !== '//' && mark !== '/*') return at;
  // Searches a slice: each line may open a comment that no line closes.
  const rest = text.slice(at + 2, end);
  const found = rest.indexOf(mark === '//' ? '\n' : '*/');
  return found === -1 ? end : at + 2 + (mark === '//' ? found : found + 2);
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
