import { err, ok } from '../../../base/result.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import type { Document, Reader } from '../document.ts';
import { problemOf, tokenAt, type Fault } from '../fault.ts';
import { locator, readJsonPart, type JsonRead } from '../json-text/read.ts';
import { excerpt, Lines } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { splitEvents } from './events.ts';

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
    const values: Value[] = [];
    const ranges: TextRange[] = [];
    let firstFault: Fault | undefined;
    for (const [index, start] of events.starts.entries()) {
      const range = { start, end: events.ends[index] ?? start };
      if (isEndMark(events.text, range)) continue;
      const read = readData(events.text, range, index === events.starts.length - 1, notebook);
      if ('fault' in read) {
        firstFault ??= read.fault;
        const seen = excerpt(events.text, range);
        notebook.add('lost', 'reader/sse-data', `The data of an event is not JSON and was left out: ${seen}`, start);
        continue;
      }
      values.push(read.value);
      ranges.push(range);
    }
    if (values.length === 0) return err(problemOf(firstFault ?? nothing, text, lines));
    const document: Document = {
      syntax: 'sse',
      text,
      value: values,
      notes: notebook.notes(),
      typeName: () => undefined,
      locate([index, ...path]) {
        if (index === undefined) return { start: ranges[0]?.start ?? 0, end: ranges.at(-1)?.end ?? 0 };
        const range = typeof index === 'number' ? ranges[index] : undefined;
        if (range === undefined) return null;
        const read = readData(events.text, range, true, new Notebook(lines));
        return 'fault' in read ? null : locator(read)(path);
      },
    };
    return ok(document);
  },
};

/** The last event may be cut off: then it is read up to the cut. */
const readData = (text: string, range: TextRange, isLast: boolean, notebook: Notebook): JsonRead =>
  readJsonPart(text, range, notebook, isLast ? 'keep' : 'refuse', (end) =>
    text.slice(end, range.end).trim() === '' ? undefined : moreData(text, end),
  );

/** OpenAI and others end a stream with a word of their own. */
const isEndMark = (text: string, { start, end }: TextRange): boolean =>
  end - start < 20 && text.slice(start, end).trim() === '[DONE]';

const moreData = (text: string, at: number): Fault => ({
  code: 'reader/more-text',
  at: tokenAt(text, at),
  expected: 'the end of the event',
  advice: 'The data of an event is one JSON value.',
});

const nothing: Fault = {
  code: 'reader/empty',
  at: { start: 0, end: 0 },
  expected: 'an event with data',
  advice: 'Record the stream from its first event on.',
};
