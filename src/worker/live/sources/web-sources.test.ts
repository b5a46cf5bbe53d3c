import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { listen } from '../../../tools/serve/listen.ts';
import type { LiveReport, LiveTarget } from '../../live-protocol.ts';
import { methods } from '../../methods.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The server of another program, which can be killed and started again at its port. */
class Program {
  #server: Server | undefined;
  address = '';
  readonly requests: IncomingMessage[] = [];
  answer: Answer = (_, response) => void response.writeHead(404).end();

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.requests.push(request);
      this.answer(request, response);
    });
    this.address = await listen(
      this.#server,
      '127.0.0.1',
      Number(this.address === '' ? 0 : new URL(this.address).port),
    );
  }

  kill(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }
}

let server: Program;
let engine: ReturnType<typeof methods>;
const open: string[] = [];
beforeEach(async () => {
  server = new Program();
  engine = methods();
  await server.start();
});
afterEach(async () => {
  for (const source of open.splice(0)) await engine.close({ source }, unhurried);
  server.kill();
});

async function attached(to: LiveTarget): Promise<string> {
  const answer = await engine.attach({ to, name: 'program' }, unhurried);
  if (!answer.ok) throw new Error(answer.problem.message);
  open.push(answer.value.source);
  return answer.value.source;
}

/** The first report that has what a test waits for. */
async function until(source: string, isIt: (report: LiveReport) => boolean): Promise<LiveReport> {
  for (let since = -1; ;) {
    const answer = await engine.follow({ source, since }, unhurried);
    if (!answer.ok) throw new Error(answer.problem.message);
    if (isIt(answer.value)) return answer.value;
    since = answer.value.number;
  }
}

const readAll = ({ records, readRecords }: LiveReport, count: number) => records === count && readRecords === count;

async function turnsOf(source: string): Promise<number> {
  const outline = await engine.openSession({ source, entry: 0 }, unhurried);
  if (!outline.ok) throw new Error(outline.problem.message);
  return outline.value.turns;
}

const said = (content: string) => JSON.stringify({ role: 'user', content });

