import { expect, test } from 'vitest';
import { highest, stepsOf, thinned } from './tokenSteps.ts';

const point = (turn: number, prompt: number | null, completion: number | null = 0) => ({ turn, prompt, completion });
const identity = (value: number) => value;

test('the curve breaks off where the sum is unknown and goes on where it is known again', () => {
  const curve = [point(0, 10), point(1, null), point(2, 30), point(3, 40)];
  expect(stepsOf(curve, 'prompt', identity, identity)).toBe('M0 10M2 30H3V40H4');
});

test('a long curve is thinned but keeps its last point', () => {
  const curve = Array.from({ length: 5000 }, (_, turn) => point(turn, turn));
  expect(thinned(curve).length).toBeLessThan(700);
  expect(thinned(curve).at(-1)).toEqual(point(4999, 4999));
});

test('unknown sums do not raise the scale', () => {
  expect(highest([point(0, null, null), point(1, 7, 9)])).toBe(9);
});
