import { atOnce } from '../../../base/pace.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { Document, Reader } from '../document.ts';
import { problemOf, type Fault, tokenAt } from '../fault.ts';
import { locator, startsLikeJson, readRepairedJson, type JsonText } from '../json-text/read.ts';
import { Lines } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { findStatements, noteProse, type Statements } from '../statements.ts';
import { readingRows, readRow } from './rows.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { skipSpace } from '../json-text/characters.ts';
import type { Readable, Syntax } from '../statement.ts';

/** JSON Lines, one value per line, and other texts that hold several JSON values. The document's value is the list of them. */
export const jsonl: Reader = {
  id: 'jsonl',
  title: 'JSON Lines',
  claim(text) {
    return startsLikeJson(text) ? 'likely' : 'possible';
  },
  read: (text) => atOnce(reading(text)),
  reading,
};

function* reading(text: string): Generator<void, Result<Document, Problem>> {
  const lines = new Lines(text);
  const notebook = new Notebook(lines);
  const rows = yield* readingRows(text, notebook);
  if (!('expected' in rows)) {
    const { values, starts, ends, lost } = rows;
    const list = { start: -1, end: text.length + 1 };
    const gaps = lost.map((mark) => ({ mark, list }));
    const locate = rowLocator(text, lines, starts, ends);
    return ok({ ...common(text, notebook), syntax: 'jsonl', value: values, gaps, locate });
  }
  const sequence = new Notebook(lines);
  const found = findStatements(text, { start: 0, end: text.length }, jsonSyntax(text, text.length), sequence);
  // For a text of lines only, the first bad line is a better message than its fragments. A reader of more than JSON
  // decides better whether most of the text is no value.
  if ('expected' in found) {
    const said = found.code === 'reader/mostly-prose' ? rows : furthest(rows, found);
    return err(problemOf(found.code === 'reader/tiny-values' ? found : said, text, lines));
  }
  // Brackets that are not JSON: they may be Python's, with the JSON as a part of a larger value.
  if (found.doubt !== undefined) return err(problemOf(rows, text, lines));
  return ok(sequenceDocument(text, sequence, found));
}

const furthest = (a: Fault, b: Fault): Fault => (a.at.start > b.at.start ? a : b);

function rowLocator(
  text: string,
  lines: Lines,
  starts: readonly number[],
  ends: readonly number[],
): Document['locate'] {
  return ([index, ...path]) => {
    if (index === undefined) return { start: starts[0] ?? 0, end: ends.at(-1) ?? 0 };
    const start = typeof index === 'number' ? starts[index] : undefined;
    const end = typeof index === 'number' ? ends[index] : undefined;
    if (start === undefined || end === undefined) return null;
    const read = readRow(text, { start, end }, new Notebook(lines));
    return 'fault' in read ? null : locator(read)(path);
  };
}

/** One value among prose is that value; several are a list, as in JSON Lines. */
function sequenceDocument(text: string, notebook: Notebook, { statements, prose }: Statements<JsonValue>): Document {
  noteProse(text, prose, notebook);
  const values = statements.map(({ read }) => read.json);
  const [only] = values;
  if (only !== undefined && values.length === 1) {
    return { ...common(text, notebook), syntax: 'json', value: only.value, locate: locator(only) };
  }
  return {
    ...common(text, notebook),
    syntax: 'jsonl',
    value: values.map(({ value }) => value),
    locate([index, ...path]) {
      if (index === undefined) return { start: statements[0]?.start ?? 0, end: statements.at(-1)?.read.end ?? 0 };
      const value = typeof index === 'number' ? values[index] : undefined;
      return value === undefined ? null : locator(value)(path);
    },
  };
}

const common = (text: string, notebook: Notebook) => ({ text, notes: notebook.notes(), typeName: () => undefined });

/** JSON objects and arrays that follow one another, but not each on a line: `data:` events, transcripts. */
interface JsonValue extends Readable {
  readonly json: JsonText;
}

function jsonSyntax(text: string, end: number): Syntax<JsonValue> {
  return {
    readAt(start, notebook) {
      if (text[start] !== '{' && text[start] !== '[') return noContainer(text, start);
      let valueEnd = end;
      const read = readRepairedJson(text, { start, end }, notebook, 'keep', (after) => {
        valueEnd = after;
        return undefined;
      });
      if ('fault' in read) return read.fault;
      return { json: read, end: valueEnd, kind: 'container', isStructured: holdsRecord(read.value), isDoubtful: false };
    },
    fieldsAt: (start) => noContainer(text, start),
    skipBlank: (offset) => Math.min(end, skipSpace(text, offset)),
  };
}

const holdsRecord = (value: Value): boolean => (isList(value) ? [...value].some(hasKeys) : hasKeys(value));

const hasKeys = (value: Value): boolean => isRecord(value) && Object.keys(value).length > 0;

const noContainer = (text: string, start: number): Fault => ({
  code: 'reader/json',
  at: tokenAt(text, start),
  expected: 'a JSON object or array',
  advice: 'Fix the text there and open it again.',
});
