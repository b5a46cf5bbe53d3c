import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveSoon } from './saveSoon.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Saves into a list; each write ends when the test says so. */
function setting() {
  const listeners = new Map<string, () => void>();
  const writes: string[] = [];
  const ends: (() => void)[] = [];
  let state = '';
  const saving = saveSoon(
    {
      performance,
      setTimeout: (run, ms) => Number(setTimeout(run, ms)),
      clearTimeout: (timer) => clearTimeout(timer),
      addEventListener: (type, listener) => void listeners.set(type, listener),
      removeEventListener: (type) => void listeners.delete(type),
    },
    () => {
      writes.push(state);
      return new Promise<void>((resolve) => ends.push(resolve));
    },
  );
  return {
    writes,
    saving,
    leave: () => listeners.get('pagehide')?.(),
    change(to: string) {
      state = to;
      saving.changed();
    },
    async endWrite() {
      ends.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('someone who types without a pause loses no more than the last moment', async () => {
  const { change, writes, endWrite } = setting();
  for (let at = 1; at <= 20; at++) {
    change(`typed ${at}`);
    await vi.advanceTimersByTimeAsync(50);
    await endWrite();
  }
  expect(writes).toEqual(['typed 1', 'typed 4', 'typed 8', 'typed 12', 'typed 16', 'typed 20']);
});

test('while one state is written, only the newest of those that follow waits', async () => {
  const { change, writes, endWrite } = setting();
  change('a');
  await vi.advanceTimersByTimeAsync(300);
  for (const next of ['b', 'c', 'd']) {
    change(next);
    await vi.advanceTimersByTimeAsync(400);
  }
  expect(writes).toEqual(['a']);
  await endWrite();
  expect(writes).toEqual(['a', 'd']);
});

test('a page that is left saves at once, and one without a change saves nothing', () => {
  const { change, writes, leave, saving } = setting();
  leave();
  expect(writes).toEqual([]);
  change('last');
  leave();
  expect(writes).toEqual(['last']);
  saving.stop();
});
