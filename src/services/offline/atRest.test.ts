import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atRest } from './atRest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page whose view can be changed by hand. */
function page() {
  const input = new EventTarget();
  let watching: (() => void) | null = null;
  const rested = vi.fn<() => void>();
  void atRest(input, (changed) => {
    watching = changed;
    return () => (watching = null);
  }).then(rested);
  return { input, rested, change: () => watching?.(), isWatched: () => watching !== null };
}

test('the page is at rest twenty seconds after it has begun', async () => {
  const { rested, isWatched } = page();
  await vi.advanceTimersByTimeAsync(19_900);
  expect(rested).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(rested).toHaveBeenCalledOnce();
  expect(isWatched()).toBe(false);
});

test.each(['keydown', 'pointerdown', 'wheel'])('%s puts it off', async (kind) => {
  const { input, rested } = page();
  await vi.advanceTimersByTimeAsync(19_900);
  input.dispatchEvent(new Event(kind));
  await vi.advanceTimersByTimeAsync(19_900);
  expect(rested).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(rested).toHaveBeenCalledOnce();
});

test('each change of the view puts it off, as in a session that grows', async () => {
  const { change, rested } = page();
  for (let second = 0; second < 60; second++) {
    change();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(rested).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(rested).toHaveBeenCalledOnce();
});
