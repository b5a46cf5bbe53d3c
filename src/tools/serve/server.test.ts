import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressTexts } from '../build/compress.ts';
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
  await writeFile(join(folder, 'page/assets/worker-1a2b.js'), 'export {};');
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

test('a script in the page runs if the page’s own policy has its digest', async () => {
  await mkdir(join(folder, 'scripted'));
  const digest = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
  const meta = `<meta http-equiv="Content-Security-Policy" content="script-src 'self' ${digest}; img-src 'sha256-x'" />`;
  await writeFile(join(folder, 'scripted/index.html'), meta);
  const server = createPageServer(join(folder, 'scripted'));
  const page = await listen(server, '127.0.0.1', 0);
  const whole = await fetch(page);
  // Also a browser that asks whether it still has the page takes the headers of the answer.
  const same = await fetch(page, { headers: { 'If-None-Match': whole.headers.get('etag') ?? '' } });
  expect([whole.status, same.status]).toEqual([200, 304]);
  for (const { headers } of [whole, same]) {
    expect(headers.get('content-security-policy')).toContain(`script-src 'self' ${digest};`);
    expect(headers.get('content-security-policy')).not.toContain('sha256-x');
  }
  server.close();
});

test('origins that were allowed at the start are added, also for a browser that has the worker from before', async () => {
  const origin = 'https://agents.example';
  const open = createPageServer(join(folder, 'page'), undefined, { origins: new Set(), reachable: new Set([origin]) });
  const other = await listen(open, '127.0.0.1', 0);
  const before = await fetch(`${address}/assets/worker-1a2b.js`);
  expect(before.headers.get('cache-control')).toBe('no-cache');
  const after = await fetch(`${other}/assets/worker-1a2b.js`, {
    headers: { 'If-None-Match': before.headers.get('etag') ?? '' },
  });
  expect([after.status, after.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining(origin)]);
  open.close();
});

test('only pages that were permitted may embed the page, or write to a window of it', async () => {
  const origins = new Set(['https://agents.example', 'https://a;b.example', 'chrome-extension://abc']);
  const open = createPageServer(join(folder, 'page'), undefined, { origins, reachable: new Set() });
  const [closed, opened] = [await fetch(address), await fetch(await listen(open, '127.0.0.1', 0))];
  const framers = ({ headers }: Response) =>
    /frame-ancestors (.*)$/.exec(headers.get('content-security-policy') ?? '')?.[1];
  expect([framers(closed), framers(opened)]).toEqual(["'none'", 'https://agents.example']);
  const openers = [closed, opened].map(({ headers }) => headers.get('cross-origin-opener-policy'));
  expect(openers).toEqual(['same-origin', 'unsafe-none']);
  open.close();
});

test('a text is sent compressed where the browser accepts it, and as it is otherwise', async () => {
  const text = 'export const words = "again and again";\n'.repeat(100);
  await writeFile(join(folder, 'page/assets/long-1a2b.js'), text);
  await compressTexts(join(folder, 'page'));
  const get = (accepted: string) =>
    fetch(`${address}/assets/long-1a2b.js`, { headers: { 'Accept-Encoding': accepted } });
  const rows = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, GZIP;q=0.5', 'gzip'],
    ['identity', null],
    ['hasOwnProperty', null],
  ] as const;
  const tags = new Set<string | null>();
  for (const [accepted, encoding] of rows) {
    const response = await get(accepted);
    expect([accepted, response.headers.get('content-encoding')]).toEqual([accepted, encoding]);
    expect(Number(response.headers.get('content-length')) < 200).toBe(encoding !== null);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe(text);
    tags.add(response.headers.get('etag'));
  }
  // A cache never takes one for another.
  expect(tags.size).toBe(3);
  // Too short to compress.
  expect((await fetch(`${address}/assets/main-1a2b.js`)).headers.get('content-encoding')).toBeNull();
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
