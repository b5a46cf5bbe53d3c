import { appendFile, mkdir, mkdtemp, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LiveStreams } from '../streams.ts';
import { textIn } from '../testing.ts';
import { Tail } from './tail.ts';
import { Watch } from './watch.ts';

let folder: string;
let streams: LiveStreams;
let watch: Watch | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contextscope-watch-'));
  streams = new LiveStreams();
});
afterEach(async () => {
  await watch?.close();
  watch = undefined;
  streams.close();
  await rm(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
async function follow(...paths: readonly string[]): Promise<void> {
  watch = new Watch(streams, paths);
  await watch.ready();
}
const textAt = (name: string) => () => textIn(streams, at(name));

test('what is in a file and what is added to it arrives, in whole lines', async () => {
  await writeFile(at('a.jsonl'), '{"n": 1}\n');
  await follow(at('a.jsonl'));
  await expect.poll(textAt('a.jsonl')).toBe('{"n": 1}\n');
  await appendFile(at('a.jsonl'), '{"n": 2}\n{"n":');
  await expect.poll(textAt('a.jsonl')).toBe('{"n": 1}\n{"n": 2}\n');
  await appendFile(at('a.jsonl'), ' 3}\n');
  await expect.poll(textAt('a.jsonl')).toBe('{"n": 1}\n{"n": 2}\n{"n": 3}\n');
});

test('a file that does not exist yet is followed when it appears, in a folder that does not exist either', async () => {
  await follow(at('later/a.jsonl'));
  await mkdir(at('later'));
  await writeFile(at('later/a.jsonl'), '{"n": 1}\n');
  await expect.poll(textAt('later/a.jsonl')).toBe('{"n": 1}\n');
});

test('a shorter file, and another file in its place, are read anew', async () => {
  await writeFile(at('a.jsonl'), '{"n": 1}\n{"n": 2}\n');
  await follow(at('a.jsonl'));
  await expect.poll(textAt('a.jsonl')).toBe('{"n": 1}\n{"n": 2}\n');
  await truncate(at('a.jsonl'), 9);
  await expect.poll(textAt('a.jsonl')).toBe('{"n": 1}\n');
  await rename(at('a.jsonl'), at('a.jsonl.1'));
  await writeFile(at('a.jsonl'), '{"n": 7}\n{"n": 8}\n{"n": 9}\n');
  await expect.poll(textAt('a.jsonl')).toBe('{"n": 7}\n{"n": 8}\n{"n": 9}\n');
});

test('a document of JSON that is written anew each time is read as a whole', async () => {
  await writeFile(at('a.json'), JSON.stringify({ messages: [1] }, null, 2));
  await follow(at('a.json'));
  await expect.poll(textAt('a.json')).toBe(JSON.stringify({ messages: [1] }, null, 2));
  await writeFile(at('a.json'), JSON.stringify({ messages: [1, 2, 3] }, null, 2));
  await expect.poll(textAt('a.json')).toBe(JSON.stringify({ messages: [1, 2, 3] }, null, 2));
});

test('in a folder, files that were written long ago wait for their next change', async () => {
  for (const name of ['old.jsonl', 'new.jsonl', 'picture.png']) await writeFile(at(name), '{"n": 1}\n');
  await utimes(at('old.jsonl'), 1_000_000, 1_000_000);
  await follow(folder);
  await expect.poll(textAt('new.jsonl')).toBe('{"n": 1}\n');
  expect(streams.list().map(({ name }) => name)).toEqual([at('new.jsonl')]);
  await appendFile(at('old.jsonl'), '{"n": 2}\n');
  await expect.poll(textAt('old.jsonl')).toBe('{"n": 1}\n{"n": 2}\n');
});

test('a pattern names files that exist and files that come', async () => {
  await mkdir(at('logs/deep'), { recursive: true });
  await writeFile(at('logs/deep/a.jsonl'), '{"n": 1}\n');
  await follow(at('logs/**/*.jsonl'));
  await expect.poll(textAt('logs/deep/a.jsonl')).toBe('{"n": 1}\n');
  await writeFile(at('logs/b.jsonl'), '{"n": 2}\n');
  await writeFile(at('logs/c.txt'), 'no\n');
  await expect.poll(textAt('logs/b.jsonl')).toBe('{"n": 2}\n');
  expect(streams.list()).toHaveLength(2);
});

test('five thousand files in a folder: one that changes is followed', async () => {
  const names = Array.from({ length: 5_000 }, (_, index) => at(`${index}.jsonl`));
  await Promise.all(names.map((name) => writeFile(name, '{"n": 1}\n')));
  await Promise.all(names.map((name) => utimes(name, 1_000_000, 1_000_000)));
  await follow(folder);
  await appendFile(at('4321.jsonl'), '{"n": 2}\n');
  await expect.poll(textAt('4321.jsonl')).toBe('{"n": 1}\n{"n": 2}\n');
  expect(streams.list()).toHaveLength(1);
});

test('however a text is cut when it is written, all of its lines arrive', async () => {
  const lines = fc.array(
    fc.string({ unit: 'grapheme' }).map((text) => `${JSON.stringify({ text })}\n`),
    { minLength: 1 },
  );
  await fc.assert(
    fc.asyncProperty(lines, fc.constantFrom('', '{"tex'), fc.array(fc.nat(400)), async (written, rest, cuts) => {
      const text = Buffer.from(written.join('') + rest);
      const name = `${streams.list().length}.jsonl`;
      const stream = streams.open(name, 'file');
      if (stream === undefined) throw new Error('there is room for a stream');
      const tail = new Tail(at(name), stream);
      const places = [0, ...cuts.map((cut) => cut % text.length).toSorted((a, b) => a - b), text.length];
      for (const [index, place] of places.entries()) {
        await appendFile(at(name), text.subarray(places[index - 1] ?? 0, place));
        await tail.update();
      }
      // The rest of a line is read when the file has not grown since.
      await tail.update();
      expect(textIn(streams, name)).toBe(text.toString());
    }),
    { numRuns: 25 },
  );
});
