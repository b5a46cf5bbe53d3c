import type { Result } from '../../base/result.ts';
import type { Note, Problem } from '../model/problem.ts';
import type { Document } from './document.ts';
import { asGiven, rewritten } from './rewritten.ts';

/**
 * A value that a terminal broke at its width, also within words and keys, and that was copied with the breaks.
 * Undefined for any other text, and when the joined lines are no better value.
 */
export function withoutHardWrap(
  text: string,
  readInner: (text: string) => Result<Document, Problem>,
): Result<Document, Problem> | undefined {
  const lines = wrappedLines(text);
  if (lines === undefined) return undefined;
  const width = widthOf(lines);
  let line = 0;
  // A space at the edge of the terminal is not copied.
  const joined = rewritten(text, /\r?\n/g, () => edgeOf(lines[line++] ?? '', width));
  const read = readInner(joined.text);
  if (!read.ok || read.value.notes.some(isDoubtful)) return undefined;
  const message = `The text was broken into lines of ${width} characters, as a terminal does: they were joined.`;
  return asGiven(text, joined, read, 'reader/hard-wrap', message);
}

const edgeOf = (line: string, width: number): string =>
  isOther(line) ? '' : ' '.repeat(Math.max(0, width - line.length));

/** Whether the joined lines still have faults. A log prefix is left out of any text, and any text may be cut off. */
const isDoubtful = ({ severity, code }: Note): boolean =>
  (severity === 'repaired' || severity === 'lost') && !harmless.has(code);

const harmless: ReadonlySet<string> = new Set(['reader/assignment', 'reader/prose', 'reader/cut-off']);

/** Below this width, equal line lengths are a coincidence. */
const narrowest = 40;

/** A longer text was opened as a file, and did not come from a terminal. */
const mostText = 4_000_000;

/** The value may follow its name, or a log prefix. */
const startsValue = /^(?:[\p{L}_][\p{L}\p{N}_.]{0,80}\s?[=(]\s?|[^'"\n{]{0,120}[\s:=])?[[{(]/u;

/** The lines of a text whose breaks are all at one width, some of them where no program would break a value. */
function wrappedLines(text: string): readonly string[] | undefined {
  const first = text.indexOf('\n');
  if (first < narrowest || text.length > mostText || !startsValue.test(text.slice(0, 200).trimStart()))
    return undefined;
  const lines = text.trimEnd().split(/\r?\n/);
  const width = widthOf(lines);
  const isWrapped = lines.every((line, index) =>
    index === lines.length - 1 ? line.length <= width || isOther(line) : line.length >= width - 1 || isOther(line),
  );
  // Between records of one length, one on each line, a break has brackets and commas on its sides.
  const isAcross = lines.some(
    (line, index) => index > 0 && !(/^[[{('"\]})]/.test(line) && /[[{(\]}),]$/.test(lines[index - 1] ?? '')),
  );
  // A text filled with spaces has columns, and is broken between words.
  const isFilled = lines.filter((line) => /\s{3}$/.test(line)).length > lines.length / 4;
  return lines.length > 2 && isWrapped && isAcross && !isFilled ? lines : undefined;
}

const widthOf = (lines: readonly string[]): number =>
  lines.reduce((most, line) => (isOther(line) ? most : Math.max(most, line.length)), 0);

/** The width of characters outside Latin in a terminal is unknown. */
const isOther = (line: string): boolean => /[^\u0020-\u02FF\u2010-\u2027]/.test(line);
