import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import { tokenAt, type Fault } from '../fault.ts';
import { readJsonPart, startsLikeJson, type JsonRead } from '../json-text/read.ts';
import { excerpt } from '../lines.ts';
import type { Notebook } from '../notebook.ts';

/** The lines with a value. There may be half a million of them: two offsets each, no object. */
export interface Rows {
  readonly values: readonly Value[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Characters of unreadable records. Words between records, such as those of a log, do not count. */
  readonly lost: readonly TextRange[];
}

/** Number of lines per step: few enough for a short time, and so many that the steps themselves cost nothing. */
const stride = 64;

/** Bad lines are left out with a note each, as long as at least half of the lines are good. */
export function* readingRows(text: string, notebook: Notebook): Generator<void, Rows | Fault> {
  const values: Value[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const lost: TextRange[] = [];
  let firstFault: Fault | undefined;
  let bad = 0;
  let words = 0;
  const textEnd = text.trimEnd().length;
  for (const range of rangesOf(text)) {
    const read = readRow(text, range, notebook);
    if (!('fault' in read)) {
      values.push(read.value);
      starts.push(range.start);
      ends.push(range.end);
      if (values.length % stride === 0) yield;
      continue;
    }
    bad += 1;
    if (!startsLikeJson(text.slice(range.start, range.start + 400))) words += 1;
    else lost.push(range);
    firstFault ??= read.fault;
    // Not JSON Lines: a large text need not be read to its end to see this.
    if (bad > 20 + 4 * values.length) break;
    noteBadRow(text, range, range.end >= textEnd, read.fault, notebook);
  }
  // One value under a line of words is not a list of lines.
  const isList = values.length > 1 || words === 0;
  return values.length > 0 && values.length >= bad && isList ? { values, starts, ends, lost } : (firstFault ?? nothing);
}

export const readRow = (text: string, range: TextRange, notebook: Notebook): JsonRead =>
  readJsonPart(text, range, notebook, 'refuse', (end) => (end >= range.end ? undefined : moreOnLine(text, end)));

function noteBadRow(text: string, range: TextRange, isLast: boolean, fault: Fault, notebook: Notebook): void {
  if (isLast && fault.at.start >= range.end) {
    notebook.add('lost', 'reader/cut-off', 'The last line is cut off and was left out.', range.start);
  } else {
    notebook.add(
      'lost',
      'reader/bad-line',
      `A line is not JSON and was left out: ${excerpt(text, range)}`,
      fault.at.start,
    );
  }
}

/** Lines that are not blank, without their breaks. */
function* rangesOf(text: string): Generator<TextRange> {
  const first = text.startsWith('\uFEFF') ? 1 : 0;
  for (let start = first; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    if (!isBlank(text, start, end)) yield { start, end };
    start = end + 1;
  }
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) > 32) return false;
  return true;
}

const moreOnLine = (text: string, at: number): Fault => ({
  code: 'reader/more-text',
  at: tokenAt(text, at),
  expected: 'the end of the line',
  advice: 'In JSON Lines each value is on a line of its own.',
});

const nothing: Fault = {
  code: 'reader/empty',
  at: { start: 0, end: 0 },
  expected: 'one JSON value per line',
  advice: 'Paste a recording, or open its file.',
};
