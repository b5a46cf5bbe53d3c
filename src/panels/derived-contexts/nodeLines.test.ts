import { expect, test } from 'vitest';
import type { NodeOutline } from '../../worker/protocol.ts';
import { nodeLines } from './nodeLines.ts';

const node = (id: string, parent: string | null): NodeOutline => ({
  id,
  parent,
  title: id,
  turns: 1,
  firstTurn: 0,
  density: [1],
});

const family = [node('root', null), node('research', 'root'), node('refund', 'root'), node('deep', 'research')];

/** The lines as an outline: `- ` for a leaf, `v ` for open, `> ` for closed. */
const outline = (nodes: readonly NodeOutline[], closed: readonly string[] = []) =>
  nodeLines(nodes, new Set(closed)).map(
    ({ id, level, open }) => `${'  '.repeat(level - 1)}${open === null ? '-' : open ? 'v' : '>'} ${id}`,
  );

test('parents come before the contexts derived from them', () => {
  expect(outline(family)).toEqual(['v root', '  v research', '    - deep', '  - refund']);
});

test('a closed context hides those derived from it', () => {
  expect(outline(family, ['research'])).toEqual(['v root', '  > research', '  - refund']);
});

test('a context whose parent is missing stands at the root', () => {
  expect(outline([node('lost', 'gone')])).toEqual(['- lost']);
});

test('contexts ten thousand deep are no trouble', () => {
  const chain = Array.from({ length: 10_000 }, (_, i) => node(`n${i}`, i === 0 ? null : `n${i - 1}`));
  expect(nodeLines(chain, new Set())).toHaveLength(10_000);
});
