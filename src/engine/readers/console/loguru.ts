import { err, ok } from '../../../base/result.ts';
import type { Document, Reader } from '../document.ts';
import { json } from '../json/index.ts';
import { Lines } from '../lines.ts';
import { documentOf, listOf, Located, printedAt, recordOf } from '../located.ts';
import { Notebook } from '../notebook.ts';
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
    const heads = [...text.matchAll(head)];
    const [start] = heads;
    const printed: Document[] = [];
    const records = heads.map((match, at) => recordAt(text, match, heads[at + 1]?.index ?? text.length, printed));
    const log = listOf({ start: 0, end: text.length }, records);
    if (start === undefined || log === undefined) {
      const message = 'No line of this text is a record of a log: date, level, place and message, with bars between.';
      return err({ code: 'reader/loguru', message });
    }
    const notebook = new Notebook(new Lines(text));
    if (text.slice(0, start.index).trim() !== '')
      notebook.add('lost', 'reader/prose', 'The text before the first record of the log was left out.', 0);
    const typeName: Document['typeName'] = (of) =>
      printed.map((document) => document.typeName(of)).find((name) => name !== undefined);
    return ok({ ...documentOf('loguru', text, log, notebook.notes()), typeName });
  },
};

const first = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \| [A-Z]+ *\| pipecat[\w.]*:/m;

const head = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) \| ([A-Z]+) *\| ([^\s:|]+):([^\s:|]+):(\d+) - (.*)$/gm;

/** A record extends to the next one: output between two records belongs to the first. */
function recordAt(text: string, match: RegExpExecArray, next: number, printed: Document[]) {
  // The time is as in the text: without a zone.
  const [whole, time = '', level = '', name = '', fn = '', line = '', said = ''] = match;
  const lineEnd = match.index + whole.length;
  const message = { start: lineEnd - said.length, end: lineEnd };
  const end = endBefore(text, lineEnd, next);
  const inHead = { start: match.index, end: message.start };
  const behind = { start: lineEnd, end };
  const more = text.slice(lineEnd, end).trim();
  const value = printedIn(said);
  if (value !== undefined) printed.push(value.document);
  return recordOf(
    { start: match.index, end },
    {
      time: new Located(time, inHead),
      level: new Located(level, inHead),
      name: new Located(name, inHead),
      function: new Located(fn, inHead),
      line: new Located(Number(line), inHead),
      message: new Located(said, message),
      // Lines without a head belong to the record before them.
      more: more === '' ? undefined : new Located(more, behind),
      value: value && printedAt(message.start + value.start, value.document),
    },
  );
}

/** Without the line breaks in front of the next record. */
function endBefore(text: string, from: number, next: number): number {
  let end = next;
  while (end > from && text.charCodeAt(end - 1) <= 32) end--;
  return end;
}

/** A bracket alone may be written by a person; one with a key or another bracket behind it begins a value. */
const opening = /[[{]\s*(?=["'{[])|\{\}$/;

/** The value at the end of a message, and where it begins. A value that needs repairs, or is followed by words, stays a part of the message. */
function printedIn(said: string): { readonly document: Document; readonly start: number } | undefined {
  const start = said.search(opening);
  if (start === -1) return undefined;
  for (const reader of [json, python]) {
    const read = reader.read(said.slice(start));
    if (read.ok && read.value.notes.length === 0) return { document: read.value, start };
  }
  return undefined;
}
