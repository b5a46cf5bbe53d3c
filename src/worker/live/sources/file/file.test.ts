import { appendFile, mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { receiveFrom } from '../registry.ts';

let folder: string;
let path: string;
let gone: AbortController;
let arrived: { text: string; state: string; records: [kind: string, text: string][] };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contextscope-follow-'));
  path = join(folder, 'log.jsonl');
  gone = new AbortController();
  arrived = { text: '', state: '', records: [] };
});
afterEach(async () => {
  gone.abort();
  await rm(folder, { recursive: true });
});

/** Reads a file of the disk as a browser does through its handle. */
const handle = {
  async getFile(): Promise<File> {
    try {
      return new File([await readFile(path)], 'log.jsonl', { lastModified: (await stat(path)).mtimeMs });
    } catch {
      throw new DOMException('The file is not there.', 'NotFoundError');
    }
  },
};

function follow(): void {
  const handlers = {
    record(kind: 'append' | 'replace', text: string) {
      arrived.text = kind === 'replace' ? text : arrived.text + text;
      arrived.records.push([kind, text]);
    },
    state: (state: string, why?: string) => void (arrived.state = why ?? state),
    facts: () => {},
  };
  void receiveFrom({ kind: 'file', handle })(handlers, gone.signal);
}

const text = () => arrived.text;
const wait = { timeout: 10_000 };

test('only what is added is read, line by line, and the rest of a line when nothing more comes', async () => {
  await writeFile(path, '{"n": 1}\n');
  follow();
  await expect.poll(text, wait).toBe('{"n": 1}\n');
  await appendFile(path, '{"n": 2}\n{"n": "ü');
  await expect.poll(text, wait).toContain('{"n": 2}\n');
  await appendFile(path, ' 3"}\n');
  await expect.poll(text, wait).toBe('{"n": 1}\n{"n": 2}\n{"n": "ü 3"}\n');
  await appendFile(path, '{"n": 4}');
  await expect.poll(text, wait).toMatch(/\{"n": 4\}$/);
  expect(arrived.records.filter(([kind]) => kind === 'replace')).toEqual([['replace', '{"n": 1}\n']]);
});

test('a file that became shorter, or that another one replaced, is read again, and a message says so', async () => {
  await writeFile(path, '{"n": 1}\n{"n": 2}\n');
  follow();
  await expect.poll(text, wait).toBe('{"n": 1}\n{"n": 2}\n');
  await expect.poll(() => arrived.state, wait).toBe('connected');
  await truncate(path, 0);
  await expect.poll(() => arrived.state, wait).toMatch(/^The file was replaced at \d\d:\d\d:\d\d, so/);
  await appendFile(path, '{"n": 3}\n');
  await expect.poll(text, wait).toBe('{"n": 3}\n');
  await writeFile(`${path}.new`, '{"n": 5}\n{"n": 6}\n{"n": 7}\n');
  await rename(`${path}.new`, path);
  await expect.poll(text, wait).toBe('{"n": 5}\n{"n": 6}\n{"n": 7}\n');
});

test('a document of several lines arrives as a whole, each time that it is written', async () => {
  const document = (count: number) => JSON.stringify({ messages: Array.from({ length: count }, (_, n) => n) }, null, 2);
  await writeFile(path, document(1));
  follow();
  await expect.poll(text, wait).toBe(document(1));
  await writeFile(path, document(3));
  await expect.poll(text, wait).toBe(document(3));
  expect(arrived.records.every(([kind]) => kind === 'replace')).toBe(true);
});

test('a file that is gone is read again when it is back', async () => {
  await writeFile(path, '{"n": 1}\n');
  follow();
  await expect.poll(text, wait).toBe('{"n": 1}\n');
  await rm(path);
  await expect.poll(() => arrived.state, wait).toMatch(/^The file no longer exists\./);
  await writeFile(path, '{"n": 1}\n{"n": 2}\n');
  await expect.poll(text, wait).toBe('{"n": 1}\n{"n": 2}\n');
  expect(arrived.state).toBe('connected');
});
