import { createServer, type Server } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { runHere } from '../cli/testing.ts';
import { liveServer, textIn, type LiveServer } from '../live/testing.ts';
import { RecordedJudge } from './recorded-judge.ts';
import { SentDecisions } from './send-decisions.ts';
import { choicesFor, hookInput, written } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'gate-'));
afterAll(() => rmSync(folder, { recursive: true }));
const policy = join(folder, 'policy.yaml');
const transcript = join(folder, 'transcript.jsonl');
writeFileSync(policy, 'capabilities: {Bash: {before: [{assert: "input.command != \'rm\'"}]}}');
writeFileSync(transcript, written.prompt('run'));

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Browsers refuse these ports, and so does `fetch`. */
const refusedPorts = [4190, 6566, 10080, 5060, 6679];

async function atRefusedPort(): Promise<LiveServer> {
  for (const port of refusedPorts) {
    const server = await liveServer({ port }).catch(() => null);
    if (server !== null && new URL(server.address).port === String(port)) return server;
    server?.close();
  }
  throw new Error('all of these ports are in use');
}

/** A server that is not Contextscope. */
async function otherServer(status: number, text: string): Promise<string> {
  const server: Server = createServer((_, response) => response.writeHead(status).end(text));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

async function closedAddress(): Promise<string> {
  const gone = await liveServer();
  gone.close();
  return gone.address.endsWith('/') ? gone.address : `${gone.address}/`;
}

async function reported(address: string): Promise<readonly string[]> {
  const sentences: string[] = [];
  const sent = new SentDecisions(address, 's', (sentence) => sentences.push(sentence));
  sent.send('{"a":1}');
  await sent.settled();
  return sentences;
}

test('a server at a port that browsers refuse has the decisions', async () => {
  const server = await atRefusedPort();
  servers.push(server);
  await expect(fetch(server.address)).rejects.toThrow('fetch failed');
  expect(await reported(`${server.address}/`)).toEqual([]);
  await expect.poll(() => textIn(server.streams, 'gate s')).toBe('{"a":1}\n');
});

test('what is wrong is said with what to do', async () => {
  const closed = await closedAddress();
  expect(await reported(closed)).toEqual([
    `No Contextscope answers at ${closed}: the connection was refused. Start it there, or change --to. Until then, the decisions of this session wait.`,
  ]);
  const busy = await otherServer(503, '');
  expect((await reported(busy))[0]).toContain(`No Contextscope answers at ${busy}: status 503.`);
  const other = await otherServer(404, 'nothing here');
  expect(await reported(other)).toEqual([
    `The server at ${other} refused decisions with status 404: nothing here. The page does not have them. If it is not Contextscope, change --to.`,
  ]);
});

test('it is said once, and again after the server has answered', async () => {
  const port = Number(new URL(await closedAddress()).port);
  const address = `http://127.0.0.1:${port}/`;
  const sentences: string[] = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const sent = new SentDecisions(address, 's', (sentence) => sentences.push(sentence));
    const tryAgain = async () => {
      await vi.advanceTimersByTimeAsync(5_000);
      await sent.settled();
    };
    sent.send('{"a":1}');
    await sent.settled();
    await tryAgain();
    expect(sentences).toHaveLength(1);
    const server = await liveServer({ port });
    await tryAgain();
    expect(textIn(server.streams, 'gate s')).toBe('{"a":1}\n');
    server.close();
    sent.send('{"a":2}');
    await sent.settled();
    expect(sentences).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('decisions that are dropped are said, once', async () => {
  const sentences: string[] = [];
  const sent = new SentDecisions(await closedAddress(), 's', (sentence) => sentences.push(sentence));
  for (let line = 0; line < 1_003; line++) sent.send(`{"line":${line}}`);
  await sent.settled();
  expect(sentences.filter((sentence) => sentence.includes('the oldest are dropped'))).toHaveLength(1);
});

test('the log and, once, the user have what is wrong; the decision is the same', async () => {
  const log = join(folder, 'gate.ndjson');
  const to = await closedAddress();
  const judge = new RecordedJudge(choicesFor(policy, { log, to }));
  const call = hookInput('claude-code.pre-tool-use', transcript, { tool_input: { command: 'ls' } });
  expect(await judge.judge(call)).toEqual({ kind: 'pass' });
  await judge.settled();
  expect(judge.takeNotice()).toContain(`No Contextscope answers at ${to}`);
  expect(judge.takeNotice()).toBeNull();
  const troubles = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly gate: { readonly trouble?: string } })
    .flatMap(({ gate }) => gate.trouble ?? []);
  expect(troubles).toEqual([expect.stringContaining('No Contextscope answers')]);
});

describe('gate --check', () => {
  const check = (...args: string[]) => runHere(['gate', policy, '--check', ...args]);

  test('says that the policy, the log and the server can be used', async () => {
    const server = await liveServer();
    servers.push(server);
    const log = join(folder, 'new.ndjson');
    const { status, stdout } = await check('--log', log, '--to', server.address, '--agent', 'codex');
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual([
      `ok     The policy has 1 rule, for the hooks of Codex.`,
      `ok     The log ${log} can be written.`,
      `ok     Contextscope answers at ${server.address}/`,
      '',
    ]);
  });

  test('says what is wrong, with status 1', async () => {
    const to = await closedAddress();
    const { status, stdout } = await check('--log', join(folder, 'none', 'x.ndjson'), '--to', to);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^wrong {2}The log .*x\.ndjson cannot be written: ENOENT/m);
    expect(stdout).toMatch(/^wrong {2}No Contextscope answers at .*refused/m);
    const other = await otherServer(200, '<title>another page</title>');
    expect((await check('--to', other)).stdout).toContain(`The server at ${other} is not Contextscope`);
    const missing = await runHere(['gate', join(folder, 'none.yaml'), '--check']);
    expect(missing.stdout).toMatch(/^wrong {2}The policy cannot be judged: the policy .* is not there/);
  });
});
