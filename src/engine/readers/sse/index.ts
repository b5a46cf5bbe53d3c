import { err, ok } from '../../../base/result.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Reader } from '../document.ts';
import { type Fault, problemOf } from '../fault.ts';
import { JsonRows } from '../json-text/rows.ts';
import { excerpt, Lines } from '../lines.ts';
import { documentOf } from '../located.ts';
import { Notebook } from '../notebook.ts';

/**
 * Server-sent events whose data is JSON. The document's value is the list of it.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export const sse: Reader = {
  id: 'sse',
  title: 'Server-sent events',
  claim(text) {
    const head = text.slice(0, 4000).replace(/^\uFEFF/, '');
    return /^\s*(?::|(?:data|event|id|retry):)/.test(head) && /^data:/m.test(head) ? 'likely' : 'no';
  },
  read(text) {
    const lines = new Lines(text);
    const notebook = new Notebook(lines);
    const events = splitEvents(text, notebook);
    const rows = new JsonRows(events.text, alone);
    let firstFault: Fault | undefined;
    for (const [index, start] of events.starts.entries()) {
      const range = { start, end: events.ends[index] ?? start };
      if (isEndMark(events.text, range)) continue;
      // The last event may be cut off: then it is read up to the cut.
      const fault = rows.read(range, notebook, index === events.starts.length - 1 ? 'keep' : 'refuse');
      if (fault === undefined) continue;
      firstFault ??= fault;
      const seen = excerpt(events.text, range);
      notebook.add('lost', 'reader/sse-data', `The data of an event is not JSON and was left out: ${seen}`, start);
    }
    if (rows.values.length === 0) return err(problemOf(firstFault ?? nothing, text, lines));
    return ok(documentOf('sse', text, rows.located(lines), notebook.notes()));
  },
};

const alone = { expected: 'the end of the event', advice: 'The data of an event is one JSON value.' };

/** OpenAI and others end a stream with a word of their own. */
const isEndMark = (text: string, { start, end }: TextRange): boolean =>
  end - start < 20 && text.slice(start, end).trim() === '[DONE]';

const nothing: Fault = {
  code: 'reader/empty',
  at: { start: 0, end: 0 },
  expected: 'an event with data',
  advice: 'Record the stream from its first event on.',
};

/** The data of the events in a stream, each a range of `text`, which is as long as the original. */
interface Events {
  /** The original with blanks in place of everything that is no data. */
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** `data: …` and similar fields; one space after the colon belongs to the mark. */
const field = /^(data|event|id|retry): ?/;

/**
 * Consecutive lines that begin with `data:` are the data of one event. Documentation and some servers break the data
 * into lines without a mark: they are included. So is JSON between the events.
 */
function splitEvents(text: string, notebook: Notebook): Events {
  const kept: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let isOpen = false;
  const blank = (from: number, to: number) => kept.push(' '.repeat(to - from));
  const data = (from: number, to: number) => {
    if (isOpen) ends[ends.length - 1] = to;
    else {
      starts.push(from);
      ends.push(to);
    }
    isOpen = true;
    kept.push(text.slice(from, to));
  };
  for (let at = 0; at < text.length;) {
    const end = lineEnd(text, at);
    const kind = kindOf(text, at, end);
    switch (kind.name) {
      case 'data':
        blank(at, at + kind.mark);
        data(at + kind.mark, end);
        break;
      case 'blank':
        isOpen = false;
        blank(at, end);
        break;
      case 'field':
        notebook.add('info', 'reader/sse-fields', 'Names and ids of events are left out: only their data is read.', at);
        blank(at, end);
        break;
      case 'comment':
        blank(at, end);
        break;
      default: {
        const isNext: boolean = startsValue(text, at) && (!isOpen || endsValue(text, ends.at(-1) ?? 0));
        const [severity, code, message] = isNext ? unmarked : isOpen ? brokenData : prose;
        notebook.add(severity, code, message, at);
        if (!isNext && !isOpen) blank(at, end);
        else {
          isOpen &&= !isNext;
          data(at, end);
        }
      }
    }
    if (end < text.length) kept.push(text.slice(end, end + 1));
    at = end + 1;
  }
  return { text: kept.join(''), starts, ends };
}

const unmarked = [
  'repaired',
  'reader/sse-unmarked',
  'A line without “data:” was read as the data of an event.',
] as const;
const brokenData = [
  'repaired',
  'reader/sse-broken-data',
  'A line without “data:” was read as more of the data before it.',
] as const;
const prose = ['lost', 'reader/prose', 'A line that belongs to no event was left out.'] as const;

interface Kind {
  readonly name: 'data' | 'field' | 'comment' | 'blank' | 'other';
  /** Length of the mark in front. */
  readonly mark: number;
}

function kindOf(text: string, start: number, end: number): Kind {
  const head = text.slice(start, Math.min(end, start + 200)).replace(/^\uFEFF/, ' ');
  if (head.trim() === '' && end - start <= 200) return { name: 'blank', mark: 0 };
  if (head.startsWith(':')) return { name: 'comment', mark: 0 };
  const mark = field.exec(head);
  if (mark === null) return { name: 'other', mark: 0 };
  return mark[1] === 'data' ? { name: 'data', mark: mark[0].length } : { name: 'field', mark: 0 };
}

/** JSON in a line of its own: no value continues with a bracket after it has closed one. */
const startsValue = (text: string, at: number): boolean => text[at] === '{' || text[at] === '[';

const endsValue = (text: string, end: number): boolean => /[}\]]\s*$/.test(text.slice(Math.max(0, end - 20), end));

function lineEnd(text: string, start: number): number {
  const at = text.indexOf('\n', start);
  return at === -1 ? text.length : at;
}
