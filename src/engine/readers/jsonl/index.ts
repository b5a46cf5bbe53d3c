import { atOnce } from '../../../base/pace.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem, TextRange } from '../../model/problem.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import type { Document, Reader } from '../document.ts';
import { type Fault, problemOf, tokenAt } from '../fault.ts';
import { skipSpace } from '../json-text/characters.ts';
import { type JsonText, locatedJson, readRepairedJson, startsLikeJson } from '../json-text/read.ts';
import { JsonRows } from '../json-text/rows.ts';
import { excerpt, lineEnd, Lines } from '../lines.ts';
import { documentOf, listOf, Located } from '../located.ts';
import { Notebook } from '../notebook.ts';
import type { Readable, Syntax } from '../statement.ts';
import { findStatements, noteProse, type Statements } from '../statements.ts';

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
    const list = { start: -1, end: text.length + 1 };
    const gaps = rows.lost.map((mark) => ({ mark, list }));
    return ok({ ...documentOf('jsonl', text, rows.good.located(lines), notebook.notes()), gaps });
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

/** One value among prose is that value; several are a list, as in JSON Lines. */
function sequenceDocument(text: string, notebook: Notebook, { statements, prose }: Statements<JsonValue>): Document {
  noteProse(text, prose, notebook);
  const values = statements.map(({ read }) => locatedJson(read.json));
  const [only] = values;
  if (only !== undefined && values.length === 1) return documentOf('json', text, only, notebook.notes());
  const range = { start: statements[0]?.start ?? 0, end: statements.at(-1)?.read.end ?? 0 };
  return documentOf('jsonl', text, listOf(range, values) ?? new Located([], range), notebook.notes());
}

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

/** The lines with a value. */
interface Rows {
  readonly good: JsonRows;
  /** Characters of unreadable records. Words between records, such as those of a log, do not count. */
  readonly lost: readonly TextRange[];
}

/** Number of lines per step: few enough for a short time, and so many that the steps themselves cost nothing. */
const stride = 64;

/** Bad lines are left out with a note each, as long as at least half of the lines are good. */
function* readingRows(text: string, notebook: Notebook): Generator<void, Rows | Fault> {
  const good = new JsonRows(text, alone);
  const { values } = good;
  const lost: TextRange[] = [];
  let firstFault: Fault | undefined;
  let bad = 0;
  let words = 0;
  const textEnd = text.trimEnd().length;
  for (const range of rangesOf(text)) {
    const fault = good.read(range, notebook, 'refuse');
    if (fault === undefined) {
      if (values.length % stride === 0) yield;
      continue;
    }
    bad += 1;
    if (!startsLikeJson(text.slice(range.start, range.start + 400))) words += 1;
    else lost.push(range);
    firstFault ??= fault;
    // Not JSON Lines: a large text need not be read to its end to see this.
    if (bad > 20 + 4 * values.length) break;
    noteBadRow(text, range, range.end >= textEnd, fault, notebook);
  }
  // One value under a line of words is not a list of lines.
  const isList = values.length > 1 || words === 0;
  return values.length > 0 && values.length >= bad && isList ? { good, lost } : (firstFault ?? nothing);
}

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
    const end = lineEnd(text, start);
    if (!isBlank(text, start, end)) yield { start, end };
    start = end + 1;
  }
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) > 32) return false;
  return true;
}

const alone = { expected: 'the end of the line', advice: 'In JSON Lines each value is on a line of its own.' };

const nothing: Fault = {
  code: 'reader/empty',
  at: { start: 0, end: 0 },
  expected: 'one JSON value per line',
  advice: 'Paste a recording, or open its file.',
};
