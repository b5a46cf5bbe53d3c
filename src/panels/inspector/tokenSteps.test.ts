import { expect, test } from 'vitest';
import { stepsOf } from './TokensView.tsx';

const point = (turn: number, prompt: number | null, completion: number | null = 0) => ({ turn, prompt, completion });
const identity = (value: number) => value;

test('the curve has a gap where the sum is unknown', () => {
  const curve = [point(0, 10), point(1, null), point(2, 30), point(3, 40)];
  expect(stepsOf(curve, 'prompt', identity, identity)).toBe('M0 10M2 30H3V40H4');
});
