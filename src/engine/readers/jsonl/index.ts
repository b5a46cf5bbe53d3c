import { err, ok } from '../../../base/result.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import type { Document, Reader } from '../document.ts';
import { problemOf, tokenAt, type Fault } from '../fault.ts';
import { excerpt, Lines } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { locate, readMendedJson, readStrictJson, type JsonRead } from '../json-text/read.ts';

/** JSON Lines: one value per line. The document's value is the list of them. */
export const jsonl: Reader = {
  id: 'jsonl',
  title: 'JSON Lines',
  claim(text) {
    const head = text.slice(0, 400).trimStart();
    if (!/^[{["\d-]|^(?:true|false|null)\b/.test(head)) return 'no';
    return text.trimEnd().includes('\n') ? 'likely' : 'possible';
  },
  read(text) {
    const lines = new Lines(text);
    const rows = readRows(text, new Notebook(lines));
    if ('expected' in rows) return err(problemOf(rows, text, lines));
    const { values, ranges, notebook } = rows;
    const document: Document = {
      syntax: 'jsonl',
      text,
      value: values,
      notes: notebook.notes(),
      typeName: () => undefined,
      locate([index, ...path]) {
        if (index === undefined) return { start: ranges[0]?.start ?? 0, end: ranges.at(-1)?.end ?? 0 };
        const range = typeof index === 'number' ? ranges[index] : undefined;
        if (range === undefined) return null;
        const read = readRow(text, range, new Notebook(lines));
        return 'fault' in read ? null : locate(read, path);
      },
    };
    return ok(document);
  },
};

interface Rows {
  readonly values: readonly Value[];
  readonly ranges: readonly TextRange[];
  readonly notebook: Notebook;
}

/** Bad lines are left out with a note each, as long as at least half of the lines are good. */
function readRows(text: string, notebook: Notebook): Rows | Fault {
  const values: Value[] = [];
  const ranges: TextRange[] = [];
  let firstFault: Fault | undefined;
  let bad = 0;
  for (const range of rowsOf(text)) {
    const read = readRow(text, range, notebook);
    if (!('fault' in read)) {
      values.push(read.value);
      ranges.push(range);
      continue;
    }
    bad += 1;
    firstFault ??= read.fault;
    // Not JSON Lines at all: do not walk a large text to its end to find out.
    if (values.length === 0 && bad > 20) break;
    noteBadRow(text, range, read.fault, notebook);
  }
  if (values.length === 0 || values.length < bad) return firstFault ?? nothing;
  return { values, ranges, notebook };
}

function noteBadRow(text: string, range: TextRange, fault: Fault, notebook: Notebook): void {
  const isLast = range.end >= text.trimEnd().length;
  if (isLast && fault.at.start >= range.end) {
    notebook.add('lost', 'reader/cut-off', 'The last line is cut off and was left out.', range.start);
    return;
  }
  const shown = excerpt(text, range);
  notebook.add('lost', 'reader/bad-line', `A line is not JSON and was left out: ${shown}`, fault.at.start);
}

function readRow(text: string, range: TextRange, notebook: Notebook): JsonRead {
  return (
    readStrictJson(text, range, notebook) ??
    readMendedJson(text, range, notebook, 'refuse', (end) => (end >= range.end ? undefined : moreOnLine(text, end)))
  );
}

/** Lines that are not blank, without their breaks. */
function* rowsOf(text: string): Generator<TextRange> {
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
  advice: 'In JSON Lines each value stands on a line of its own.',
});

const nothing: Fault = {
  code: 'reader/empty',
  at: { start: 0, end: 0 },
  expected: 'one JSON value per line',
  advice: 'Paste a recording, or open its file.',
};
