import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { err, ok } from '../../../base/result.ts';
import { contentOf } from '../../readers/archives/content.ts';
import { type Member, membersOf } from '../../readers/archives/members.ts';
import { archiveOf } from '../../readers/archives/testing.ts';
import { openArchive } from './open-archive.ts';
import { maxListedBytes } from '../../readers/archives/limits.ts';
import { openRecordings } from './recordings-in.ts';

/** A Blob of this many bytes that needs little memory: it refers to the Blobs that it is made of. */
function bytes(count: number): Blob {
  const part = 10_000_000;
  const spaces = new Blob([' '.repeat(part)]);
  const parts = Array.from({ length: Math.floor(count / part) }, () => spaces);
  return new Blob([...parts, spaces.slice(0, count % part)]);
}

const problemIn = (result: { readonly ok: boolean; readonly problem?: { code: string; message: string } }) =>
  result.problem === undefined ? 'no problem' : `${result.problem.code}: ${result.problem.message}`;

const chat = (...words: readonly string[]) => JSON.stringify(words.map((content) => ({ role: 'user', content })));

test('a file too large to be read at once is refused by its name', async () => {
  const refused = await contentOf(bytes(400_000_001), 'run.json');
  expect(problemIn(refused)).toBe(
    'file/too-large: run.json is larger than 400 MB, the largest file that can be read at once. Split it.',
  );
  expect((await contentOf(bytes(1_000_000), 'run.json')).ok).toBe(true);
});

test('a file in a tar archive that is too large is refused by its name, and the others are listed', async () => {
  const size = 200_000_001;
  const packed = new Uint8Array(readFileSync(join(import.meta.dirname, '../../readers/archives/fixtures/ustar.tar')));
  const small = chat('hello');
  const archive = new Blob([
    header(packed, 'large.json', size),
    bytes(Math.ceil(size / 512) * 512),
    header(packed, 'small.json', small.length),
    small,
    '\0'.repeat(1536 - small.length),
  ]);
  const opened = await openArchive(archive, unhurried);
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(opened.value.entries).toHaveLength(1);
  expect(opened.value.refused).toEqual([
    { name: 'large.json', message: 'large.json is larger than 200 MB, the largest file that can be read. Split it.' },
  ]);
  const alone = await openArchive(archive.slice(0, 512 + Math.ceil(size / 512) * 512), unhurried);
  expect(problemIn(alone)).toContain('large.json is larger than 200 MB');
});

/** The header of a file, made from another header: its name, its size, and its checksum. */
function header(packed: Uint8Array, name: string, size: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(512);
  const put = (text: string, at: number) => made.set(new TextEncoder().encode(text), at);
  made.set(packed.subarray(257, 265), 257);
  put(name, 0);
  put(`${size.toString(8).padStart(11, '0')}\0`, 124);
  put(' '.repeat(8), 148);
  put('0', 156);
  put(
    `${made
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return made;
}

test('a session that is gone when it is opened again is reported with the name of its file', async () => {
  const texts = [`${chat('one')}\n${chat('two')}\n`, chat('only')];
  const changing: Member = { path: 'runs.jsonl', size: 60, bytes: async () => ok(new Blob([texts.shift() ?? ''])) };
  const others = ['a', 'b'].map((path): Member => ({ path, size: 60, bytes: async () => ok(new Blob([chat(path)])) }));
  const opened = await openRecordings(
    { archive: { id: 'zip', title: 'ZIP archive' }, members: [changing, ...others] },
    {
      pace: unhurried,
      mappings: undefined,
      allowed: { left: maxListedBytes },
      inner: async () => err({ code: 'none', message: 'There is none.' }),
    },
  );
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(opened.value.entries).toHaveLength(4);
  const second = await opened.value.entries[1]?.open();
  expect(second && problemIn(second)).toBe(
    'archive/changed: runs.jsonl has changed since it was listed. Open the archive again.',
  );
});

test('a member of a tar archive that is too large has a code of its own', async () => {
  const packed = new Uint8Array(readFileSync(join(import.meta.dirname, '../../readers/archives/fixtures/ustar.tar')));
  const size = 200_000_001;
  const found = await membersOf(new Blob([header(packed, 'large.json', size), bytes(Math.ceil(size / 512) * 512)]));
  const content = found.ok ? await found.value.members[0]?.bytes() : found;
  expect(content).toMatchObject({ ok: false, problem: { code: 'tar/too-large' } });
});

test('an archive in the place of a sample of Inspect is refused when the sample is opened', async () => {
  const inner = new Uint8Array(await (await archiveOf([{ path: 'a.json', text: chat('hi') }])).arrayBuffer());
  const log = await archiveOf([
    { path: 'header.json', text: JSON.stringify({ version: 2, status: 'success', eval: { task: 't', model: 'm' } }) },
    { path: 'samples/1_epoch_1.json', bytes: inner },
  ]);
  const opened = await openArchive(log, unhurried);
  const sample = opened.ok ? await opened.value.entries[0]?.open() : opened;
  expect(sample).toMatchObject({ ok: false, problem: { code: 'archive/inspect-sample' } });
});

test('archive/too-deep: archives within archives are listed to a depth of three', async () => {
  const within = async (archive: Blob) =>
    archiveOf([{ path: 'in.zip', bytes: new Uint8Array(await archive.arrayBuffer()) }]);
  let archive = await archiveOf([{ path: 'a.json', text: chat('hi') }]);
  for (let depth = 1; depth < 3; depth++) archive = await within(archive);
  expect(await openArchive(archive, unhurried)).toMatchObject({ ok: true });
  expect(problemIn(await openArchive(await within(archive), unhurried))).toContain('up to 3 levels deep');
});
