import { expect, test } from 'vitest';
import { barsPath } from './DerivedContextsPanel.tsx';

test('a part without turns of the context has no bar, and a part with only such turns fills the height', () => {
  expect(barsPath([10, 0, 5], 30, 6, 8)).toBe('M0 8v-8h2v8zM4 8v-4h2v4z');
});

test('one turn among very many is still visible', () => {
  expect(barsPath([1], 100_000, 2, 8)).toBe('M0 8v-1h2v1z');
});

test('wide bars have a gap between them', () => {
  expect(barsPath([1, 1], 2, 20, 8)).toBe('M0 8v-8h9v8zM10 8v-8h9v8z');
});

test('bars are even although a session does not divide evenly', () => {
  expect(barsPath([2, 2, 1], 5, 3, 8)).toBe('M0 8v-8h1v8zM1 8v-8h1v8zM2 8v-8h1v8z');
});

test('a context without turns and a session without turns draw nothing', () => {
  expect(barsPath([], 0, 56, 8)).toBe('');
  expect(barsPath([0, 0], 2, 56, 8)).toBe('');
});
