import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { favourKeys, inNextFrame, keyAnswered } from './frames.ts';

const keyboard = new EventTarget();
favourKeys(keyboard);
let nextFrame: (() => void)[];
let drawn: string[];
beforeEach(() => {
  nextFrame = [];
  drawn = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => nextFrame.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what arrives before a frame is drawn in it, together', () => {
  inNextFrame(() => drawn.push('one'));
  inNextFrame(() => drawn.push('two'));
  expect([drawn.length, nextFrame.length]).toEqual([0, 1]);
  nextFrame[0]?.();
  expect(drawn).toEqual(['one', 'two']);
});

test('what a key has changed is drawn at once, with all that waits', async () => {
  inNextFrame(() => drawn.push('before'));
  keyboard.dispatchEvent(new Event('keydown'));
  inNextFrame(() => drawn.push('answer'));
  await Promise.resolve();
  expect(drawn).toEqual(['before', 'answer']);
  nextFrame[0]?.();
  expect(drawn).toHaveLength(2);
});

test('what grows by itself is drawn after it', async () => {
  keyboard.dispatchEvent(new Event('keydown'));
  const growth = keyAnswered().then(() => drawn.push('growth'));
  await vi.advanceTimersByTimeAsync(20);
  inNextFrame(() => drawn.push('answer'));
  await vi.advanceTimersByTimeAsync(20);
  await growth;
  expect(drawn).toEqual(['answer', 'growth']);
  await keyAnswered();
});
