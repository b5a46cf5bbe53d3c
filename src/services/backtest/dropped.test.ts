import { expect, test } from 'vitest';
import { filesIn } from './dropped.ts';

interface Tree {
  readonly [name: string]: string | Tree | DOMException;
}

/** Entries as a browser hands them out: of a folder at most two at a time, in no order. */
function entriesOf(tree: Tree, at = ''): readonly FileSystemEntry[] {
  return Object.entries(tree).map(([name, content]) => {
    const fullPath = `${at}/${name}`;
    const isFolder = typeof content === 'object' && !(content instanceof DOMException);
    const file = (resolve: (file: File) => void, reject: (cause: DOMException) => void) =>
      content instanceof DOMException ? reject(content) : resolve(new File([String(content)], name));
    const createReader = () => {
      const left = isFolder ? [...entriesOf(content, fullPath)].toReversed() : [];
      return { readEntries: (resolve: (some: readonly FileSystemEntry[]) => void) => resolve(left.splice(0, 2)) };
    };
    // As much of an entry as is read of it: no test has a browser’s file system.
    return {
      name,
      fullPath,
      isFile: !isFolder,
      isDirectory: isFolder,
      file,
      createReader,
    } as unknown as FileSystemEntry;
  });
}

test('a folder is walked to its last file, in the order of names, with numbers as people count', async () => {
  const { found, refused } = await filesIn(
    entriesOf({ runs: { 'run-10.json': '', 'run-9.json': '', deep: { deeper: { 'x.json': '' } } }, 'b.json': '' }),
  );
  expect(found.map(({ path }) => path)).toEqual([
    'runs/deep/deeper/x.json',
    'runs/run-9.json',
    'runs/run-10.json',
    'b.json',
  ]);
  expect(refused).toEqual([]);
});

test('what the browser cannot read is told by name, and the rest is there', async () => {
  const { found, refused } = await filesIn(entriesOf({ runs: { 'a.json': new DOMException('gone'), 'b.json': '' } }));
  expect(found.map(({ path }) => path)).toEqual(['runs/b.json']);
  expect(refused).toEqual([{ name: 'runs/a.json', message: 'The browser could not read runs/a.json (gone).' }]);
});

test('hidden folders are not walked, and said to be left out', async () => {
  const { found, refused } = await filesIn(entriesOf({ runs: { '.git': { a: '', b: '' }, 'a.json': '' } }));
  expect(found.map(({ path }) => path)).toEqual(['runs/a.json']);
  expect(refused.map(({ name }) => name)).toEqual(['runs/.git']);
});

test('a folder a thousand folders deep is walked all the same', async () => {
  let tree: Tree = { 'x.json': '' };
  for (let depth = 0; depth < 1000; depth++) tree = { d: tree };
  expect((await filesIn(entriesOf(tree))).found).toHaveLength(1);
});
