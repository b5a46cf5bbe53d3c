import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { methods } from '../../worker/methods.ts';
import { liveServer, type LiveServer, textIn } from '../live/testing.ts';
import { listen } from '../serve/listen.ts';
import { root } from '../setup/run.ts';
import { send } from './commands/send.ts';

const folder = mkdtempSync(join(tmpdir(), 'contextscope-'));
const file = join(folder, 'chat.jsonl');
const said = (content: string, second: number) => ({
  role: 'user',
  content,
  timestamp: `2026-01-05T10:00:${String(second).padStart(2, '0')}Z`,
});
const chat = [said('One', 0), said('Two', 1), said('Three', 2), said('Four', 30)];
const lines = chat.map((message) => `${JSON.stringify(message)}\n`).join('');
writeFileSync(file, lines);

let server: LiveServer;
let output = '';
beforeEach(async () => {
  server = await liveServer();
  output = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  server.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

test('JSON Lines are sent line by line, at their own pace or faster, and the stream ends', async () => {
  const start = performance.now();
  await send.run([file, '--to', server.address, '--speed', '100']);
  // 1 s, 1 s, and a gap of 28 s that counts as 10 s.
  expect(performance.now() - start).toBeGreaterThan(110);
  expect(textIn(server.streams, 'chat.jsonl')).toBe(lines);
  expect(server.streams.get('chat.jsonl')?.facts).toMatchObject({ records: 4, isEnded: true });
  expect(output).toContain('Sending 4 lines');
  expect(output).toContain('at their own pace (gaps of more than 10 s, shortened to that: 1), 100 times as fast');
});

test('a second sending takes the place of the first', async () => {
  for (const _ of [1, 2]) await send.run([file, '--to', server.address, '--at-once']);
  expect(textIn(server.streams, 'chat.jsonl')).toBe(lines);
});

test('a recording of another form is sent as the events of its session file, and reads as the same session', async () => {
  const context = join(root, 'e2e/pasted/task-context.py.txt');
  await send.run([context, '--to', server.address, '--name', 'desk', '--every', '1']);
  expect(output).toContain('one every 1 ms');
  const engine = methods();
  const outlines = [];
  for (const text of [readFileSync(context, 'utf8'), textIn(server.streams, 'desk')]) {
    const opened = await engine.open({ text, name: 'desk' }, unhurried);
    if (!opened.ok) throw new Error(opened.problem.message);
    const outline = await engine.openSession({ source: opened.value.source, entry: 0 }, unhurried);
    if (!outline.ok) throw new Error(outline.problem.message);
    const { title, turns, kinds, functions } = outline.value;
    outlines.push({ title, turns, kinds, functions });
  }
  expect(outlines[0]?.turns).toBe(10);
  expect(outlines[1]).toEqual(outlines[0]);
});

test('a server that is restarted gets all records again, each once', async () => {
  const sending = send.run([file, '--to', server.address, '--every', '100']);
  await expect.poll(() => server.streams.get('chat.jsonl')?.facts.records, { interval: 5 }).toBe(2);
  const port = Number(new URL(server.address).port);
  server.close();
  server = await liveServer({ port });
  expect(Number(new URL(server.address).port)).toBe(port);
  await sending;
  expect(output).toContain('The server was restarted');
  expect(textIn(server.streams, 'chat.jsonl')).toBe(lines);
});

test('a server that stays away is named while it is tried again', async () => {
  const sending = send.run([file, '--to', server.address, '--every', '100']);
  await expect.poll(() => server.streams.get('chat.jsonl')?.facts.records, { interval: 5 }).toBeGreaterThan(0);
  const port = Number(new URL(server.address).port);
  server.close();
  await expect.poll(() => output).toContain('does not answer; trying again');
  server = await liveServer({ port });
  await sending;
  expect(textIn(server.streams, 'chat.jsonl')).toBe(lines);
});

test('two senders under one name are noticed', async () => {
  const sending = send.run([file, '--to', server.address, '--every', '100']);
  const refusal = sending.catch((cause: unknown) => String(cause));
  await expect.poll(() => server.streams.get('chat.jsonl')?.facts.records, { interval: 5 }).toBe(1);
  server.streams.get('chat.jsonl')?.append(['{"role": "user", "content": "other"}\n']);
  expect(await refusal).toContain('Another sender uses the name');
});

test('records whose answer is lost are not sent twice', async () => {
  let lost = 0;
  const between = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '' } = request;
      const body = await buffer(request);
      const answer = await fetch(`${server.address}${url}`, {
        method,
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      });
      if (method === 'POST' && lost++ < 2) return response.destroy();
      return response.writeHead(answer.status).end(await answer.text());
    })();
  });
  const address = await listen(between, '127.0.0.1', 0);
  await send.run([file, '--to', address, '--every', '1']);
  between.close();
  between.closeAllConnections();
  expect(lost).toBeGreaterThan(0);
  expect(textIn(server.streams, 'chat.jsonl')).toBe(lines);
});

test.each([
  [['--to', 'shop'], 'takes the address of a server'],
  [[], 'Say where to send'],
  [['--to', 'http://127.0.0.1:1'], 'No server answers'],
  [['--to', 'SERVER/elsewhere'], 'is not Contextscope'],
  [['--to', 'SERVER', '--speed', '0'], 'a number above 0'],
  [['--to', 'SERVER', '--speed', '2', '--at-once'], 'Give one of'],
  [['--to', 'SERVER', '--name', 'x'.repeat(300)], 'up to 200 characters'],
])('what cannot be sent is refused in a sentence: %s', async (args, sentence) => {
  const given = args.map((arg) => arg.replace('SERVER', server.address));
  await expect(send.run([file, ...given])).rejects.toThrow(sentence);
});

const documented = [...readFileSync(join(root, 'docs/attach.md'), 'utf8').matchAll(/^npm run -s cli -- send (.*)$/gm)];

test('the documents show how to send', () => expect(documented).toHaveLength(2));

test.each(documented.map(([, line = '']) => line))('send %s', async (line) => {
  const args = line.replace('http://127.0.0.1:4173', server.address).replace('--speed 10', '--speed 10000').split(' ');
  expect(await send.run([join(root, args[0] ?? ''), ...args.slice(1)])).toBe(0);
  expect(server.streams.list()).toMatchObject([{ isEnded: true }]);
});
