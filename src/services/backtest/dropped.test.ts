import { expect, test } from 'vitest';
import { filesIn } from './dropped.ts';

interface Tree {
  readonly [name: string]: string | Tree | DOMException;
}

/** A folder whose entries come as a browser returns them: unordered, here at most two at a time. */
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
    // Only the members that the code reads; tests have no browser file system.
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

test('a folder is read to its last file, ordered by name with numbers in numeric order', async () => {
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

test('files that the browser cannot read are named, and the others are returned', async () => {
  const { found, refused } = await filesIn(entriesOf({ runs: { 'a.json': new DOMException('gone'), 'b.json': '' } }));
  expect(found.map(({ path }) => path)).toEqual(['runs/b.json']);
  expect(refused).toEqual([{ name: 'runs/a.json', message: 'The browser could not read runs/a.json (gone).' }]);
});

test('hidden folders are skipped and reported', async () => {
  const { found, refused } = await filesIn(entriesOf({ runs: { '.git': { a: '', b: '' }, 'a.json': '' } }));
  expect(found.map(({ path }) => path)).toEqual(['runs/a.json']);
  expect(refused.map(({ name }) => name)).toEqual(['runs/.git']);
});

test('a thousand nested folders can be read', async () => {
  let tree: Tree = { 'x.json': '' };
  for (let depth = 0; depth < 1000; depth++) tree = { d: tree };
  expect((await filesIn(entriesOf(tree))).found).toHaveLength(1);
});
