import { expect, test } from 'vitest';
import { captionOf, stepsOf } from './TokensView.tsx';

const point = (turn: number, prompt: number | null, completion: number | null = 0) => ({
  turn,
  prompt,
  completion,
  total: prompt === null || completion === null ? null : prompt + completion,
});
const identity = (value: number) => value;

test('the curve has a gap where the sum is unknown', () => {
  const curve = [point(0, 10), point(1, null), point(2, 30), point(3, 40)];
  expect(stepsOf(curve, 'prompt', identity, identity)).toBe('M0 10M2 30H3V40H4');
});

test('the caption names the total, and the turn from which on it is unknown', () => {
  const caption = (total: number, unknownFrom: number | null) =>
    captionOf({ points: [], highest: total, last: { total, unknownFrom } }, 5);
  expect(caption(340, null)).toBe('total 340 over 5 turns');
  expect(caption(340, 3)).toBe('total 340, unknown from turn 3');
  expect(caption(0, 1)).toBe('total unknown');
});
