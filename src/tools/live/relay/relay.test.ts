import { gzipSync } from 'node:zlib';
import { request } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linesOf } from '../records.ts';
import { maxBodyBytes } from '../requests.ts';
import { liveServer, type LiveServer, textIn } from '../testing.ts';

let server: LiveServer;
beforeEach(async () => {
  server = await liveServer();
});
afterEach(() => server.close());

const post = (body: string | Uint8Array<ArrayBuffer>, init: RequestInit = {}, name = 'demo') =>
  fetch(`${server.address}/live/${name}`, { method: 'POST', body, ...init });

/** The events of a stream, until there are as many as wanted. */
async function eventsOf(name: string, wanted: number, lastEventId?: string): Promise<readonly EventSourceMessage[]> {
  const events: EventSourceMessage[] = [];
  const gone = new AbortController();
  const headers = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
  const response = await fetch(`${server.address}/live/${name}`, { headers, signal: gone.signal });
  const parser = createParser({ onEvent: (event) => void (event.event !== 'state' && events.push(event)) });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  while (events.length < wanted) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done) break;
    parser.feed(decoder.decode(value, { stream: true }));
  }
  gone.abort();
  return events;
}

const textOf = (events: readonly EventSourceMessage[]): string =>
  events.reduce((text, { event, data }) => {
    const part: unknown = JSON.parse(data);
    return event === 'replace' ? String(part) : text + String(part);
  }, '');

describe('the records of a body', () => {
  test.each([
    ['one value', '{"a": 1}', ['{"a": 1}']],
    ['a value on several lines', '{\n  "a": 1\n}', ['{   "a": 1 }']],
    ['a list', '[{"a": "x, ]"}, 12345678901234567890, []]', ['{"a": "x, ]"}', '12345678901234567890', '[]']],
    ['an empty list', '[]', []],
    ['lines', '{"a": 1}\n\n{"a": 2}\r\n', ['{"a": 1}', '{"a": 2}']],
    ['a text', 'User: hi\nAssistant: hello', ['User: hi', 'Assistant: hello']],
  ])('%s', (_, body, lines) => expect(linesOf(body)).toEqual(lines));

  test('the elements of any list are its lines', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 2), (list, indent) => {
        expect(linesOf(JSON.stringify(list, null, indent)).map((line): unknown => JSON.parse(line))).toEqual(
          JSON.parse(JSON.stringify(list)),
        );
      }),
    );
  });
});

test('records are numbered, and a late subscriber gets all of them', async () => {
  await post('{"n": 1}');
  await post('[{"n": 2}, {"n": 3}]');
  const events = await eventsOf('demo', 3);
  expect(textOf(events)).toBe('{"n": 1}\n{"n": 2}\n{"n": 3}\n');
  expect(events.map(({ id }) => id)).toEqual([1, 2, 3].map((number) => `${server.streams.run}-${number}`));
});

test('a subscriber continues after the last record that it received', async () => {
  await post('{"n": 1}\n{"n": 2}');
  const events = await eventsOf('demo', 1, `${server.streams.run}-1`);
  expect(events).toMatchObject([{ event: 'append', data: JSON.stringify('{"n": 2}\n') }]);
});

test('a subscriber with the numbers of another run gets the whole stream, in place of what it had', async () => {
  await post('{"n": 1}\n{"n": 2}');
  const events = await eventsOf('demo', 2, 'a1b2c3d4-1');
  expect(events.map(({ event }) => event)).toEqual(['replace', 'append']);
});

test('a subscriber that comes first receives each record as it arrives', async () => {
  const events = eventsOf('early', 2);
  await post('{"n": 1}', {}, 'early');
  await post('{"n": 2}', {}, 'early');
  expect(textOf(await events)).toBe('{"n": 1}\n{"n": 2}\n');
});

test('PUT replaces the records, DELETE ends the stream', async () => {
  await post('{"n": 1}');
  await fetch(`${server.address}/live/demo`, { method: 'PUT', body: '{"n": 2}' });
  expect(textIn(server.streams, 'demo')).toBe('{"n": 2}\n');
  const ended = await fetch(`${server.address}/live/demo`, { method: 'DELETE' });
  expect(await ended.json()).toMatchObject({ records: 2, isEnded: true });
});

test('the list names each stream with its facts', async () => {
  await post('{"n": 1}', {}, encodeURIComponent('a name/with ü'));
  const list: unknown = await (await fetch(`${server.address}/live`)).json();
  expect(list).toMatchObject({
    streams: [{ name: 'a name/with ü', source: 'relay', records: 1, bytes: 9, dropped: 0 }],
  });
});

test('a packed body is unpacked', async () => {
  await post(new Uint8Array(gzipSync('{"n": 1}')), { headers: { 'Content-Encoding': 'gzip' } });
  expect(textIn(server.streams, 'demo')).toBe('{"n": 1}\n');
});