describe('server-sent events', () => {
  const events = () => attached({ kind: 'events', address: `${server.address}/events` });
  const begin = (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const event = (text: string, id?: number) => `${id === undefined ? '' : `id: ${id}\n`}data: ${text}\n\n`;

  test('each is a record; a killed server is connected to again and continues after the last id', async () => {
    const all = ['One', 'Two', 'Three', 'Four'].map(said);
    let sent = 2;
    server.answer = ({ headers }, response) => {
      begin(response);
      const from = Number(headers['last-event-id'] ?? 0);
      for (const [index, text] of all.slice(0, sent).entries())
        if (index >= from) response.write(event(text, index + 1));
    };
    const source = await events();
    await until(source, (report) => readAll(report, 2));
    server.kill();
    expect((await until(source, ({ state, trouble }) => state === 'interrupted' && trouble !== null)).trouble).toMatch(
      /^Nothing answers at 127\.0\.0\.1:\d+\. Check/,
    );
    sent = 4;
    await server.start();
    await until(source, (report) => report.state === 'connected' && readAll(report, 4));
    expect(await turnsOf(source)).toBe(4);
  });

  test('a server without ids that begins anew does not double what is known, and replaces what is different', async () => {
    let texts = ['One', 'Two'];
    server.answer = (_, response) => void begin(response).end(texts.map((text) => event(said(text))).join(''));
    const source = await events();
    await until(source, (report) => readAll(report, 2));
    texts = ['One', 'Two', 'Three'];
    await until(source, (report) => readAll(report, 3));
    texts = ['One', 'Other'];
    await until(source, (report) => readAll(report, 2));
    expect(await turnsOf(source)).toBe(2);
  });

  test('an event of several lines is one record', async () => {
    const text = JSON.stringify({ role: 'user', content: 'Hello' }, null, 2).replaceAll('\n', '\ndata: ');
    server.answer = (_, response) => void begin(response).write(event(text));
    const source = await events();
    await until(source, (report) => readAll(report, 1));
    expect(await turnsOf(source)).toBe(1);
  });

  test.each<[string, Answer]>([
    ['[DONE]', (_, response) => void begin(response).end(event(said('Hello')) + event('[DONE]'))],
    [
      'status 204',
      (_, response) =>
        void (server.requests.length > 1
          ? response.writeHead(204).end()
          : begin(response).end(`retry: 1\n\n${event(said('Hello'))}`)),
    ],
  ])('%s says that nothing more comes', async (_, answer) => {
    server.answer = answer;
    const source = await events();
    expect(await until(source, ({ state }) => state === 'ended')).toMatchObject({ records: 1, trouble: null });
  });
});

describe('JSON that is read again', () => {
  const polled = () => attached({ kind: 'polled', address: `${server.address}/messages.json`, everyMs: 20 });
  const json =
    (text: string): Answer =>
    (_, response) =>
      void response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);

  test('the new elements of a list are appended, and another list takes its place', async () => {
    server.answer = json(`[${said('One')}]`);
    const source = await polled();
    await until(source, (report) => readAll(report, 1));
    server.answer = json(`[${said('One')}, ${said('Two')}, ${said('Three')}]`);
    const grown = await until(source, (report) => readAll(report, 3));
    expect(grown.arrivals.reduce((sum, { records }) => sum + records, 0)).toBe(2);
    server.answer = json(`[${said('New')}, ${said('Talk')}]`);
    await until(source, (report) => readAll(report, 2));
    expect(await turnsOf(source)).toBe(2);
  });

  test('a conversation that is one document is replaced as a whole', async () => {
    const talk = (...messages: readonly string[]) => json(`{"messages": [\n${messages.map(said).join(',\n')}]}`);
    server.answer = talk('One');
    const source = await polled();
    await until(source, ({ opened }) => opened !== null);
    server.answer = talk('One', 'Two');
    await expect.poll(() => turnsOf(source)).toBe(2);
  });

  test('a killed server is read again when it is back, and status 410 is the end', async () => {
    server.answer = json(`[${said('One')}]`);
    const source = await polled();
    await until(source, (report) => readAll(report, 1));
    server.kill();
    await until(source, ({ state, trouble }) => state === 'interrupted' && trouble !== null);
    server.answer = json(`[${said('One')}, ${said('Two')}]`);
    await server.start();
    await until(source, (report) => report.state === 'connected' && readAll(report, 2));
    server.answer = (_, response) => void response.writeHead(410).end();
    expect(await until(source, ({ state }) => state === 'ended')).toMatchObject({ trouble: null });
  });
});

describe('an answer without records is explained, and asked for again until there are some', () => {
  const html: Answer = (_, response) =>
    void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
  const status =
    (code: number): Answer =>
    (_, response) =>
      void response.writeHead(code).end();

  test.each<['events' | 'polled', Answer, RegExp]>([
    ['events', html, /sends a page of HTML here, not server-sent events\. Check the path\.$/],
    [
      'events',
      (_, response) => void response.setHeader('Content-Type', 'application/json').end('{}'),
      /Attach to it as/,
    ],
    ['events', status(404), /status 404: nothing is at this address\. Check its path\.$/],
    ['events', status(403), /status 403: it wants a sign-in/],
    ['events', status(405), /status 405: this address does not accept GET\. Check/],
    ['polled', html, /sends a page of HTML here, not JSON\. Check the path\.$/],
    ['polled', status(500), /status 500: the program there has failed\. Look at its log\.$/],
  ])('%s: %#', async (kind, answer, sentence) => {
    server.answer = answer;
    const address = `${server.address}/x`;
    const source = await attached(kind === 'polled' ? { kind, address, everyMs: 20 } : { kind, address });
    const { trouble, state } = await until(source, (report) => report.trouble !== null);
    expect([state, trouble]).toEqual(['interrupted', expect.stringMatching(sentence)]);
    const before = server.requests.length;
    await expect.poll(() => server.requests.length, { timeout: 5000 }).toBeGreaterThan(before);
  });

  test('an address with a user name, which no browser sends', async () => {
    const source = await attached({ kind: 'events', address: server.address.replace('//', '//ann:secret@') });
    const { trouble } = await until(source, (report) => report.trouble !== null);
    expect(trouble).toMatch(
      /wants a sign-in in its address, which this page does not send\. A program that has it can post/,
    );
    expect(trouble).not.toContain('secret');
  });
});
