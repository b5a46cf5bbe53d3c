import { err, ok } from '../../../base/result.ts';
import type { TextRange } from '../../model/problem.ts';
import type { RecordValue } from '../../model/value.ts';
import type { Reader } from '../document.ts';
import { problemOf } from '../fault.ts';
import { locatedJson, readJsonPart, startsLikeJson } from '../json-text/read.ts';
import { lineEnd, Lines } from '../lines.ts';
import { documentOf, listOf, Located, recordOf } from '../located.ts';
import { Notebook } from '../notebook.ts';

/**
 * HTTP exchanges as Go's `httprr` records them for tests: a first line, then for each exchange a line with two byte
 * counts, the request and the response. The value is a list of `{request, response}`, each
 * `{start_line, headers, body}`: a JSON body as its value, an event stream as the list of its values.
 * https://pkg.go.dev/golang.org/x/oscar/internal/httprr
 */
export const httprr: Reader = {
  id: 'httprr',
  title: 'Recorded HTTP (httprr)',
  claim: (text) => (firstLine.test(text.slice(0, 80)) ? 'likely' : 'no'),
  read(text) {
    const lines = new Lines(text);
    const notebook = new Notebook(lines);
    const ranges = splitExchanges(text, notebook);
    const exchanges = ranges.map(({ request, response }) =>
      recordOf(
        { start: request.start, end: response.end },
        { request: readMessage(text, request, notebook), response: readMessage(text, response, notebook) },
      ),
    );
    const recording = listOf({ start: 0, end: text.length }, exchanges);
    if (recording === undefined) return err(problemOf(nothingRecorded(text), text, lines));
    return ok(documentOf('httprr', text, recording, notebook.notes()));
  },
};

const nothingRecorded = (text: string) => ({
  code: 'reader/httprr',
  at: { start: Math.min(text.length, text.indexOf('\n') + 1), end: text.length },
  expected: 'a line with the lengths of a request and its response',
  advice: 'The recording holds no exchange: open one that was recorded whole.',
});

/** A request or a response: its first line, its headers and its body. */
function readMessage(text: string, range: TextRange, notebook: Notebook): Located {
  const head = headOf(text, range);
  const startEnd = lineEnd(text, range.start, head.end);
  const startLine = { start: range.start, end: startEnd };
  return recordOf(range, {
    start_line: new Located(text.slice(range.start, startEnd).trimEnd(), startLine),
    headers: new Located(headersOf(text.slice(startEnd, head.end)), { start: startEnd, end: head.end }),
    body: readBody(text, { start: head.bodyStart, end: range.end }, notebook),
  });
}

/** Servers refuse more. */
const longestHead = 64 * 1024;

/** An empty line divides head and body. */
function headOf(text: string, { start, end }: TextRange): { readonly end: number; readonly bodyStart: number } {
  const found = /\r?\n\r?\n/.exec(text.slice(start, Math.min(end, start + longestHead)));
  if (found === null) return { end, bodyStart: end };
  return { end: start + found.index, bodyStart: start + found.index + found[0].length };
}

/** Names in lower case, because HTTP ignores case; of several values the last. */
function headersOf(head: string): RecordValue {
  const entries = head.split('\n').flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon <= 0 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
  });
  return Object.fromEntries(entries);
}

/** JSON, an event stream whose data is JSON, or any other text. */
function readBody(text: string, range: TextRange, notebook: Notebook): Located {
  const written = text.slice(range.start, range.end);
  if (written.trim() === '') return new Located(null, range);
  if (/^\s*(?:data|event|id|retry):/.test(written)) return readStream(text, range, notebook);
  return (startsLikeJson(written) ? readJson(text, range, notebook) : undefined) ?? new Located(written, range);
}

function readJson(text: string, range: TextRange, notebook: Notebook): Located | undefined {
  const read = readJsonPart(text, range, notebook, 'keep');
  if (!('fault' in read)) return locatedJson(read);
  notebook.add('lost', 'reader/httprr-body', 'A body that is not JSON was kept as text.', range.start);
  return undefined;
}