describe('a body that cannot be used is refused in a sentence and changes nothing', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, RequestInit, number, RegExp]>([
    ['HTML', '<!DOCTYPE html><p>Not found</p>', {}, 400, /page of HTML/],
    ['nothing', '', {}, 400, /no record/],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), {}, 400, /no UTF-8/],
    ['broken gzip', 'x', { headers: { 'Content-Encoding': 'gzip' } }, 400, /unpacked/],
    ['another packing', 'x', { headers: { 'Content-Encoding': 'br' } }, 415, /Use gzip/],
    ['100 MB', 'x'.repeat(100_000_000), {}, 413, /up to 64 MB/],
    [
      'a small body that unpacks to 100 MB',
      new Uint8Array(gzipSync('x'.repeat(100_000_000))),
      { headers: { 'Content-Encoding': 'gzip' } },
      413,
      /up to 64 MB/,
    ],
  ])('%s', async (_, body, init, status, sentence) => {
    const refused = await post(body, init).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      // The server may close the connection while the client still sends.
      () => '413 Send up to 64 MB',
    );
    expect(refused.startsWith(`${status} `)).toBe(true);
    expect(refused).toMatch(sentence);
    expect(server.streams.list()).toEqual([]);
  });

  test('a body that breaks off', async () => {
    const { hostname, port } = new URL(server.address);
    await new Promise<void>((resolve) => {
      const sender = request({
        hostname,
        port,
        path: '/live/demo',
        method: 'POST',
        headers: { 'Content-Length': 100 },
      });
      sender.on('error', () => resolve());
      sender.write('{"n": 1}\n', () => sender.destroy());
      sender.on('close', () => resolve());
    });
    await post('{"n": 2}');
    expect(textIn(server.streams, 'demo')).toBe('{"n": 2}\n');
  });
});

test('the largest body is smaller than the room of a stream', () => expect(maxBodyBytes).toBe(67_108_864));

describe('other web pages', () => {
  /** `fetch` does not let a program set these headers; a browser sets them by itself. */
  const statusWith = (headers: { readonly [name: string]: string }, method = 'GET'): Promise<number | undefined> => {
    const { hostname, port } = new URL(server.address);
    return new Promise((resolve, reject) => {
      request({ hostname, port, path: '/live/demo', method, headers }, (response) => {
        resolve(response.statusCode);
        response.destroy();
      })
        .on('error', reject)
        .end(method === 'POST' ? '{"n": 1}' : undefined);
    });
  };

  test.each([
    ['a foreign origin', { Origin: 'https://evil.example' }],
    ['the same name at another port', { Origin: 'http://127.0.0.1:1' }],
    ['a page of an unknown origin', { Origin: 'null' }],
    ['a foreign host name for this machine', { Host: 'evil.example' }],
    ['a request without an origin from another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('can neither read nor post: %s', async (_, headers) => {
    expect(await statusWith(headers)).toBe(403);
    expect(await statusWith(headers, 'POST')).toBe(403);
    expect(server.streams.list()).toEqual([]);
  });

  test('the server’s own page and programs can', async () => {
    expect(await statusWith({ Origin: server.address })).toBe(200);
    expect(await statusWith({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await statusWith({})).toBe(200);
  });

  test('an allowed origin can, and may read the answer', async () => {
    const open = await liveServer({ allow: ['https://agents.example'] });
    const response = await fetch(`${open.address}/live`, { headers: { Origin: 'https://agents.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://agents.example');
    open.close();
  });
});

test('a full stream keeps what it has, and says what it dropped', async () => {
  const small = await liveServer({ limits: { streams: 2, bytes: 20 } });
  const sent = (name: string, body: string) => fetch(`${small.address}/live/${name}`, { method: 'POST', body });
  const refused = await sent('a', '{"n": 1}\n{"n": 2}\n{"n": 3}');
  expect([refused.status, await refused.text()]).toEqual([507, 'The stream is full: 2 of 3 records were kept.\n']);
  expect(small.streams.get('a')?.facts).toMatchObject({ records: 2, dropped: 1 });
  await sent('b', '{}');
  expect((await sent('c', '{}')).status).toBe(507);
  small.close();
});

test('records that are posted at once all arrive, each once, in the order of its sender', async () => {
  const senders = Array.from({ length: 8 }, async (_, sender) => {
    for (let record = 0; record < 50; record++) await post(JSON.stringify({ sender, record }));
  });
  const events = await eventsOf('demo', 400);
  await Promise.all(senders);
  const lines = textOf(events)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { sender: number; record: number });
  for (let sender = 0; sender < 8; sender++) {
    expect(lines.filter((line) => line.sender === sender).map(({ record }) => record)).toEqual([...Array(50).keys()]);
  }
});
