import { withoutEnd } from '../../../base/scan.ts';
import type { TextRange } from '../../model/problem.ts';

/**
 * For a string over several lines, or without an end: its first line, without the brackets and comma at the end of that
 * line, which are read separately. Undefined for any other.
 */
export function lineStringEnd(text: string, { start, end }: TextRange): TextRange | undefined {
  const quote = text.charAt(start);
  if ((quote !== "'" && quote !== '"') || text.startsWith(quote.repeat(3), start)) return undefined;
  const at = text.slice(start, end).search(/\r?\n/);
  if (at === -1) return undefined;
  return { start, end: start + withoutClosers(text.slice(start, start + at).replace(/,$/, '')).length };
}

/** `"x', 'b': 1`: for a string without an end, the text before the first quote of the other kind that ends an entry. */
export function mixedStringEnd(text: string, { start, end }: TextRange): TextRange | undefined {
  const other = text.charAt(start) === "'" ? '"' : "'";
  const [line = ''] = text.slice(start + 1, Math.min(end, start + lineLimit)).split('\n', 1);
  const at = line.search(
    new RegExp(`(?<!\\\\)${other}\\s*(?:[}\\])]|[,:]\\s*(?:['"[{(\\d]|$|[A-Z]\\w*\\b|[\\w$]{1,80}=))`),
  );
  return at === -1 ? undefined : { start, end: start + at + 2 };
}

/** Brackets at the end that were not opened in it. */
function withoutClosers(line: string): string {
  const counted = (marks: RegExp) => line.match(marks)?.length ?? 0;
  const closers = line.length - withoutEnd(line, /[}\]]/).length;
  const unopened = Math.max(0, counted(/[}\]]/g) - counted(/[{[]/g));
  return line.slice(0, line.length - Math.min(closers, unopened));
}

/** True when the quote that ends a string is the first one of the next line, behind brackets only. */
export const isNextLineBegun = (text: string, { start, end }: TextRange): boolean =>
  /\n[ \t]*[{[(]{0,10}$/.test(text.slice(Math.max(start, end - 200), end - 1));

/** `'x, 'b': 1`: the quote that ends this string is the first one of the next key. Undefined when it is not. */
export function stringEndBeforeComma(text: string, { start, end }: TextRange): TextRange | undefined {
  const [comma] = /,\s{0,200}$/.exec(text.slice(Math.max(start + 1, end - 201), end - 1)) ?? [];
  if (comma === undefined || !nextKey.test(text.slice(end, end + 200))) return undefined;
  return { start, end: end - 1 - comma.length };
}

const nextKey = /^[^'"\n:,]{1,100}['"]\s*:/;

/**
 * The end of a string with quotes within it: after the first one that ends an entry. `isKeyed`: the next entry begins
 * with a key or a keyword. Undefined when there is no such quote on the line.
 */
export function stringEndBeyondQuote(text: string, { start, end }: TextRange, isKeyed: boolean): number | undefined {
  const quote = text.charAt(start);
  if (quote !== "'" && quote !== '"') return undefined;
  // Searches a slice: a search in the whole text would continue to the next line break at any distance.
  const [rest = ''] = text.slice(end, end + lineLimit).split('\n', 1);
  const goesOn = isKeyed ? beforeEntry : beforeElement;
  for (let at = rest.indexOf(quote); at !== -1; at = rest.indexOf(quote, at + 1)) {
    goesOn.lastIndex = at + 1;
    if (rest[at - 1] !== '\\' && goesOn.test(rest)) return end + at + 1;
  }
  return undefined;
}

/**
 * Text that may follow the closing quote of a value: the end of the line, a closing bracket, or a comma and the text
 * after one.
 */
const beforeEntry = /\s*(?:$|[}\])]|,\s*(?:$|['"][^'"\n]{1,100}['"]\s*:|[\w$]{1,80}\s*[:=]|[}\])]))/y;
const beforeElement = /\s*(?:$|[}\])]|,\s*(?:$|['"[{(<\d-]|[A-Z]\w*\(|None\b|True\b|False\b|[}\])]))/y;

/** Number of characters of a line that are searched for the end of a string. */
const lineLimit = 10_000;
