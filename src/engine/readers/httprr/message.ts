import type { TextRange } from '../../model/problem.ts';
import type { RecordValue } from '../../model/value.ts';
import { locator, readJsonPart, startsLikeJson } from '../json-text/read.ts';
import { listOf, recordOf, type Located } from '../located.ts';
import type { Notebook } from '../notebook.ts';

/** A request or a response: its first line, its headers and its body. */
export function readMessage(text: string, range: TextRange, notebook: Notebook): Located {
  const head = headOf(text, range);
  const startEnd = lineEnd(text, range.start, head.end);
  return recordOf(range, [
    [
      'start_line',
      { value: text.slice(range.start, startEnd).trimEnd(), range: { start: range.start, end: startEnd } },
    ],
    ['headers', { value: headersOf(text.slice(startEnd, head.end)), range: { start: startEnd, end: head.end } }],
    ['body', readBody(text, { start: head.bodyStart, end: range.end }, notebook)],
  ]);
}

/** Servers refuse more. */
const longestHead = 64 * 1024;

/** An empty line divides head and body. */
function headOf(text: string, { start, end }: TextRange): { readonly end: number; readonly bodyStart: number } {
  const found = /\r?\n\r?\n/.exec(text.slice(start, Math.min(end, start + longestHead)));
  if (found === null) return { end, bodyStart: end };
  return { end: start + found.index, bodyStart: start + found.index + found[0].length };
}

function lineEnd(text: string, start: number, end: number): number {
  const at = text.indexOf('\n', start);
  return at === -1 || at > end ? end : at;
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
  if (written.trim() === '') return { value: null, range };
  if (/^\s*(?:data|event|id|retry):/.test(written)) return readStream(text, range, notebook);
  return (startsLikeJson(written) ? readJson(text, range, notebook) : undefined) ?? { value: written, range };
}

function readJson(text: string, range: TextRange, notebook: Notebook): Located | undefined {
  const read = readJsonPart(text, range, notebook, 'keep');
  if (!('fault' in read)) {
    const locate = locator(read);
    return { value: read.value, range: locate([]) ?? range, inside: locate };
  }
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
  return listOf(range, elements) ?? { value: [], range };
}
