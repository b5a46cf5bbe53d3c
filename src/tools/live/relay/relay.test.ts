import { gzipSync } from 'node:zlib';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { text as textFrom } from 'node:stream/consumers';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordsOf } from '../../../worker/live/record-texts.ts';
import { receiveRelay } from '../../../worker/live/sources/relay/receive.ts';
import { bodyOf, maxBodyBytes, originOf, skipRest } from '../requests.ts';
import { listen } from '../../serve/listen.ts';
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
    ['a text', 'User: hi\nAssistant: hello', ['User: hi\nAssistant: hello']],
    [
      'a text with paragraphs',
      '\nUser: hi\n\nAnd more\n\nAssistant: hello\n',
      ['\nUser: hi\n\nAnd more\n\nAssistant: hello'],
    ],
    ['indented values one after the other', '{\n  "a": 1\n}\n\n{\n}', ['{\n  "a": 1\n}\n\n{\n}']],
    ['blank lines', '\n \r\n', []],
  ])('%s', (_, body, lines) => expect(recordsOf(body)).toEqual(lines.map((line) => `${line}\n`)));

  test('the elements of any list are its lines', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 2), (list, indent) => {
        expect(recordsOf(JSON.stringify(list, null, indent)).map((line): unknown => JSON.parse(line))).toEqual(
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

test('a subscriber with the numbers of another run gets all of this one: in place of what it had, if the sender began anew', async () => {
  const kinds = async () => (await eventsOf('demo', 2, 'a1b2c3d4-1')).map(({ event }) => event);
  await post('{"n": 1}\n{"n": 2}');
  expect(await kinds()).toEqual(['append', 'append']);
  await fetch(`${server.address}/live/demo`, { method: 'PUT', body: '{"n": 1}' });
  await post('{"n": 2}');
  expect(await kinds()).toEqual(['replace', 'append']);
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
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), {}, 400, /not UTF-8/],
    ['broken gzip', 'x', { headers: { 'Content-Encoding': 'gzip' } }, 400, /unpacked/],
    ['another packing', 'x', { headers: { 'Content-Encoding': 'br' } }, 415, /Use gzip/],
    ['more records than a request may have', '1\n'.repeat(2_000_000), {}, 413, /up to 100000 records/],
    ['a list of more records', `[${'1,'.repeat(100_000)}1]`, {}, 413, /up to 100000 records/],
    ['100 MB', 'x'.repeat(100_000_000), {}, 413, /up to 64 MB/],
    [
      'a small body that unpacks to 100 MB',
      new Uint8Array(gzipSync('x'.repeat(100_000_000))),
      { headers: { 'Content-Encoding': 'gzip' } },
      413,
      /up to 64 MB/,
    ],
  ])('%s', async (_, body, init, status, sentence) => {
    const answer = await post(body, init);
    const refused = `${answer.status} ${await answer.text()}`;
    expect(refused.startsWith(`${status} `)).toBe(true);
    expect(refused).toMatch(sentence);
    expect(server.streams.list()).toEqual([]);
  });

  test('100 MB, whose sender reads the answer when it has sent everything', async () => {
    const { hostname, port } = new URL(server.address);
    const refused = await new Promise<string>((resolve, reject) => {
      const sender = connect({ host: hostname, port: Number(port) });
      sender.on('error', reject);
      sender.write(`POST /live/demo HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 100000000\r\n\r\n`);
      const part = Buffer.alloc(10_000_000, 'x');
      const send = (parts: number) => {
        if (parts > 0) sender.write(part, (fault) => (fault ? reject(fault) : send(parts - 1)));
        else sender.on('data', (answer) => resolve(answer.toString()));
      };
      send(10);
    });
    expect(refused).toMatch(/^HTTP\/1.1 413 [^]*up to 64 MB/);
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

test('the rest of a packed body that is too large passes, so that its sender need not wait for the answer', async () => {
  const ends: Promise<boolean>[] = [];
  const receiver = createServer((received, answer) => {
    const refused = bodyOf(received).catch(() => skipRest(received));
    ends.push(refused.then(() => received.readableEnded));
    void refused.then(() => answer.end());
  });
  const address = await listen(receiver, '127.0.0.1', 0);
  const body = new Uint8Array(gzipSync('x'.repeat(2 * maxBodyBytes)));
  await fetch(address, { method: 'POST', body, headers: { 'Content-Encoding': 'gzip' } });
  expect(await Promise.all(ends)).toEqual([true]);
  receiver.close();
});

test('a packed body that breaks off is refused, and what it began does not wait for ever', async () => {
  const outcomes: Promise<unknown>[] = [];
  const receiver = createServer((received) => outcomes.push(bodyOf(received).catch((cause: unknown) => cause)));
  const port = Number(new URL(await listen(receiver, '127.0.0.1', 0)).port);
  const body = gzipSync(Array.from({ length: 10_000 }, (_, number) => number * number).join(' '));
  const headers = { 'Content-Encoding': 'gzip', 'Content-Length': body.length };
  const sender = request({ port, host: '127.0.0.1', method: 'POST', headers }).on('error', () => undefined);
  sender.write(body.subarray(0, 5_000));
  await once(receiver, 'request');
  sender.destroy();
  expect(await outcomes[0]).toMatchObject({ status: 400, message: expect.stringContaining('broke off') });
  receiver.close();
});

test('a hundred thousand records are stored at once, and each has its number', async () => {
  const answer = await post(`[${'1,'.repeat(99_999)}1]`);
  expect(await answer.json()).toMatchObject({ accepted: 100_000, records: 100_000, bytes: 200_000 });
  const [event] = await eventsOf('demo', 1, `${server.streams.run}-99999`);
  expect(event).toMatchObject({ id: `${server.streams.run}-100000`, data: '"1\\n"' });
});

test('a subscriber that is slower than the records leaves no listeners behind', async () => {
  const warnings: string[] = [];
  const warned = ({ name }: Error) => void warnings.push(name);
  process.on('warning', warned);
  const large = JSON.stringify('x'.repeat(1_000_000));
  for (let record = 0; record < 30; record++) await post(large);
  expect(await eventsOf('demo', 30)).toHaveLength(30);
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});

describe('names', () => {
  const listed = async (): Promise<readonly string[]> => server.streams.list().map(({ name }) => name);

  test.each([
    ['a path of 1000 characters', `/home/${'deep/'.repeat(200)}log.jsonl`],
    ['two dots', '..'],
    ['a dot', '.'],
    ['control characters', 'a\u0000b\nc'],
    ['half a character', 'agent \ud83d'],
    ['many characters outside the basic plane', '😀'.repeat(150)],
    ['nothing', ''],
  ])('a stream can be received by the name in the list, whatever its source called it: %s', async (_, name) => {
    server.streams.open(name, 'otlp')?.append(['1\n']);
    const [shown = ''] = await listed();
    expect(shown).not.toBe('');
    expect(textOf(await eventsOf(encodeURIComponent(shown), 1))).toBe('1\n');
  });

  test('long names that differ anywhere are different streams', () => {
    const path = (middle: string) => `/home/${'a/'.repeat(100)}${middle}/${'b/'.repeat(100)}log.jsonl`;
    expect(server.streams.open(path('x'), 'file')).not.toBe(server.streams.open(path('y'), 'file'));
    expect(server.streams.open(path('x'), 'file')).toBe(server.streams.open(path('x'), 'file'));
  });

  test('sources that use the same name do not mix', async () => {
    server.streams.open('svc', 'otlp')?.append(['spans\n']);
    const answer = await post('{"n": 1}', {}, 'svc');
    expect(await answer.json()).toMatchObject({ name: 'svc (posted)', source: 'relay', records: 1 });
    expect(textIn(server.streams, 'svc')).toBe('spans\n');
    const ended = await fetch(`${server.address}/live/svc`, { method: 'DELETE' });
    expect(await ended.json()).toMatchObject({ name: 'svc (posted)', isEnded: true });
    expect(server.streams.open('svc', 'file')?.name).toBe('svc (file)');
  });

  test('a subscriber that comes first does not decide what the source is', async () => {
    const events = eventsOf('svc', 1);
    await expect.poll(() => server.connections()).toBe(1);
    expect(server.streams.list()).toEqual([]);
    server.streams.open('svc', 'otlp')?.append(['spans\n']);
    expect(textOf(await events)).toBe('spans\n');
    expect(server.streams.list()).toMatchObject([{ name: 'svc', source: 'otlp' }]);
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

  test('a page of an unknown origin gets no advice to permit all such pages', async () => {
    const headers = { Origin: 'null' };
    const { hostname, port } = new URL(server.address);
    const answer = await new Promise<string>((resolve, reject) => {
      request({ hostname, port, path: '/live', headers }, (response) => {
        textFrom(response).then(resolve, reject);
      }).end();
    });
    expect(answer).toBe(
      'A page without an origin, such as a file or a sandboxed frame, may not use this server. Serve it over http.\n',
    );
  });

  test('the server’s own page and programs can', async () => {
    expect(await statusWith({ Origin: server.address })).toBe(200);
    expect(await statusWith({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await statusWith({})).toBe(200);
  });

  test.each(['localhost:4318', 'LOCALHOST', 'localhost.', 'localhost.:4318', '[::1]:4318'])(
    'a name of this machine is known however it is written: %s',
    async (host) => expect(await statusWith({ Host: host })).toBe(200),
  );

  test('a container may use the name that --allow-host permits, and the refusal says so', async () => {
    const path = { host: '127.0.0.1', path: '/live', headers: { Host: 'Host.Docker.Internal:4318' } };
    const answerAt = (address: string): Promise<string> =>
      new Promise((resolve, reject) => {
        request({ ...path, port: new URL(address).port }, (response) => {
          textFrom(response).then((text) => resolve(`${response.statusCode} ${text}`), reject);
        })
          .on('error', reject)
          .end();
      });
    expect(await answerAt(server.address)).toContain('Start it with --allow-host host.docker.internal to permit it.');
    const open = await liveServer({ hosts: ['host.docker.internal'] });
    expect(await answerAt(open.address)).toMatch(/^200 /);
    open.close();
  });

  test.each([
    ['https://agents.example/', 'https://agents.example'],
    ['https://Agents.example:443/page?x=1', 'https://agents.example'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['chrome-extension://abcdef', 'chrome-extension://abcdef'],
    ['agents.example', null],
    ['*', null],
    ['file:///tmp', null],
    ['localhost:5173', null],
  ])('the origin of an address: %s', (address, origin) => expect(originOf(address)).toBe(origin));

  test('an allowed origin can, and may read the answer', async () => {
    const open = await liveServer({ allow: ['https://agents.example'] });
    const response = await fetch(`${open.address}/live`, { headers: { Origin: 'https://agents.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://agents.example');
    open.close();
  });
});

test('a full stream keeps its beginning without gaps, and says what it dropped', async () => {
  const small = await liveServer({ limits: { streams: 2, bytes: 145, total: 1000 } });
  const sent = (name: string, body: string) => fetch(`${small.address}/live/${name}`, { method: 'POST', body });
  const refused = await sent('a', '{"n": 1}\n{"n": 2222}\n{"n": 3}');
  expect([refused.status, await refused.text()]).toEqual([
    507,
    '1 of 3 records were kept. A stream may have 0.000138 MB, which “a” has reached. Replace its records with PUT, or use another name.\n',
  ]);
  expect((await sent('a', '4')).status).toBe(507);
  expect(small.streams.get('a')?.facts).toMatchObject({ records: 1, dropped: 3 });
  expect(textIn(small.streams, 'a')).toBe('{"n": 1}\n');
  await fetch(`${small.address}/live/a`, { method: 'PUT', body: '{"n": 5}' });
  await sent('a', '6');
  expect(textIn(small.streams, 'a')).toBe('{"n": 5}\n6\n');
  expect(small.streams.get('a')?.facts).toMatchObject({ dropped: 0 });
  await sent('b', '{}');
  expect((await sent('c', '{}')).status).toBe(507);
  small.close();
});

test('a connection that breaks anywhere, also within a record, loses and doubles nothing', async () => {
  const port = Number(new URL(server.address).port);
  /** Bytes after which each connection is cut. */
  const cuts = [1, 400, 1_000, 5_000, 7_777];
  const network = createTcpServer((page) => {
    const relay = connect(port, '127.0.0.1');
    let left = cuts.shift() ?? Number.POSITIVE_INFINITY;
    relay.on('data', (part) => {
      page.write(part.subarray(0, left));
      left -= part.length;
      if (left <= 0) {
        page.destroy();
        relay.destroy();
      }
    });
    page.on('data', (part) => relay.write(part));
    for (const [end, other] of [
      [page, relay],
      [relay, page],
    ] as const)
      end.on('error', () => {}).on('close', () => other.destroy());
  });
  network.listen(0, '127.0.0.1');
  await once(network, 'listening');
  const records = Array.from({ length: 100 }, (_, number) => JSON.stringify({ number, text: 'ü'.repeat(number) }));
  const gone = new AbortController();
  let text = '';
  const received = receiveRelay(
    { kind: 'relay', address: `http://127.0.0.1:${(network.address() as AddressInfo).port}/live/demo` }, // it listens at a port
    { record: (_, part) => void (text += part), state: () => {}, facts: () => {} },
    gone.signal,
  );
  for (const record of records) await post(record);
  await expect.poll(() => text).toBe(`${records.join('\n')}\n`);
  expect(cuts).toEqual([]);
  gone.abort();
  await received;
  network.close();
}, 40_000);

describe('when all streams together have no room', () => {
  let small: LiveServer;
  const sent = (name: string, body: string) => fetch(`${small.address}/live/${name}`, { method: 'POST', body });
  const end = (name: string) => fetch(`${small.address}/live/${name}`, { method: 'DELETE' });
  const facts = (name: string) => small.streams.get(name)?.facts;
  beforeEach(async () => {
    // Four small records.
    small = await liveServer({ limits: { streams: 10, bytes: 1000, total: 300 } });
    for (const name of ['a', 'b', 'c', 'd']) await sent(name, '{"n": 1}');
  });
  afterEach(() => small.close());

  test('the one that ended and is oldest is deleted, and says so', async () => {
    const states: unknown[] = [];
    const gone = new AbortController();
    const state = () => {};
    const record = () => {};
    const received = receiveRelay(
      { kind: 'relay', address: `${small.address}/live/b` },
      { record, state, facts: (given) => void states.push(given.deleted) },
      gone.signal,
    );
    for (const name of ['c', 'b']) await end(name);
    expect((await sent('e', '{"n": 2}')).status).toBe(200);
    expect(facts('b')).toMatchObject({ records: 1, bytes: 0, deleted: 1, isEnded: true });
    expect(facts('c')).toMatchObject({ bytes: 9, deleted: 0 });
    await expect.poll(() => states.at(-1)).toBe(1);
    gone.abort();
    await received;
  });

  test('a record that still arrives for it is kept, and sent to the subscribers', async () => {
    await end('a');
    await sent('e', '{"n": 2}');
    await end('b');
    await sent('a', '{"n": 3}');
    expect(textIn(small.streams, 'a')).toBe('{"n": 3}\n');
    expect(small.streams.get('a')?.after(1)).toMatchObject([{ number: 2, kind: 'append' }]);
    expect(facts('a')).toMatchObject({ deleted: 1, isEnded: false });
    await fetch(`${small.address}/live/a`, { method: 'PUT', body: '{"n": 4}' });
    expect(facts('a')).toMatchObject({ deleted: 0 });
  });

  test('and none has ended, what comes is refused, and nothing is deleted', async () => {
    const refused = await sent('e', '{"n": 2}');
    expect([refused.status, await refused.text()]).toEqual([
      507,
      '0 of 1 records were kept. The server keeps 0.000286 MB of live sessions, and those that have not ended leave no room. End some with DELETE /live/NAME, or start the server with a larger --records-limit.\n',
    ]);
    expect(small.streams.list()).toMatchObject([
      { bytes: 9 },
      { bytes: 9 },
      { bytes: 9 },
      { bytes: 9 },
      { dropped: 1 },
    ]);
    await end('a');
    const large = JSON.stringify('x'.repeat(300));
    expect((await sent('f', large)).status).toBe(507);
    expect(facts('a')).toMatchObject({ bytes: 9, deleted: 0 });
  });

  test('a replacement needs only the room that it takes beyond what it replaces', async () => {
    const put = (body: string) => fetch(`${small.address}/live/a`, { method: 'PUT', body });
    expect((await put('{"n": 22}')).status).toBe(200);
    expect((await put(JSON.stringify('x'.repeat(100)))).status).toBe(507);
    expect((await fetch(`${small.address}/live/b`, { method: 'PUT', body: 'x'.repeat(300) })).status).toBe(507);
    expect(small.streams.get('b')?.after(0)).toMatchObject([{ kind: 'append' }]);
    expect((await put('{"n": 333}')).status).toBe(200);
    expect(textIn(small.streams, 'a')).toBe('{"n": 333}\n');
  });
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
