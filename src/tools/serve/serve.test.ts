import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { receiveRelay } from '../../worker/live/sources/relay/receive.ts';
import { choicesOf } from '../cli/commands/serve.ts';
import { packageIn } from '../cli/testing.ts';

/** `contextscope serve`, packed and installed as a user does it, in an empty folder and without a network. */
const folder = mkdtempSync(join(tmpdir(), 'contextscope-serve-'));
const home = join(folder, 'empty');
const records = join(folder, 'records');

beforeAll(async () => {
  for (const made of [home, records]) mkdirSync(made);
  await packageIn(join(folder, 'package'));
  npm('pack', join(folder, 'package'), '--silent');
  npm('install', './contextscope-0.1.0.tgz', '--offline', '--no-audit', '--no-fund', '--silent');
}, 120_000);

function npm(...args: readonly string[]): void {
  const env = { ...process.env, npm_config_cache: join(folder, 'cache') };
  execFileSync('npm', args, {
    cwd: home,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

const started: ChildProcess[] = [];
afterEach(() => {
  for (const program of started.splice(0)) program.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true }));

function start(...given: readonly string[]): { readonly program: ChildProcess; readonly output: () => string } {
  const installed = join(home, 'node_modules/contextscope/dist-cli/contextscope.mjs');
  const program = spawn(process.execPath, [installed, 'serve', '--port', '0', '--records', records, ...given], {
    cwd: home,
  });
  started.push(program);
  let output = '';
  for (const stream of [program.stdout, program.stderr]) stream?.on('data', (part) => void (output += String(part)));
  return { program, output: () => output };
}

async function addressOf({ output }: ReturnType<typeof start>): Promise<string> {
  await expect.poll(output, { timeout: 20_000 }).toMatch(/Contextscope is at .*\n.*4318/);
  return /http:\S+/.exec(output())?.[0] ?? '';
}

test('the installed package serves the page, and nothing else of the folder', async () => {
  const address = await addressOf(start());
  expect(await (await fetch(address)).text()).toBe('<title>page</title>');
  // It is bundled, so it needs no other package.
  expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['contextscope']);
  expect(readdirSync(join(home, 'node_modules/contextscope/dist'))).toEqual(['index.html']);
});

test('the installed package receives protobuf, with all digits of its times', async () => {
  const address = await addressOf(start());
  const exporter = new OTLPTraceExporter({ url: `${address}/v1/traces` });
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider
    .getTracer('agent')
    .startSpan('chat', { startTime: [1_700_000_000, 1] })
    .end();
  await provider.shutdown();
  const gone = new AbortController();
  let text = '';
  const [stream] = ((await (await fetch(`${address}/live`)).json()) as { streams: { name: string }[] }).streams; // our own answer
  await receiveRelay(
    { kind: 'relay', address: `${address}/live/${encodeURIComponent(stream?.name ?? '')}` },
    { record: (_, part) => void (text += part), state: () => {}, facts: () => gone.abort() },
    gone.signal,
  );
  expect(text).toContain('"startTimeUnixNano":"1700000000000000001"');
});

test('records are deleted when the terminal closes, and those of a crash at the next start', async () => {
  const kept = () => readdirSync(records).filter((name) => name.startsWith('contextscope-live-'));
  const startAndPost = async (): Promise<ChildProcess> => {
    const running = start();
    const address = await addressOf(running);
    expect((await fetch(`${address}/live/private`, { method: 'POST', body: '{"n": 1}' })).status).toBe(200);
    expect(kept()).toHaveLength(1);
    return running.program;
  };
  const crashed = await startAndPost();
  crashed.kill('SIGKILL');
  await once(crashed, 'exit');
  expect(kept()).toHaveLength(1);
  const closed = await startAndPost();
  closed.kill('SIGHUP');
  expect(await once(closed, 'exit')).toEqual([0, null]);
  expect(kept()).toEqual([]);
}, 60_000);

test('--help explains each option', async () => {
  const { program, output } = start('--help');
  expect(await once(program, 'close')).toEqual([0, null]);
  for (const option of [
    '--port N',
    '--host ADDRESS',
    '--watch PATH…',
    '--allow ORIGIN',
    '--allow-origin ORIGIN',
    '--allow-host NAME',
  ])
    expect(output()).toContain(`\n  ${option} `);
});

test('an address that is not of this machine is refused in one sentence', async () => {
  const { program, output } = start('--host', '192.0.2.1');
  expect(await once(program, 'close')).toEqual([2, null]);
  expect(output()).toBe('The server cannot listen at 192.0.2.1, port 0 (EADDRNOTAVAIL).\n');
});

test.each([
  [['--allow', 'agents.example'], '"agents.example" is none'],
  [['--allow-origin', 'https://*'], '"https://*" is none'],
  [['--watch'], '--watch is followed by'],
  [['logs/'], '--watch is followed by'],
  [['--port', '70000'], '--port takes a number from 0 to 65535, not "70000"'],
  [['--records-limit', '0'], 'a number of megabytes from 1'],
  [['--records', '/nowhere'], 'there is none at "/nowhere"'],
])('%j is refused', (given, sentence) => expect(() => choicesOf(given)).toThrow(sentence));
