import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSettled } from './useSettled.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

test('the first value is settled at once; later values are when no change follows', () => {
  const { result, rerender } = renderHook(({ text }) => useSettled(text, 250), { initialProps: { text: 'a' } });
  expect(result.current).toBe('a');
  for (const text of ['b', 'c', 'd']) {
    rerender({ text });
    pass(200);
    expect(result.current).toBe('a');
  }
  pass(50);
  expect(result.current).toBe('d');
});

test('a change that is undone in time is ignored', () => {
  const { result, rerender } = renderHook(({ text }) => useSettled(text, 250), { initialProps: { text: 'a' } });
  rerender({ text: 'b' });
  rerender({ text: 'a' });
  pass(1000);
  expect(result.current).toBe('a');
});
