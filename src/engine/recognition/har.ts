import type { Path } from '../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value, valueAt } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { readDocument } from '../readers/read-document.ts';
import { elementsOf } from '../importing/values/elements.ts';
import { counted } from '../importing/noting.ts';
import { bodyOfStream } from './streamed-body.ts';

/** Pages load hundreds of files; a body larger than this is none of a model's. */
const mostBody = 20_000_000;

/**
 * What a browser's network panel saves (HTTP Archive 1.2, http://www.softwareishard.com/blog/har-12-spec/): of each exchange
 * whose bodies are JSON, the request and the response, as logs of model calls have them. Undefined for anything else.
 */
export function exchangesInHar(document: Document): Document | undefined {
  const entries = valueAt(document.value, ['log', 'entries']);
  if (entries === undefined || valueAt(document.value, ['log', 'creator']) === undefined) return undefined;
  const exchanges = elementsOf(entries).flatMap((value, index) => exchangeIn(value, index) ?? []);
  const [first] = exchanges;
  if (first === undefined) return undefined;
  const others = elementsOf(entries).length - exchanges.length;
  const left = others === 0 ? '' : ` ${counted(others, 'other exchange')} without such bodies left out.`;
  const unanswered = exchanges.filter(({ value }) => value['response'] === undefined);
  const streamed = exchanges.filter(({ isStreamed }) => isStreamed);
  return {
    ...document,
    value: exchanges.map(({ value }) => value),
    notes: [
      ...document.notes,
      {
        severity: others === 0 ? 'info' : 'lost',
        code: 'log/har',
        message: `The bodies of ${counted(exchanges.length, 'exchange')} in a browser’s archive were read as requests and responses.${left}`,
        place: `log.entries[${first.index}]`,
      },
      ...streamed.slice(0, 1).map(({ index }) => ({
        severity: 'info' as const,
        code: 'log/har-stream',
        message: `${counted(streamed.length, 'answer')} that came in pieces, put together.`,
        place: `log.entries[${index}].response`,
      })),
      ...unanswered.slice(0, 1).map(({ index }) => ({
        severity: 'lost' as const,
        code: 'log/har-answer',
        message: `${counted(unanswered.length, 'answer')} in no form that is known left out: what a later request repeats of ${unanswered.length === 1 ? 'it' : 'them'} is read there.`,
        place: `log.entries[${index}].response`,
      })),
    ],
    locate([at, side]) {
      const found = typeof at === 'number' ? exchanges[at] : undefined;
      if (found === undefined) return at === undefined ? document.locate([]) : null;
      const body = side === 'request' || side === 'response' ? bodyAt[side] : [];
      return document.locate(['log', 'entries', found.index, ...body]);
    },
  };
}

interface Exchange {
  readonly index: number;
  readonly value: RecordValue;
  readonly isStreamed: boolean;
}

const bodyAt = {
  request: ['request', 'postData', 'text'],
  response: ['response', 'content', 'text'],
} as const satisfies { readonly [side: string]: Path };

function exchangeIn(value: Value, index: number): Exchange | undefined {
  if (!isRecord(value)) return undefined;
  const request = bodyOf(valueAt(value, bodyAt.request));
  if (request === undefined) return undefined;
  const answer = valueAt(value, bodyAt.response);
  const whole = bodyOf(answer);
  const response = whole ?? streamedBody(answer);
  const timestamp = entry(value, 'startedDateTime') ?? null;
  return {
    index,
    value: { request, ...(response !== undefined && { response }), timestamp },
    isStreamed: response !== whole,
  };
}

function bodyOf(text: Value | undefined): RecordValue | undefined {
  if (typeof text !== 'string' || text.length > mostBody || !/^\s*\{/.test(text.slice(0, 200))) return undefined;
  const read = readDocument(text);
  return read.ok && isRecord(read.value.value) ? read.value.value : undefined;
}

/** A stream has at least one event with data, at the beginning of a line. */
function streamedBody(text: Value | undefined): RecordValue | undefined {
  if (typeof text !== 'string' || text.length > mostBody || !/^data:/m.test(text.slice(0, 2000))) return undefined;
  const read = readDocument(text);
  if (!read.ok) return undefined;
  const { value } = read.value;
  return bodyOfStream(isList(value) ? elementsOf(value) : [value]);
}
