import { afterEach, expect, test, vi } from 'vitest';
import { pageOf } from './page.ts';

const page = pageOf(document);
const loading = '<section aria-label="Run" tabindex="-1"><div role="progressbar"></div></section>';
const loaded = '<section aria-label="Run" tabindex="-1"><button>Save</button><input data-place="entry"></section>';
const show = (html: string) => document.body.querySelector('main')?.replaceChildren(...nodesOf(html));
const nodesOf = (html: string) => [...new DOMParser().parseFromString(html, 'text/html').body.childNodes];
/** Observers are told of changes before this goes on. */
const told = () => Promise.resolve();

document.body.append(document.createElement('main'), document.createElement('button'));
afterEach(() => show(''));

test('a region is entered where one types', () => {
  show(loaded);
  page.focusRegion('Run');
  expect(document.activeElement).toHaveProperty('tagName', 'INPUT');
});

test('a region that is still loading is entered once it is there', async () => {
  show(loading);
  page.focusRegion('Run');
  show(loaded);
  await told();
  expect(document.activeElement).toHaveProperty('tagName', 'INPUT');
});

test('a region whose content is replaced at once is entered again', async () => {
  show(loaded);
  page.focusRegion('Run');
  document.querySelector('input')?.replaceWith(...nodesOf('<textarea></textarea>'));
  await told();
  expect(document.activeElement).toHaveProperty('tagName', 'TEXTAREA');
});

test('whoever went on in the meantime is not called back', async () => {
  show(loading);
  page.focusRegion('Run');
  const elsewhere = document.querySelector<HTMLElement>('body > button');
  elsewhere?.focus();
  show(loaded);
  await told();
  expect(document.activeElement).toBe(elsewhere);
});

test('a region that is about to be drawn is entered once it is there', async () => {
  page.focusRegion('Run');
  show(loaded);
  await told();
  expect(document.activeElement).toHaveProperty('tagName', 'INPUT');
});

test('F6 goes round all regions, whatever parts they have, and back again', () => {
  show(`
    <section aria-label="Turns"><button>turns</button></section>
    <hr tabindex="0">
    <section aria-label="Why" data-region="Why">
      <button>why</button>
      <section aria-label="Ways to mend it"><button>mend</button></section>
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

test('the focus of what went with its region goes to the one that came', async () => {
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

test('the focus is kept although what had it is gone before the next key', async () => {
  show('<section aria-label="Turns"><button>turns</button></section>');
  document.querySelector<HTMLElement>('section button')?.focus();
  show('');
  // As `4 G` does: the first key shows a region that the second one takes away again.
  page.keepFocus('Inspector');
  page.keepFocus('Run');
  show(loaded);
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
});

test('F6 goes on from the region whose button went while it had the focus', () => {
  show(
    '<section aria-label="Turns"><button>turns</button></section><section aria-label="Why"><button>why</button></section>',
  );
  document.querySelector<HTMLElement>('section button')?.focus();
  document.querySelector('section button')?.remove();
  page.nextRegion(1);
  expect(document.activeElement?.textContent).toBe('why');
});
