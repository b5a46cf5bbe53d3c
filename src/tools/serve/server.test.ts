import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../setup/run.ts';
import { listen } from './listen.ts';
import { createPageServer } from './server.ts';

let folder: string;
let server: Server;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contextscope-serve-'));
  await mkdir(join(folder, 'page/assets'), { recursive: true });
  await writeFile(join(folder, 'page/index.html'), '<title>page</title>');
  await writeFile(join(folder, 'page/assets/main-1a2b.js'), 'export {};');
  await writeFile(join(folder, 'page/.fingerprint'), 'hidden');
  await writeFile(join(folder, 'secret.txt'), 'outside');
  server = createPageServer(join(folder, 'page'));
  address = await listen(server, '127.0.0.1', 0);
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});

/** `fetch` normalises a path before it sends it; a hostile client does not. */
function statusOf(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
}

test('the folder’s address shows the page', async () => {
  const response = await fetch(address);
  expect(await response.text()).toBe('<title>page</title>');
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test('the page may talk to this machine only', async () => {
  const policy = (await fetch(address)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/https:|unsafe-eval|\*(?!;| |$)/);
});

test('files with a hash in their name are cached for good, the page itself is revalidated', async () => {
  const script = await fetch(`${address}/assets/main-1a2b.js`);
  expect(script.headers.get('cache-control')).toContain('immutable');
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect((await fetch(address)).headers.get('cache-control')).toBe('no-cache');
});

test('an unchanged file is not sent again', async () => {
  const tag = (await fetch(address)).headers.get('etag') ?? '';
  expect((await fetch(address, { headers: { 'If-None-Match': tag } })).status).toBe(304);
});

test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/.fingerprint', '/%', '/a%00b', '/assets'])(
  'only visible files of the folder are served: %s',
  async (path) => expect(await statusOf(path)).toBe(404),
);

test('writing is refused in a sentence', async () => {
  const response = await fetch(address, { method: 'POST', body: 'x' });
  expect(response.status).toBe(405);
  expect(await response.text()).toContain('Use GET');
});

test('the next free port is used when the requested one is taken', async () => {
  const taken = Number(new URL(address).port);
  const second = createServer();
  const other = new URL(await listen(second, '127.0.0.1', taken));
  expect(Number(other.port)).toBeGreaterThan(taken);
  second.close();
});

/** The program itself, in a process of its own with its own folder of temporary files. */
describe('npm start', () => {
  let temporary: string;
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'contextscope-start-'));
  });
  afterAll(async () => {
    for (const program of started) program.kill('SIGKILL');
    await rm(temporary, { recursive: true });
  });

  function start(...given: readonly string[]): { readonly program: ChildProcess; readonly output: () => string } {
    const program = spawn(process.execPath, ['--import', 'tsx', join(root, 'src/tools/serve/main.ts'), ...given], {
      cwd: root,
      env: { ...process.env, PORT: '0', TMPDIR: temporary, TEMP: temporary },
    });
    started.push(program);
    let output = '';
    for (const stream of [program.stdout, program.stderr]) stream?.on('data', (part) => void (output += String(part)));
    return { program, output: () => output };
  }

  const folders = async () => (await readdir(temporary)).filter((name) => name.startsWith('contextscope-live-'));

  async function startAndPost(): Promise<ChildProcess> {
    const { program, output } = start();
    await expect.poll(output, { timeout: 20_000 }).toMatch(/Contextscope is at .*\n.*4318/);
    const own = /http:\S+/.exec(output())?.[0] ?? '';
    expect((await fetch(`${own}/live/private`, { method: 'POST', body: '{"n": 1}' })).status).toBe(200);
    expect(await folders()).toHaveLength(1);
    return program;
  }

  test('records are deleted when the terminal closes, and those of a crash at the next start', async () => {
    const crashed = await startAndPost();
    crashed.kill('SIGKILL');
    await once(crashed, 'exit');
    expect(await folders()).toHaveLength(1);
    const closed = await startAndPost();
    closed.kill('SIGHUP');
    await once(closed, 'exit');
    expect(await folders()).toEqual([]);
  }, 60_000);

  test('an origin that can never match is refused in a sentence', async () => {
    const { program, output } = start('--allow', 'agents.example');
    expect(await once(program, 'exit')).toEqual([2, null]);
    expect(output()).toContain('"agents.example" is none');
  }, 30_000);
});
