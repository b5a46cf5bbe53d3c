import { expect, test } from 'vitest';
import type { NodeOutline } from '../../worker/protocol.ts';
import { blocksOf, contextsOf, nearest, nextMatch } from './TranscriptPanel.tsx';

const same = (index: number) => index;

test('the visible rows and the cursor’s row are fetched block by block', () => {
  expect(blocksOf({ from: 190, to: 230 }, 1000, 5000, same)).toEqual([3, 16]);
  expect(blocksOf({ from: 0, to: 0 }, 450, 5000, same)).toEqual([7]);
});

test('rows beyond the end are not fetched', () => {
  expect(blocksOf({ from: 0, to: 900 }, 0, 110, same)).toEqual([0, 1]);
});

test('filtered rows are in the blocks of their turns', () => {
  const picked = [3, 4000];
  expect(blocksOf({ from: 0, to: 2 }, 3, 2, (index) => picked[index] ?? 0)).toEqual([0, 66]);
});

test('with a filter the cursor is at its turn, or at the last selected turn before it', () => {
  expect(nearest([3, 7, 9], 7)).toBe(1);
  expect(nearest([3, 7, 9], 8)).toBe(1);
  expect(nearest([3, 7, 9], 2)).toBeNull();
  expect(nearest([], 2)).toBeNull();
});

test('a context is as deep as the number of contexts with turns that it was derived through', () => {
  const node = (id: string, parent: string | null, turns = 1): NodeOutline => ({
    id,
    parent,
    title: id,
    turns,
    firstTurn: null,
    lastTurn: null,
    density: [],
  });
  const depths = (...nodes: readonly NodeOutline[]) => [...contextsOf(nodes).values()].map(({ depth }) => depth);
  expect(depths(node('root', null), node('child', 'root'), node('grandchild', 'child'))).toEqual([0, 1, 2]);
  expect(depths(node('call', null, 0), node('greeter', 'call'), node('clerk', 'call'))).toEqual([0, 0, 0]);
});

test('the first match is at the cursor or after it; then each is the next one, and after the last comes the first', () => {
  expect(nextMatch([3, 7, 9], 7, 1, false)).toBe(7);
  expect(nextMatch([3, 7, 9], 7, 1, true)).toBe(9);
  expect(nextMatch([3, 7, 9], 9, 1, true)).toBe(3);
  expect(nextMatch([3, 7, 9], 3, -1, true)).toBe(9);
  expect(nextMatch([], 3, 1, true)).toBeUndefined();
});