/** Server-sent events: a `data:` line is an element, if it is JSON. */
function readStream(text: string, range: TextRange, notebook: Notebook): Located {
  const elements: Located[] = [];
  for (let at = range.start; at < range.end;) {
    const end = lineEnd(text, at, range.end);
    const prefix = /^data:\s*/.exec(text.slice(at, Math.min(end, at + 20)));
    if (prefix !== null && startsLikeJson(text.slice(at + prefix[0].length, end))) {
      const read = readJson(text, { start: at + prefix[0].length, end }, notebook);
      if (read !== undefined) elements.push(read);
    }
    at = end + 1;
  }
  return listOf(range, elements) ?? new Located([], range);
}

const firstLine = /^\uFEFF?httprr trace v1\r?\n/;

/** A line with the lengths in bytes of the following request and its response. */
const lengths = /(\d{1,12}) (\d{1,12})\r?\n/y;

/** The probable beginning of the next exchange, if the lengths do not lead there. */
const nextExchange = /(?<!\d)\d{1,12} \d{1,12}\r?\n(?=[A-Z]{3,7} \S{1,4000} HTTP\/)/g;

interface ExchangeRange {
  readonly request: TextRange;
  readonly response: TextRange;
}

/** The exchanges of a recording as stretches of the text. */
function splitExchanges(text: string, notebook: Notebook): readonly ExchangeRange[] {
  const exchanges: ExchangeRange[] = [];
  let at = firstLine.exec(text)?.[0].length ?? 0;
  while (at < text.length) {
    const start = headAt(text, at, notebook);
    if (start === undefined) break;
    lengths.lastIndex = start;
    const match = lengths.exec(text);
    if (match === null) break;
    const [line, forRequest, forResponse] = match;
    const begin = start + line.length;
    const middle = afterBytes(text, begin, Number(forRequest));
    const end = middle === undefined ? undefined : afterBytes(text, middle, Number(forResponse));
    if (middle !== undefined && end !== undefined && (end === text.length || isHead(text, end))) {
      exchanges.push({ request: { start: begin, end: middle }, response: { start: middle, end } });
      at = end;
    } else {
      const found = byShape(text, begin, notebook);
      exchanges.push(found);
      at = found.response.end;
    }
  }
  return exchanges;
}

function isHead(text: string, at: number): boolean {
  lengths.lastIndex = at;
  return lengths.test(text);
}

/** The text between the exchanges belongs to none. */
function headAt(text: string, at: number, notebook: Notebook): number | undefined {
  if (isHead(text, at)) return at;
  nextExchange.lastIndex = at;
  const next = nextExchange.exec(text);
  if (text.slice(at, next?.index ?? text.length).trim() !== '') {
    notebook.add('lost', 'reader/httprr', 'Text between two recorded exchanges was left out.', at);
  }
  return next?.index;
}

/** Lengths that do not fit: the text was cut off, or its line ends were changed. Requests and responses have first lines. */
function byShape(text: string, begin: number, notebook: Notebook): ExchangeRange {
  notebook.add(
    'repaired',
    'reader/httprr-lengths',
    'The lengths before an exchange do not fit its text (it was cut off or changed); it was divided by its HTTP lines.',
    begin,
  );
  nextExchange.lastIndex = begin;
  const next = nextExchange.exec(text);
  const end = next?.index ?? text.length;
  const status = text.indexOf('HTTP/', text.indexOf('\n', begin) + 1);
  const middle = status === -1 || status > end || text.indexOf('\n', begin) === -1 ? end : status;
  return { request: { start: begin, end: middle }, response: { start: middle, end } };
}

/** The offset after this many bytes of UTF-8; undefined when the text is shorter, or a character is cut. */
function afterBytes(text: string, start: number, bytes: number): number | undefined {
  let left = bytes;
  let at = start;
  while (left > 0) {
    const code = text.codePointAt(at);
    if (code === undefined) return undefined;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code < 0x10000 ? 1 : 2;
  }
  return left === 0 ? at : undefined;
}
