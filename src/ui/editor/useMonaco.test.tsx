import { afterEach, expect, test, vi } from 'vitest';
import { loadInParts } from './useMonaco.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** A page that is idle so many times, and then never again. */
function pageIdle(times: number): void {
  let left = times;
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    if (left-- > 0) queueMicrotask(run);
  });
}

function boxInPage(): HTMLTextAreaElement {
  const box = document.createElement('textarea');
  document.body.append(box);
  return box;
}

const partsOf = (...runs: readonly (() => void)[]) => runs.map((run) => async () => run());

test('a box that is used while a part loads does not wait until the page is idle', async () => {
  pageIdle(1);
  const box = boxInPage();
  const loaded: string[] = [];
  const parts = partsOf(
    () => box.focus(),
    () => loaded.push('second'),
    () => loaded.push('third'),
  );
  expect(await loadInParts(parts, box, new AbortController().signal)).toBe(true);
  expect(loaded).toEqual(['second', 'third']);
});

test('another editor does not wait again for parts that have loaded', async () => {
  const parts = partsOf(
    () => {},
    () => {},
  );
  pageIdle(3);
  await loadInParts(parts, boxInPage(), new AbortController().signal);
  expect(await loadInParts(parts, boxInPage(), new AbortController().signal)).toBe(true);
});

test('for an editor that is closed, no further part loads', async () => {
  pageIdle(3);
  const closing = new AbortController();
  const second = vi.fn<() => void>();
  expect(
    await loadInParts(
      partsOf(() => closing.abort(), second),
      boxInPage(),
      closing.signal,
    ),
  ).toBe(false);
  expect(second).not.toHaveBeenCalled();
});
