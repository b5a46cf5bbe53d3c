import type { TextRange } from '../../model/problem.ts';
import { commonPrefixOf, type LinePrefix } from './common-prefix.ts';

/**
 * The prefix of each line of a value that was printed over several lines: the prompts of a shell, the time and level of
 * a log, the name of a container, the `>` of a quotation. Undefined when the lines have none.
 */
export function linePrefixIn(text: string, range: TextRange): LinePrefix | undefined {
  const { start, end } = range;
  const lines = text
    .slice(start, Math.min(end, start + looked))
    .split('\n')
    // Vim shows a tilde on each line behind the last.
    .filter((line) => line.trim() !== '' && line.trim() !== '~');
  if (isShell(lines)) return onward;
  if (lines.length < 2) return undefined;
  if (isNumbered(lines)) return lineNumber;
  return commonPrefixOf(lines) ?? prefixes.find((prefix) => fits(prefix, lines));
}

/**
 * Line numbers of editors and `cat -n`: one more on each line, from the first on. A dict may have such keys, but not on
 * its first line.
 */
function isNumbered(lines: readonly string[]): boolean {
  const numbers = lines.map((line) => Number(/^\s*(\d+)/.exec(line)?.[1]));
  const isOneMore = (number: number, index: number) => index === 0 || number === (numbers[index - 1] ?? 0) + 1;
  return numbers.every(isOneMore) && fits(lineNumber, lines);
}

/** Number of characters that are looked at. */
const looked = 20_000;

/** A value over several lines; a value on one line is found behind any prefix without this. */
function fits(prefix: LinePrefix, lines: readonly string[]): boolean {
  const rests = lines.map((line) => {
    const length = prefix(line, 0);
    return length === 0 ? undefined : line.slice(length);
  });
  const isCommon = rests.filter((rest) => rest !== undefined).length >= 0.8 * lines.length;
  return isCommon && rests.some((rest, index) => rest !== undefined && goesOn.test(rest) && rests[index + 1]?.trim());
}

const goesOn = /[[({,:]\s*$/;

/** `pattern` is sticky. */
const matching =
  (pattern: RegExp): LinePrefix =>
  (text, offset) => {
    pattern.lastIndex = offset;
    return pattern.exec(text)?.[0].length ?? 0;
  };

const isShell = (lines: readonly string[]): boolean =>
  lines.some((line, index) => /^\s*(?:>>>|In \[\d+\]:) /.test(line) && /^[ \t]*\.\.\.:? /.test(lines[index + 1] ?? ''));

/** The prompt of a continued statement; the prompt in front of its first line is left out elsewhere. */
const onward = matching(/[ \t]*\.\.\.:? /y);

const lineNumber = matching(/[ \t]*\d{1,7}(?:[ \t]?[:|│→]|[ \t])[ \t]?/y);

/** Prefixes of one or two signs, which are too short to be found as the common beginning of lines. Each is tried at the start of a line. */
const prefixes: readonly LinePrefix[] = [
  /(?:> ?)+/y,
  // pytest, what it shows of a failure
  /E(?:[ \t]+|(?=\r?\n|$))/y,
  // a diff that only adds, or only takes away
  /[+](?![+\d])/y,
  /-(?![-\d])/y,
  /(?:#+|\/\/) ?/y,
  /[|¦] ?/y,
].map(matching);
