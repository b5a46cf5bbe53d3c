import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, type RecordValue, type Value, valueAt } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { readDocument } from '../readers/read-document.ts';
import { elementsOf, type Placed } from '../importing/values/elements.ts';
import { textIn } from '../importing/values/where.ts';
import { counted } from '../importing/import-report.ts';
import { Composer } from './parts.ts';
import { bodyOfStream } from './streamed-body.ts';

/** Pages load hundreds of files. A larger body is not a model's. */
const maxBody = 20_000_000;

/** The field names of a program that records HTTP. */
interface Archive {
  /** The name for messages, with its article. */
  readonly name: string;
  readonly list: Path;
  /** Paths inside an entry; the first present one is used. */
  readonly request: readonly Path[];
  readonly response: readonly Path[];
  readonly time: Path;
  isOne(value: Value): boolean;
}

/** The file that a browser's network panel saves: HTTP Archive 1.2, http://www.softwareishard.com/blog/har-12-spec/ */
const har: Archive = {
  name: 'a browser’s archive',
  list: ['log', 'entries'],
  request: [['request', 'postData', 'text']],
  response: [['response', 'content', 'text']],
  time: ['startedDateTime'],
  isOne: (value) => valueAt(value, ['log', 'creator']) !== undefined,
};

/**
 * Cassettes that tests replay: vcrpy writes bodies as text, Pydantic AI's serialiser for it writes parsed bodies (`parsed_body`), and VCR
 * for Ruby writes a text beside its encoding. https://vcrpy.readthedocs.io, https://benoittgt.github.io/vcr
 */
const cassette = (list: string): Archive => ({
  name: 'a cassette',
  list: [list],
  request: [
    ['request', 'parsed_body'],
    ['request', 'body', 'string'],
    ['request', 'body'],
  ],
  response: [
    ['response', 'parsed_body'],
    ['response', 'body', 'string'],
    ['response', 'body'],
  ],
  time: ['recorded_at'],
  isOne: (value) => valueAt(value, [list, 0, 'request', 'uri']) !== undefined,
});

/** Requests with their first example response: https://schema.postman.com/json/collection/v2.1.0/docs/index.html */
const postman: Archive = {
  name: 'a collection of Postman',
  list: ['item'],
  request: [['request', 'body', 'raw']],
  response: [['response', 0, 'body']],
  time: ['response', 0, 'timestamp'],
  isOne: (value) => /postman/.test(textIn(value, 'info.schema') ?? ''),
};

const archives: readonly Archive[] = [har, cassette('interactions'), cassette('http_interactions'), postman];

/** The request and response of each recorded exchange with JSON bodies, in the form of model call logs. Undefined for anything else. */
export function recordedExchanges(document: Document): Document | undefined {
  const archive = archives.find((one) => one.isOne(document.value));
  return archive && exchangesIn(document, archive);
}

function exchangesIn(document: Document, archive: Archive): Document | undefined {
  const composer = new Composer();
  const entries = elementsOf(valueAt(document.value, archive.list) ?? null);
  const exchanges = entries.flatMap((value, index) => exchangeIn(value, index, archive, composer) ?? []);
  const [first] = exchanges;
  if (first === undefined) return undefined;
  const others = entries.length - exchanges.length;
  const left = others === 0 ? '' : ` ${counted(others, 'other exchange')} without such bodies left out.`;
  const unanswered = exchanges.filter(({ value }) => value['response'] === undefined);
  const streamed = exchanges.filter(({ isStreamed }) => isStreamed);
  const responseOf = ({ place }: Exchange) => formatPath([...place, 'response']);
  return composer.document(document, composer.list(exchanges), [
    {
      severity: others === 0 ? 'info' : 'lost',
      code: 'log/exchanges',
      message: `The bodies of ${counted(exchanges.length, 'exchange')} in ${archive.name} were read as requests and responses.${left}`,
      place: formatPath(first.place),
    },
    ...streamed.slice(0, 1).map((one) => ({
      severity: 'info' as const,
      code: 'log/exchange-stream',
      message: `${counted(streamed.length, 'streamed answer')} joined from pieces.`,
      place: responseOf(one),
    })),
    ...unanswered.slice(0, 1).map((one) => ({
      severity: 'lost' as const,
      code: 'log/exchange-answer',
      message: `${counted(unanswered.length, 'answer')} of an unknown form left out. Parts that a later request repeats are read there.`,
      place: responseOf(one),
    })),
  ]);
}

interface Exchange extends Placed {
  readonly value: RecordValue;
  readonly isStreamed: boolean;
}

function exchangeIn(value: Value, index: number, archive: Archive, composer: Composer): Exchange | undefined {
  const [asked] = bodiesAt(value, archive.request, bodyOf);
  if (asked === undefined) return undefined;
  const [whole] = bodiesAt(value, archive.response, bodyOf);
  const answered = whole ?? bodiesAt(value, archive.response, streamedBody)[0];
  const record = composer.record([
    ['request', asked.body, asked.path],
    ['response', answered?.body, answered?.path ?? []],
    ['timestamp', valueAt(value, archive.time) ?? null, []],
  ]);
  return { place: [...archive.list, index], value: record, isStreamed: answered !== whole };
}

const bodiesAt = (value: Value, paths: readonly Path[], read: (text: Value | undefined) => RecordValue | undefined) =>
  paths.flatMap((path) => {
    const body = read(valueAt(value, path));
    return body === undefined ? [] : [{ path, body }];
  });

function bodyOf(text: Value | undefined): RecordValue | undefined {
  if (text !== undefined && isRecord(text)) return valueAt(text, ['string']) === undefined ? text : undefined;
  if (typeof text !== 'string' || text.length > maxBody || !/^\s*\{/.test(text.slice(0, 200))) return undefined;
  const read = readDocument(text);
  return read.ok && isRecord(read.value.value) ? read.value.value : undefined;
}

/** A stream has at least one line that begins with `data:`. */
function streamedBody(text: Value | undefined): RecordValue | undefined {
  if (typeof text !== 'string' || text.length > maxBody || !/^data:/m.test(text.slice(0, 2000))) return undefined;
  const read = readDocument(text);
  if (!read.ok) return undefined;
  const { value } = read.value;
  return bodyOfStream(isList(value) ? elementsOf(value) : [value]);
}
