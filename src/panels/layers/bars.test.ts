import { expect, test } from 'vitest';
import { stackOf, stepTo } from './CallChart.tsx';

test('the pieces of a bar are stacked, without empty ones', () => {
  const tokens = { instructions: 10, tools: 0, layer: 30, history: 60 };
  expect(stackOf({ tokens }, 200, 50)).toEqual([
    { kind: 'instructions', from: 0, to: 2.5 },
    { kind: 'layer', from: 2.5, to: 10 },
    { kind: 'history', from: 10, to: 25 },
  ]);
});

test('keys stay within the existing calls', () => {
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'PageDown'].map((key) => stepTo(key, 3, 5))).toEqual([
    4, 2, 0, 4, 0,
  ]);
  expect(stepTo('ArrowRight', 4, 5)).toBe(4);
  expect(stepTo('x', 3, 5)).toBeNull();
});
