import { appendFile, chmod, mkdir, mkdtemp, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LiveStreams } from '../streams.ts';
import { textIn } from '../testing.ts';
import { Tail } from './tail.ts';
import { Watch } from './watch.ts';

let folder: string;
let streams: LiveStreams;
let watch: Watch | undefined;
let warnings: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contextscope-watch-'));
  streams = new LiveStreams();
  warnings = [];
});
afterEach(async () => {
  await watch?.close();
  watch = undefined;
  streams.close();
  await rm(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
async function follow(...paths: readonly string[]): Promise<void> {
  watch = new Watch(streams, paths, (sentence) => warnings.push(sentence));
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

test('a shorter file, and another file in its place, are read again', async () => {
  await writeFile(at('a.jsonl'), '{"n": 1}\n{"n": 2}\n');
  await follow(at('a.jsonl'));
  await expect.poll(textAt('a.jsonl')).toBe('{"n": 1}\n{"n": 2}\n');
  await truncate(at('a.jsonl'), 9);
  await expect.poll(textAt('a.jsonl')).toBe('{"n": 1}\n');
  await rename(at('a.jsonl'), at('a.jsonl.1'));
  await writeFile(at('a.jsonl'), '{"n": 7}\n{"n": 8}\n{"n": 9}\n');
  await expect.poll(textAt('a.jsonl')).toBe('{"n": 7}\n{"n": 8}\n{"n": 9}\n');
});

test('a document of JSON that is rewritten each time is read as a whole', async () => {
  await writeFile(at('a.json'), JSON.stringify({ messages: [1] }, null, 2));
  await follow(at('a.json'));
  await expect.poll(textAt('a.json')).toBe(JSON.stringify({ messages: [1] }, null, 2));
  await writeFile(at('a.json'), JSON.stringify({ messages: [1, 2, 3] }, null, 2));
  await expect.poll(textAt('a.json')).toBe(JSON.stringify({ messages: [1, 2, 3] }, null, 2));
});

/** The kinds of the records of a stream, and the texts. */
const recordsAt = (name: string) =>
  streams
    .get(at(name))
    ?.after(0)
    .map(({ kind, text }) => [kind, text]);

test('indented JSON is one record, also when it ends with a line break and is rewritten', async () => {
  const written = (...messages: readonly number[]) => `${JSON.stringify({ messages }, null, 2)}\n`;
  await writeFile(at('a.json'), written(1));
  await follow(at('a.json'));
  await expect.poll(() => recordsAt('a.json')).toEqual([['replace', written(1)]]);
  await writeFile(at('a.json'), written(1, 2, 3));
  await expect.poll(() => recordsAt('a.json')).toEqual([['replace', written(1, 2, 3)]]);
});

test('a part of a document is not sent while the rest is written', async () => {
  const text = JSON.stringify({ messages: [1, 2] }, null, 2);
  const stream = streams.open(at('a.json'), 'file');
  if (stream === undefined) throw new Error('there is room for a stream');
  const tail = new Tail(at('a.json'), stream);
  for (const mark of text.slice(0, -1)) {
    await appendFile(at('a.json'), mark);
    await tail.update();
    await tail.update();
    expect(stream.facts.records).toBe(0);
  }
  await appendFile(at('a.json'), text.slice(-1));
  await tail.update();
  expect(recordsAt('a.json')).toEqual([['replace', text]]);
});

test('a document that stays unfinished is sent when nothing more is written', async () => {
  await writeFile(at('a.json'), '{\n  "messages": [\n');
  await follow(at('a.json'));
  await expect.poll(() => recordsAt('a.json')).toEqual([['replace', '{\n  "messages": [\n']]);
});

test.each([
  ['one value per line', '{"n": 1}\n'],
  ['a text that begins with a bracket', '[12:00:01] INFO {\n'],
  ['a text that begins with a word in brackets', '[agent] it said "no\n'],
])('the first line of a file is sent at once: %s', async (_, line) => {
  await writeFile(at('a.log'), line);
  await follow(at('a.log'));
  await expect.poll(textAt('a.log')).toBe(line);
});

test('a text that changed in its middle, with the same length, is read again', async () => {
  const line = (middle: string) => `${JSON.stringify({ a: 'x'.repeat(2_000), middle, b: 'y'.repeat(2_000) })}\n`;
  await writeFile(at('a.jsonl'), line('yes'));
  await follow(at('a.jsonl'));
  await expect.poll(textAt('a.jsonl')).toBe(line('yes'));
  await writeFile(at('a.jsonl'), line('no!'));
  await expect.poll(textAt('a.jsonl')).toBe(line('no!'));
});

describe('what cannot be read is said, and the rest is followed', () => {
  test('a folder in the place of a file', async () => {
    await writeFile(at('a.jsonl'), '{"n": 1}\n');
    await follow(at('a.jsonl'), at('b.jsonl'));
    await expect.poll(textAt('a.jsonl')).toBe('{"n": 1}\n');
    await rm(at('a.jsonl'));
    await mkdir(at('a.jsonl'));
    await writeFile(at('b.jsonl'), '{"n": 2}\n');
    await expect.poll(textAt('b.jsonl')).toBe('{"n": 2}\n');
    await rm(at('a.jsonl'), { recursive: true });
    await writeFile(at('a.jsonl'), '{"n": 3}\n');
    await expect.poll(textAt('a.jsonl')).toBe('{"n": 3}\n');
  });

  // Permissions do not stop the administrator, who runs the tests in containers.
  test.skipIf(process.getuid?.() === 0)('a folder without permission, and a file', async () => {
    await mkdir(at('closed'), { mode: 0o000 });
    await writeFile(at('a.jsonl'), '{"n": 1}\n', { mode: 0o000 });
    await writeFile(at('b.jsonl'), '{"n": 2}\n');
    await follow(folder);
    await expect.poll(textAt('b.jsonl')).toBe('{"n": 2}\n');
    await expect.poll(() => warnings.join('\n')).toMatch(/Cannot follow .*EACCES.*closed/);
    await chmod(at('closed'), 0o700);
  });

  test('an error of the watcher, and a tail that failed once', async () => {
    const stream = streams.open('x', 'file');
    if (stream === undefined) throw new Error('there is room for a stream');
    const tail = new Tail(at(`${'x'.repeat(300)}.jsonl`), stream);
    await expect(tail.update()).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
    await expect(tail.update()).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
    await follow(folder, `${at('y'.repeat(300))}/*.jsonl`);
    await writeFile(at('b.jsonl'), '{"n": 2}\n');
    await expect.poll(textAt('b.jsonl')).toBe('{"n": 2}\n');
  });

  test('records that arrive while the server stops', async () => {
    const stream = streams.open(at('a.jsonl'), 'file');
    if (stream === undefined) throw new Error('there is room for a stream');
    const tail = new Tail(at('a.jsonl'), stream);
    await writeFile(at('a.jsonl'), '{"n": 1}\n');
    streams.close();
    await tail.update();
    expect(stream.after(0)).toEqual([]);
  });
});

test('a line longer than a record may be is sent in parts', async () => {
  const line = `${'x'.repeat(65 * 1024 * 1024)}\n`;
  await writeFile(at('a.jsonl'), line);
  await follow(at('a.jsonl'));
  await expect.poll(() => streams.get(at('a.jsonl'))?.facts.bytes).toBe(line.length);
  expect(streams.get(at('a.jsonl'))?.facts.records).toBe(2);
});

test('the lines of a file that have no room are counted', async () => {
  streams.close();
  streams = new LiveStreams({ streams: 10, bytes: 100, total: 1000 });
  await writeFile(at('a.jsonl'), '{"n": 1}\n');
  await follow(at('a.jsonl'));
  await expect.poll(textAt('a.jsonl')).toBe('{"n": 1}\n');
  await appendFile(at('a.jsonl'), '{"n": 2}\n'.repeat(50));
  await expect.poll(() => streams.get(at('a.jsonl'))?.facts).toMatchObject({ records: 1, dropped: 50 });
});

test('a folder with brackets in its name is followed, and so is a pattern in it', async () => {
  await mkdir(at('pr[1]/logs'), { recursive: true });
  await writeFile(at('pr[1]/logs/a.jsonl'), '{"n": 1}\n');
  await writeFile(at('pr[1]/logs/b.txt'), 'no\n');
  await follow(at('pr[1]/logs/*.jsonl'), at('pr[1]/logs/a.jsonl'));
  await expect.poll(textAt('pr[1]/logs/a.jsonl')).toBe('{"n": 1}\n');
  expect(streams.list()).toHaveLength(1);
  await watch?.close();
  await follow(at('pr[1]/logs'));
  await expect.poll(textAt('pr[1]/logs/b.txt')).toBe('no\n');
});

test('links in a folder that lead in a circle, and two links to a file, are one stream', async () => {
  await mkdir(at('real'));
  await writeFile(at('real/a.jsonl'), '{"n": 1}\n');
  for (const name of ['real/loop', 'real/circle']) await symlink(at('real'), at(name));
  await symlink(at('real/a.jsonl'), at('real/again.jsonl'));
  await symlink(at('real'), at('root'));
  await follow(at('root'));
  await expect.poll(() => streams.list().map(({ bytes }) => bytes)).toEqual([9]);
  await appendFile(at('real/a.jsonl'), '{"n": 2}\n');
  await expect.poll(() => streams.list().map(({ bytes }) => bytes)).toEqual([18]);
  expect(streams.list()[0]?.name).toMatch(/root\/(?:a|again)\.jsonl$/);
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
