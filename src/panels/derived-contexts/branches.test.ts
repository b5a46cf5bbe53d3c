import { expect, test } from 'vitest';
import type { NodeOutline } from '../../worker/protocol.ts';
import { branchesOf, matching, waysTo } from './branches.ts';

const node = (id: string, parent: string | null, density: readonly number[] = [0, 1]): NodeOutline => ({
  id,
  parent,
  title: `The ${id}`,
  turns: density.reduce((sum, turns) => sum + turns, 0),
  firstTurn: 0,
  lastTurn: 0,
  density,
});

const family = [
  node('root', null),
  node('research', 'root', []),
  node('deep', 'research', [2, 0]),
  node('refund', 'root'),
];

test('a closed node sums up its descendants', () => {
  const branches = branchesOf(family);
  expect(branches.get('root')).toEqual({ contexts: 4, turns: 4, density: [2, 2] });
  expect(branches.get('research')).toEqual({ contexts: 2, turns: 2, density: [2, 0] });
  expect(branches.get('refund')).toEqual({ contexts: 1, turns: 1, density: [0, 1] });
});

test('the way to a node lists its ancestors, and ends at a cycle', () => {
  expect(waysTo(family, 'deep')).toEqual(['research', 'root']);
  expect(waysTo(family, null)).toEqual([]);
  expect(waysTo([node('a', 'b'), node('b', 'a')], 'a')).toEqual(['b', 'a']);
});

test('a search keeps the matches and their ancestors', () => {
  expect(matching(family, ' DEEP ').map(({ id }) => id)).toEqual(['root', 'research', 'deep']);
  expect(matching(family, '')).toBe(family);
  expect(matching(family, 'nobody')).toEqual([]);
});
