import { afterEach, expect, test, vi } from 'vitest';
import { pageOf } from './page.ts';

const page = pageOf(document);
const loading = '<section aria-label="Run" tabindex="-1"><div role="progressbar"></div></section>';
const loaded = '<section aria-label="Run" tabindex="-1"><button>Save</button><input data-place="entry"></section>';
const show = (html: string) => document.body.querySelector('main')?.replaceChildren(...nodesOf(html));
const nodesOf = (html: string) => [...new DOMParser().parseFromString(html, 'text/html').body.childNodes];
/** Lets mutation observers run. */
const observersRun = () => Promise.resolve();

document.body.append(document.createElement('main'), document.createElement('button'));
afterEach(() => show(''));

test('entering a region focuses its text box', () => {
  show(loaded);
  page.focusRegion('Run');
  expect(document.activeElement).toHaveProperty('tagName', 'INPUT');
});

test('a region that is still loading is entered once it has loaded', async () => {
  show(loading);
  page.focusRegion('Run');
  show(loaded);
  await observersRun();
  expect(document.activeElement).toHaveProperty('tagName', 'INPUT');
});

test('the filter above a list that is still loading is left for the list', async () => {
  const filter = '<section aria-label="Run"><input>';
  show(`${filter}<div role="progressbar"></div></section>`);
  page.focusRegion('Run');
  show(`${filter}<div role="grid" tabindex="0"></div></section>`);
  await observersRun();
  expect(document.activeElement).toHaveProperty('role', 'grid');
});

test('a region whose content is replaced at once is entered again', async () => {
  show(loaded);
  page.focusRegion('Run');
  document.querySelector('input')?.replaceWith(...nodesOf('<textarea></textarea>'));
  await observersRun();
  expect(document.activeElement).toHaveProperty('tagName', 'TEXTAREA');
});

test('the focus is not moved after the user went elsewhere', async () => {
  show(loading);
  page.focusRegion('Run');
  const elsewhere = document.querySelector<HTMLElement>('body > button');
  elsewhere?.focus();
  show(loaded);
  await observersRun();
  expect(document.activeElement).toBe(elsewhere);
});

test('a region that is about to be drawn is entered once it is drawn', async () => {
  page.focusRegion('Run');
  show(loaded);
  await observersRun();
  expect(document.activeElement).toHaveProperty('tagName', 'INPUT');
});

test('F6 goes through all regions in both directions, including nested sections', () => {
  show(`
    <section aria-label="Turns"><button>turns</button></section>
    <hr tabindex="0">
    <section aria-label="Why" data-region="Why">
      <button>why</button>
      <section aria-label="Ways to fix it"><button>fix</button></section>
    </section>
    <section aria-label="Rule"><button>rule</button></section>
  `);
  const next = (direction: 1 | -1) => {
    page.nextRegion(direction);
    return document.activeElement?.textContent;
  };
  expect([next(1), next(1), next(1), next(1)]).toEqual(['turns', 'why', 'rule', 'turns']);
  expect([next(-1), next(-1), next(-1)]).toEqual(['rule', 'why', 'turns']);
  // From between two regions, to the one on that side.
  const between = () => document.querySelector('hr')?.focus();
  between();
  expect(next(1)).toBe('why');
  between();
  expect(next(-1)).toBe('turns');
});

test('the focus of a removed region goes to the region that replaces it', async () => {
  show('<section aria-label="Turns"><button>turns</button></section>');
  document.querySelector<HTMLElement>('section button')?.focus();
  page.keepFocus('Run');
  show(loaded);
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');

  const elsewhere = document.querySelector<HTMLElement>('body > button');
  elsewhere?.focus();
  vi.useFakeTimers();
  page.keepFocus('Run');
  vi.runAllTimers();
  vi.useRealTimers();
  expect(document.activeElement).toBe(elsewhere);
});

test('the focus is kept although the focused element disappears before the next key', async () => {
  show('<section aria-label="Turns"><button>turns</button></section>');
  document.querySelector<HTMLElement>('section button')?.focus();
  show('');
  // Like `4 G`: the first key shows a region that the second one removes again.
  page.keepFocus('Inspector');
  page.keepFocus('Run');
  show(loaded);
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
});

test('F6 continues from the region whose focused button was removed', () => {
  show(
    '<section aria-label="Turns"><button>turns</button></section><section aria-label="Why"><button>why</button></section>',
  );
  document.querySelector<HTMLElement>('section button')?.focus();
  document.querySelector('section button')?.remove();
  page.nextRegion(1);
  expect(document.activeElement?.textContent).toBe('why');
});
