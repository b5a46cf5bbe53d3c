import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StreamFacts, StreamList } from '../../../worker/live-protocol.ts';
import { recordsOf } from '../../../worker/live/record-texts.ts';
import { answerJson, bodyOf, type Permissions, RefusedRequest, textOf } from '../requests.ts';
import type { LiveStream } from '../stream.ts';
import { type LiveStreams, maxNameLength, tooManyStreams } from '../streams.ts';

/** Milliseconds between comments in a silent stream: they show both ends that the connection is alive. */
const heartbeatMs = 15_000;
/** Milliseconds after which a browser connects again. */
const retryMs = 1_000;
/** Records of one request. */
const maxRecords = 100_000;

/**
 * `GET /live` lists the streams. `POST /live/NAME` adds records, `PUT` replaces them, `DELETE` ends the stream, and `GET`
 * sends the records as server-sent events.
 */
export async function relay(
  streams: LiveStreams,
  { origins, reachable }: Permissions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = nameIn(request.url ?? '');
  if (name === null) {
    if (request.method !== 'GET') throw new RefusedRequest(405, 'Use GET for the list of streams.');
    return answerJson(response, 200, {
      run: streams.run,
      streams: streams.list(),
      reachable: [...reachable],
      senders: [...origins],
      unused: streams.unused.list,
    } satisfies StreamList);
  }
  switch (request.method) {
    case 'GET':
      return subscribe(streams, name, request, response);
    case 'POST':
    case 'PUT':
      return receive(streams, name, request, response);
    case 'DELETE': {
      const stream = streams.of(name, 'relay') ?? streams.get(name);
      if (stream === undefined) throw new RefusedRequest(404, `There is no stream “${name}”.`);
      stream.end();
      return answerJson(response, 200, stream.facts);
    }
    default:
      throw new RefusedRequest(405, 'Use POST to add records, PUT to replace them, GET to receive them.');
  }
}

/** Null for the list of all streams. */
function nameIn(url: string): string | null {
  const path = url.replace(/[?#].*$/s, '').slice('/live'.length);
  if (path === '' || path === '/') return null;
  try {
    const name = decodeURIComponent(path.slice(1));
    if (name.length <= maxNameLength && !/\p{Cc}/u.test(name)) return name;
  } catch {
    // An invalid percent encoding is no name.
  }
  throw new RefusedRequest(
    400,
    `The name of a stream has up to ${maxNameLength} characters and no control characters.`,
  );
}

async function receive(streams: LiveStreams, name: string, request: IncomingMessage, response: ServerResponse) {
  const body = textOf(await bodyOf(request));
  if (/^\s*<(?:!doctype|html)\b/i.test(body)) {
    throw new RefusedRequest(
      400,
      'This is a page of HTML. Send the records of an agent: JSON, NDJSON or lines of its log.',
    );
  }
  const records = recordsOf(body, maxRecords);
  if (records.length > maxRecords) {
    throw new RefusedRequest(
      413,
      `A request may have up to ${maxRecords} records; this one has more. Send it in parts.`,
    );
  }
  if (records.length === 0) throw new RefusedRequest(400, 'There is no record in the body.');
  const stream = streams.open(name, 'relay');
  if (stream === undefined) throw new RefusedRequest(507, tooManyStreams);
  const accepted =
    request.method === 'POST' ? stream.append(records) : stream.replace(records.join('')) ? records.length : 0;
  if (accepted < records.length) {
    throw new RefusedRequest(507, `${accepted} of ${records.length} records were kept. ${stream.refusal}`);
  }
  answerJson(response, 200, { accepted, ...stream.facts });
}

/** Sends the records after `Last-Event-ID`, then each new one. A subscriber may come before the first record. */
async function subscribe(streams: LiveStreams, name: string, request: IncomingMessage, response: ServerResponse) {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(`retry: ${retryMs}\n\n`);
  const heartbeat = setInterval(() => response.write(': alive\n\n'), heartbeatMs);
  // So the subscriber knows that all records are new.
  if (streams.get(name) === undefined)
    response.write(stateEvent({ isEnded: false, dropped: 0, deleted: 0, lastRecord: null }));
  try {
    const stream = await streams.begun(name, gone.signal);
    if (stream === undefined) return;
    await send(stream, streams.run, numberIn(request.headers['last-event-id'], streams.run), response, gone.signal);
  } finally {
    clearInterval(heartbeat);
  }
}

/** The number of the last record received; 0 for the records of another run of the server. */
function numberIn(lastEventId: string | string[] | undefined, run: string): number {
  const [, of, number] = /^(\w+)-(\d{1,15})$/.exec(String(lastEventId)) ?? [];
  return of === run ? Number(number) : 0;
}

async function send(
  stream: LiveStream,
  run: string,
  from: number,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  let last = from;
  let known = '';
  while (!gone.aborted) {
    const records = stream.after(last);
    if (records.length > 0) {
      const events = records.map(
        ({ number, kind, text }) => `id: ${run}-${number}\nevent: ${kind}\ndata: ${JSON.stringify(text)}\n\n`,
      );
      last = records.at(-1)?.number ?? last;
      if (!response.write(events.join(''))) await drained(response, gone);
      continue;
    }
    const { isEnded, dropped, deleted, lastRecord } = stream.facts;
    const facts = stateEvent({ isEnded, dropped, deleted, lastRecord });
    if (facts !== known) response.write(facts);
    known = facts;
    await stream.changed(gone);
  }
}

const stateEvent = (facts: Pick<StreamFacts, 'isEnded' | 'dropped' | 'deleted' | 'lastRecord'>): string =>
  `event: state\ndata: ${JSON.stringify(facts)}\n\n`;

/** Resolves when a slow subscriber has received what was written, or is gone. */
async function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  try {
    await once(response, 'drain', { signal: gone });
  } catch (cause) {
    if (!gone.aborted) throw cause;
  }
}
