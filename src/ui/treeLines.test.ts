import { expect, test } from 'vitest';
import { treeLines } from './treeLines.ts';

const node = (id: string, parent: string | null) => ({ id, parent });

const family = [node('root', null), node('research', 'root'), node('refund', 'root'), node('deep', 'research')];

/** The lines as an outline: `- ` for a leaf, `v ` for open, `> ` for closed. */
const outline = (nodes: readonly ReturnType<typeof node>[], closed: readonly string[] = []) =>
  treeLines(nodes, ({ id }) => !closed.includes(id)).map(
    ({ id, level, open }) => `${'  '.repeat(level - 1)}${open === null ? '-' : open ? 'v' : '>'} ${id}`,
  );

test('parents come before their children', () => {
  expect(outline(family)).toEqual(['v root', '  v research', '    - deep', '  - refund']);
});

test('a closed node hides its descendants', () => {
  expect(outline(family, ['research'])).toEqual(['v root', '  > research', '  - refund']);
});

test('a node whose parent is missing is a root', () => {
  expect(outline([node('lost', 'gone')])).toEqual(['- lost']);
});

test('ten thousand nested nodes work', () => {
  const chain = Array.from({ length: 10_000 }, (_, i) => node(`n${i}`, i === 0 ? null : `n${i - 1}`));
  expect(treeLines(chain, () => true)).toHaveLength(10_000);
});
