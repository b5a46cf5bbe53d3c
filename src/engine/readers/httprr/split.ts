import type { TextRange } from '../../model/problem.ts';
import type { Notebook } from '../notebook.ts';

export const firstLine = /^\uFEFF?httprr trace v1\r?\n/;

/** A line with the lengths in bytes of the following request and its response. */
const lengths = /(\d{1,12}) (\d{1,12})\r?\n/y;

/** The probable beginning of the next exchange, if the lengths do not lead there. */
const nextExchange = /(?<!\d)\d{1,12} \d{1,12}\r?\n(?=[A-Z]{3,7} \S{1,4000} HTTP\/)/g;

interface ExchangeRange {
  readonly request: TextRange;
  readonly response: TextRange;
}

/** The exchanges of a recording as stretches of the text. */
export function splitExchanges(text: string, notebook: Notebook): readonly ExchangeRange[] {
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
