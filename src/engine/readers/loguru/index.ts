import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import type { RecordValue } from '../../model/value.ts';
import type { Document, Reader } from '../document.ts';
import { Lines } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { recordsIn, type LogRecord } from './records.ts';
import { json } from '../json/index.ts';
import { python } from '../python/index.ts';

/**
 * The log of a program that uses Pipecat, in the default format of Loguru: a list of its records, each with the value
 * printed at the end of its message, if there is one. Logs of other programs are read for the values in them.
 * https://loguru.readthedocs.io/en/stable/api/logger.html
 */
export const loguru: Reader = {
  id: 'loguru',
  title: 'Pipecat log',
  claim: (text) => (first.test(text.slice(0, 10_000)) ? 'likely' : 'no'),
  read(text) {
    const notebook = new Notebook(new Lines(text));
    const records = recordsIn(text);
    const [start] = records;
    if (start === undefined) {
      const message = 'No line of this text is a record of a log: date, level, place and message, with bars between.';
      return err({ code: 'reader/loguru', message });
    }
    if (text.slice(0, start.start).trim() !== '') {
      notebook.add('lost', 'reader/prose', 'The text before the first record of the log was left out.', 0);
    }
    return ok(documentOf(text, records, notebook));
  },
};

const first = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \| [A-Z]+ *\| pipecat[\w.]*:/m;

function documentOf(text: string, records: readonly LogRecord[], notebook: Notebook): Document {
  const printed = records.map((record) => printedIn(text, record));
  return {
    syntax: 'loguru',
    text,
    value: records.map((record, index) => valueOf(text, record, printed[index])),
    notes: notebook.notes(),
    typeName: (of) => printed.map((value) => value?.document.typeName(of)).find((name) => name !== undefined),
    locate: (path) => located(text, records, printed, path),
  };
}

function valueOf(
  text: string,
  { time, level, name, function: fn, line, message, end }: LogRecord,
  printed: Printed | undefined,
): RecordValue {
  const more = text.slice(message.end, end).trim();
  return {
    time,
    level,
    name,
    function: fn,
    line,
    message: text.slice(message.start, message.end),
    // Lines without a head belong to the record before them.
    ...(more !== '' && { more }),
    ...(printed !== undefined && { value: printed.document.value }),
  };
}

function located(
  text: string,
  records: readonly LogRecord[],
  printed: readonly (Printed | undefined)[],
  [index, field, ...path]: Path,
): TextRange | null {
  if (index === undefined) return { start: 0, end: text.length };
  const record = typeof index === 'number' ? records[index] : undefined;
  if (record === undefined || typeof index !== 'number') return null;
  const whole = { start: record.start, end: record.end };
  switch (field) {
    case undefined:
      return whole;
    case 'value': {
      const inside = printed[index];
      const range = inside?.document.locate(path) ?? null;
      return range === null || inside === undefined
        ? null
        : { start: inside.start + range.start, end: inside.start + range.end };
    }
    case 'message':
      return path.length === 0 ? record.message : null;
    case 'time':
    case 'level':
    case 'name':
    case 'function':
    case 'line':
      return path.length === 0 ? { start: record.start, end: record.message.start } : null;
    case 'more':
      return path.length === 0 && record.end > record.message.end
        ? { start: record.message.end, end: record.end }
        : null;
    default:
      return null;
  }
}

/** A value at the end of a message, with its own document. */
interface Printed {
  readonly document: Document;
  /** Its offset in the log. */
  readonly start: number;
}

/** A bracket alone may be written by a person; one with a key or another bracket behind it begins a value. */
const opening = /[[{]\s*(?=["'{[])|\{\}$/;

/** A value that needs repairs, or is followed by words, stays a part of the message. */
function printedIn(text: string, { message }: LogRecord): Printed | undefined {
  const said = text.slice(message.start, message.end);
  const start = said.search(opening);
  if (start === -1) return undefined;
  const written = said.slice(start);
  for (const reader of [json, python]) {
    const read = reader.read(written);
    if (read.ok && read.value.notes.length === 0) return { document: read.value, start: message.start + start };
  }
  return undefined;
}
