import { err, ok } from '../../../base/result.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Reader } from '../document.ts';
import { type Fault, problemOf } from '../fault.ts';
import { JsonRows } from '../json-text/rows.ts';
import { excerpt, lineEnd, Lines } from '../lines.ts';
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
    for (const range of events.ranges) {
      if (isEndMark(events.text, range)) continue;
      // The last event may be cut off: then it is read up to the cut.
      const fault = rows.read(range, notebook, range === events.ranges.at(-1) ? 'keep' : 'refuse');
      if (fault === undefined) continue;
      firstFault ??= fault;
      const seen = excerpt(events.text, range);
      const message = `The data of an event is not JSON and was left out: ${seen}`;
      notebook.add('lost', 'reader/sse-data', message, range.start);
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

interface Events {
  /** The original with blanks in place of everything that is no data. */
  readonly text: string;
  /** The data of each event. */
  readonly ranges: readonly TextRange[];
}

/** One space after the colon belongs to the mark. */
const mark = /^(?<field>data|event|id|retry): ?/;

/**
 * Consecutive lines that begin with `data:` are the data of one event. Documentation and some servers break the data
 * into lines without a mark: they are included. So is JSON between the events.
 */
function splitEvents(text: string, notebook: Notebook): Events {
  const kept: string[] = [];
  const ranges: { readonly start: number; end: number }[] = [];
  let isOpen = false;
  for (let at = 0; at < text.length;) {
    const end = lineEnd(text, at);
    const head = text.slice(at, Math.min(end, at + 200)).replace(/^\uFEFF/, ' ');
    const { 0: marked = '', groups: { field } = {} } = mark.exec(head) ?? {};
    /** Where the data of this line begins. */
    let from: number | undefined;
    if (field === 'data') from = at + marked.length;
    else if (field !== undefined)
      notebook.add('info', 'reader/sse-fields', 'Names and ids of events are left out: only their data is read.', at);
    else if (head.trim() === '' && end - at <= 200) isOpen = false;
    else if (!head.startsWith(':')) {
      const isNext: boolean = startsValue(text, at) && (!isOpen || endsValue(text, ranges.at(-1)?.end ?? 0));
      const [severity, code, message] = isNext ? unmarked : isOpen ? brokenData : prose;
      notebook.add(severity, code, message, at);
      if (isNext || isOpen) from = at;
      isOpen &&= !isNext;
    }
    const last = ranges.at(-1);
    if (from !== undefined && isOpen && last !== undefined) last.end = end;
    else if (from !== undefined) ranges.push({ start: from, end });
    isOpen ||= from !== undefined;
    kept.push(' '.repeat((from ?? end) - at), text.slice(from ?? end, end + 1));
    at = end + 1;
  }
  return { text: kept.join(''), ranges };
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

/** JSON in a line of its own: no value continues with a bracket after it has closed one. */
const startsValue = (text: string, at: number): boolean => text[at] === '{' || text[at] === '[';

const endsValue = (text: string, end: number): boolean => /[}\]]\s*$/.test(text.slice(Math.max(0, end - 20), end));
