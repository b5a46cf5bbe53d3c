import { expect, test } from 'vitest';
import type { EngineClient } from '../../worker/connect.ts';
import { archiveOf } from '../../engine/readers/archives/testing.ts';
import { inProcessEngine } from '../engine/testing.ts';
import { gather } from './recordings.ts';

const { client } = inProcessEngine();
// Node's message port can send blobs but not files; a browser's can send both.
const engine: Pick<EngineClient, 'listArchive'> = {
  listArchive: ({ archive }) => client.listArchive({ archive: archive.slice() }),
};

const fileOf = (path: string, content: string | Blob = '{}') => ({
  path,
  file: new File([content], path.split('/').at(-1) ?? path, { lastModified: 7 }),
});

test('files keep their paths, and archives are listed as their files', async () => {
  const archive = await archiveOf([
    { path: 'x/a.json', text: '{}' },
    { path: 'x/b.json', text: '{}' },
  ]);
  const { recordings, refused } = await gather(engine, [fileOf('runs/1.json'), fileOf('old.zip', archive)]);
  expect(recordings.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'file runs/1.json',
    'packed old.zip/x/a.json',
    'packed old.zip/x/b.json',
  ]);
  expect(refused).toEqual([]);
});

test('a changed text under the same name is another recording', async () => {
  const idOf = async (content: string) => (await gather(engine, [fileOf('a.json', content)])).recordings[0]?.id;
  expect(await idOf('{}')).toBe(await idOf('[]'));
  expect(await idOf('{}')).not.toBe(await idOf('{ }'));
});

test('hidden system files are left out and reported', async () => {
  const { recordings, refused } = await gather(engine, [
    fileOf('runs/.DS_Store'),
    fileOf('__MACOSX/a.json'),
    fileOf('runs/.git/objects/1'),
    fileOf('runs/.git/objects/2'),
    fileOf('runs/a.json'),
  ]);
  expect(recordings.map(({ name }) => name)).toEqual(['runs/a.json']);
  expect(refused.map(({ name }) => name)).toEqual(['runs/.DS_Store', '__MACOSX', 'runs/.git']);
});

test('an archive that cannot be listed is reported by name, and the other files are returned', async () => {
  const { recordings, refused } = await gather(engine, [
    fileOf('bad.zip', 'PK no'),
    fileOf('empty.zip', await archiveOf([])),
    fileOf('a.json'),
  ]);
  expect(recordings).toHaveLength(1);
  expect(refused.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^bad\.zip: This file has no ZIP end record.*\.$/),
    'empty.zip is an archive without files.',
  ]);
});

test('files are read in slices, and the page can draw in between', async () => {
  let time = 0;
  let breaths = 0;
  const files = Array.from({ length: 100 }, (_, at) => {
    const { path, file } = fileOf(`runs/${at}.json`);
    Object.defineProperty(file, 'size', { get: () => (time++, 2) });
    return { path, file };
  });
  const { recordings } = await gather(engine, files, undefined, {
    now: () => time,
    breathe: async () => void breaths++,
  });
  expect(recordings).toHaveLength(100);
  expect(breaths).toBe(12);
});
