import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePolite } from './usePolite.ts';

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

test('a first change is announced at once', () => {
  const { result, rerender } = renderHook(({ text }) => usePolite(text, 600), { initialProps: { text: '' } });
  rerender({ text: '3 fire' });
  pass(0);
  expect(result.current).toBe('3 fire');
});

test('of changes in quick succession only the last is announced, when they have settled', () => {
  const { result, rerender } = renderHook(({ text }) => usePolite(text, 600), { initialProps: { text: 'a' } });
  rerender({ text: 'b' });
  pass(0);
  for (const text of ['c', 'd', 'e']) {
    rerender({ text });
    pass(100);
    expect(result.current).toBe('b');
  }
  pass(300);
  expect(result.current).toBe('e');
});
