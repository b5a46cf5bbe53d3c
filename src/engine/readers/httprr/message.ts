import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { locator, readRepairedJson, readStrictJson, startsLikeJson, type JsonRead } from '../json-text/read.ts';
import type { Notebook } from '../notebook.ts';

/** A request or a response: its range, its content, and the ranges in it. */
export interface Message {
  readonly range: TextRange;
  readonly value: RecordValue;
  locate(path: Path): TextRange | null;
}

interface Body {
  readonly value: Value;
  locate(path: Path): TextRange | null;
}

export function readMessage(text: string, range: TextRange, notebook: Notebook): Message {
  const head = headOf(text, range);
  const startEnd = lineEnd(text, range.start, head.end);
  const body = readBody(text, { start: head.bodyStart, end: range.end }, notebook);
  const start_line = text.slice(range.start, startEnd).trimEnd();
  const headers = headersOf(text.slice(startEnd, head.end));
  return {
    range,
    value: { start_line, headers, body: body.value },
    locate([key, ...rest]) {
      if (key === undefined) return range;
      if (key === 'body') return body.locate(rest);
      if (key === 'start_line') return rest.length === 0 ? { start: range.start, end: startEnd } : null;
      const isThere = rest.length === 0 || (rest.length === 1 && Object.hasOwn(headers, rest[0] ?? ''));
      return key === 'headers' && isThere ? { start: startEnd, end: head.end } : null;
    },
  };
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
function readBody(text: string, range: TextRange, notebook: Notebook): Body {
  const written = text.slice(range.start, range.end);
  if (written.trim() === '') return bodyText(null, range);
  if (/^\s*(?:data|event|id|retry):/.test(written)) return readStream(text, range, notebook);
  if (!startsLikeJson(written)) return bodyText(written, range);
  const read = readJson(text, range, notebook);
  return 'fault' in read ? unread(written, range, notebook) : { value: read.value, locate: locator(read) };
}

const bodyText = (value: Value, range: TextRange): Body => ({
  value,
  locate: (path) => (path.length === 0 ? range : null),
});

function unread(written: string, range: TextRange, notebook: Notebook): Body {
  notebook.add('lost', 'reader/httprr-body', 'A body that is not JSON was kept as text.', range.start);
  return bodyText(written, range);
}

function readJson(text: string, range: TextRange, notebook: Notebook): JsonRead {
  return (
    readStrictJson(text, range, notebook) ??
    readRepairedJson(text, trimmed(text, range), notebook, 'keep', () => undefined)
  );
}

function trimmed(text: string, { start, end }: TextRange): TextRange {
  const blank = /^\s*/.exec(text.slice(start, Math.min(end, start + 1000)))?.[0].length ?? 0;
  return { start: start + blank, end };
}

/** Server-sent events: a `data:` line is an element, if it is JSON. */
function readStream(text: string, range: TextRange, notebook: Notebook): Body {
  const elements: { readonly value: Value; readonly locate: Body['locate'] }[] = [];
  for (let at = range.start; at < range.end;) {
    const end = lineEnd(text, at, range.end);
    const prefix = /^data:\s*/.exec(text.slice(at, Math.min(end, at + 20)));
    if (prefix !== null && startsLikeJson(text.slice(at + prefix[0].length, end))) {
      const stretch = { start: at + prefix[0].length, end };
      const read = readJson(text, stretch, notebook);
      if ('fault' in read) unread('', stretch, notebook);
      else elements.push({ value: read.value, locate: locator(read) });
    }
    at = end + 1;
  }
  return {
    value: elements.map(({ value }) => value),
    locate([index, ...path]) {
      if (index === undefined) return range;
      return typeof index === 'number' ? (elements[index]?.locate(path) ?? null) : null;
    },
  };
}
