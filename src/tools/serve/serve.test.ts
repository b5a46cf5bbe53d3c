import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
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
  // By itself it would install into the nearest folder above that is a package already.
  npm('install', './contextscope-0.1.0.tgz', '--prefix', home, '--offline', '--no-audit', '--no-fund', '--silent');
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

const start = (...given: readonly string[]) => startProgram(['serve', ...given]);

function startProgram(
  [command = '', ...given]: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): { readonly program: ChildProcess; readonly output: () => string } {
  const installed = join(home, 'node_modules/contextscope/dist-cli/contextscope.mjs');
  const program = spawn(process.execPath, [installed, command, '--port', '0', '--records', records, ...given], {
    cwd: home,
    env: { ...process.env, ...environment },
  });
  started.push(program);
  let output = '';
  for (const stream of [program.stdout, program.stderr]) stream?.on('data', (part) => void (output += String(part)));
  return { program, output: () => output };
}

async function addressOf({ output }: ReturnType<typeof start>): Promise<string> {
  await expect.poll(output).toMatch(/Contextscope is at .*\n.*4318/);
  return /http:\S+/.exec(output())?.[0] ?? '';
}

test('the installed package serves the page, and nothing else of the folder', async () => {
  const address = await addressOf(start());
  expect(await (await fetch(address)).text()).toBe('<title>page</title>');
  // It is bundled, so it needs no other package.
  expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['contextscope']);
  expect(readdirSync(join(home, 'node_modules/contextscope/dist'))).toEqual(['index.html']);
});

/** The body and the status of an address, asked for under another name of this machine. */
const askedAs = (host: string, address: string) =>
  new Promise<string>((resolve, reject) => {
    get(address, { headers: { host } }, (response) => {
      let body = '';
      response.on('data', (part) => void (body += String(part)));
      response.on('end', () => resolve(`${response.statusCode} ${body}`));
    }).on('error', reject);
  });

test.runIf(process.platform === 'linux')(
  'a file instead of a command opens the browser on it, and only the page can read it',
  async () => {
    const file = join(home, 'a chat.jsonl');
    writeFileSync(file, '{"role":"user","content":"hi"}\n');
    const browser = join(home, 'programs');
    mkdirSync(browser);
    const seen = join(home, 'seen');
    writeFileSync(join(browser, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${seen}\n`, { mode: 0o755 });
    const running = startProgram(['a chat.jsonl'], { PATH: `${browser}${delimiter}${process.env['PATH'] ?? ''}` });
    const address = await addressOf(running);
    await expect.poll(() => (existsSync(seen) ? readFileSync(seen, 'utf8') : '')).toMatch(/src=/);
    const page = new URL(readFileSync(seen, 'utf8'));
    expect(running.output()).toContain(`The files are open at ${page.href}\n`);
    const source = new URL(page.searchParams.get('src') ?? '', page).href;
    expect(source.startsWith(`${address}/opened/`)).toBe(true);
    expect(await (await fetch(source)).text()).toBe('{"role":"user","content":"hi"}\n');
    expect(await askedAs('evil.example', source)).toMatch(/^403 .*does not answer to the host name/);
    expect((await fetch(source.replace('/opened/0/', '/opened/1/'))).status).toBe(404);
    rmSync(file);
    expect(await (await fetch(source)).text()).toMatch(/^The file cannot be read any more/);
  },
  30_000,
);

test('without a browser, the address is printed', async () => {
  const running = startProgram(['-', '--no-browser']);
  running.program.stdin?.end('{"role":"user","content":"from a pipe"}\n');
  const address = await addressOf(running);
  await expect.poll(running.output).toContain('The files are open at');
  expect(await (await fetch(`${address}/opened/0/standard%20input`)).text()).toContain('from a pipe');
});

/** An agent with OpenTelemetry's own exporter, which sends each span as it ends. */
function agentAt(address: string) {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'agent' }),
    spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter({ url: `${address}/v1/traces` }))],
  });
  const tracer = provider.getTracer('agent');
  return {
    does: (name: string) => tracer.startSpan(name, { startTime: [1_700_000_000, 1] }).end(),
    stop: () => provider.shutdown(),
  };
}

/** What the page receives of a stream, until `stop`. */
function receiving(address: string, name: string) {
  const gone = new AbortController();
  let text = '';
  const record = (kind: 'append' | 'replace', part: string) => void (text = kind === 'replace' ? part : text + part);
  const handlers = { record, state: () => {}, facts: () => {} };
  const done = receiveRelay({ kind: 'relay', address: `${address}/live/${name}` }, handlers, gone.signal);
  return {
    text: () => text,
    spans: () => [...text.matchAll(/"name":"(step \d)"/g)].map(([, step]) => step),
    stop() {
      gone.abort();
      return done;
    },
  };
}

test('a killed server that is started again: the exporter and the page go on, and no span is lost or doubled', async () => {
  const first = start();
  const address = await addressOf(first);
  const agent = agentAt(address);
  const page = receiving(address, 'agent');
  agent.does('step 1');
  // Protobuf arrives with all digits of its times.
  await expect.poll(page.text).toContain('"startTimeUnixNano":"1700000000000000001"');
  first.program.kill('SIGKILL');
  await once(first.program, 'exit');
  agent.does('step 2');
  await addressOf(start('--port', new URL(address).port));
  await expect.poll(page.spans).toEqual(['step 1', 'step 2']);
  agent.does('step 3');
  await expect.poll(page.spans).toEqual(['step 1', 'step 2', 'step 3']);
  await agent.stop();
  await page.stop();
}, 60_000);

/** Read by a program at its start: at `SIGUSR2`, it deletes what is garbage and prints how many bytes it still holds. */
const printsMemory = `data:text/javascript,${encodeURIComponent(`
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    console.log('holds ' + (heapUsed + external) + ' bytes');
  });
`)}`;

test.skipIf(process.platform === 'win32')('an hour of 50 records a second is on the disk, not in memory', async () => {
  const running = startProgram(['serve'], { NODE_OPTIONS: `--import ${printsMemory}` });
  const address = await addressOf(running);
  const held = async (): Promise<number> => {
    const printed = running.output().length;
    running.program.kill('SIGUSR2');
    await expect.poll(() => running.output().slice(printed)).toMatch(/holds \d+ bytes\n/);
    return Number(/holds (\d+)/.exec(running.output().slice(printed))?.[1]);
  };
  const before = await held();
  const page = receiving(address, 'hour');
  const batch = `${JSON.stringify({ role: 'assistant', content: 'x'.repeat(1_000) })}\n`.repeat(600);
  for (let sent = 0; sent < 50 * 3600; sent += 600) {
    expect((await fetch(`${address}/live/hour`, { method: 'POST', body: batch })).status).toBe(200);
  }
  const length = 300 * batch.length;
  await expect.poll(() => page.text().length).toBe(length);
  const grown = (await held()) - before;
  expect(grown).toBeLessThan(length / 4);
  await page.stop();
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
  [['--allow', 'agents.example'], '"agents.example" is not one'],
  [['--allow-origin', 'https://*'], '"https://*" is not one'],
  [['--watch'], '--watch is followed by'],
  [['logs/'], '--watch is followed by'],
  [['--port', '70000'], '--port takes a number from 0 to 65535, not "70000"'],
  [['--records-limit', '0'], 'a number of megabytes from 1'],
  [['--records', '/nowhere'], '"/nowhere" is not one'],
])('%j is refused', (given, sentence) => expect(() => choicesOf(given)).toThrow(sentence));
