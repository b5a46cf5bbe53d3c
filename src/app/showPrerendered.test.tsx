import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const page = `<div id="root"></div>
<template data-part="first-screen"><p data-prerendered>the ribbon</p></template>
<template data-part="scripts"><link rel="modulepreload" href="./page.js"></template>`;

let frames: (() => void)[];
let isWide: boolean;
beforeEach(() => {
  frames = [];
  isWide = true;
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.startsWith('(min-width') && isWide }));
  document.body.append(...new DOMParser().parseFromString(page, 'text/html').body.childNodes);
});
afterEach(() => {
  // In this order: what was stubbed is a function of the fake clock.
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
  window.localStorage.clear();
  window.history.replaceState(null, '', '/');
  delete document.documentElement.dataset['theme'];
  for (const link of document.head.querySelectorAll('[href="./page.js"]')) link.remove();
});

async function opens(): Promise<{ readonly shown: string; readonly hasStarted: () => boolean }> {
  vi.resetModules();
  await import('./showPrerendered.ts');
  return {
    shown: document.querySelector('#root')?.textContent ?? '',
    hasStarted: () => document.head.querySelector('[href="./page.js"]') !== null,
  };
}

test('on a first visit, the first screen is there in the theme of the system, and the page starts after the frame that draws it', async () => {
  const { shown, hasStarted } = await opens();
  expect([shown, document.documentElement.dataset['theme']]).toEqual(['the ribbon', 'light']);
  for (const frame of frames) frame();
  expect(hasStarted()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(hasStarted()).toBe(true);
});

test('the page starts also where the browser draws no frame', async () => {
  const { hasStarted } = await opens();
  vi.advanceTimersByTime(1000);
  expect(hasStarted()).toBe(true);
});

test('a script that does not load is reported in place of what was drawn, and not in place of the page', async () => {
  await opens();
  const root = document.querySelector('#root');
  const script = document.createElement('script');
  document.head.append(script);
  script.dispatchEvent(new Event('error'));
  expect(root?.textContent).toContain('could not be loaded');
  root?.replaceChildren(document.createElement('main'));
  script.dispatchEvent(new Event('error'));
  expect(root?.innerHTML).toBe('<main></main>');
  script.remove();
});

test.each<readonly [string, () => void]>([
  ['that was here before', () => window.localStorage.setItem('contextscope/visited', 'yes')],
  ['that follows a link', () => window.history.replaceState(null, '', '#s=token-budget')],
  ['whose address names a recording', () => window.history.replaceState(null, '', '?open=http://127.0.0.1/a.json')],
  ['on a narrower screen', () => (isWide = false)],
  ['in another page', () => vi.stubGlobal('parent', {})],
  ['in a tab that is not shown', () => vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)],
])('for a visitor %s, the page starts at once', async (_, prepare) => {
  prepare();
  const { shown, hasStarted } = await opens();
  expect([shown, hasStarted()]).toEqual(['', true]);
});
