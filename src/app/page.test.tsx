import { afterEach, expect, test } from 'vitest';
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

test('whoever went on in the meantime is not called back', async () => {
  show(loading);
  page.focusRegion('Run');
  const elsewhere = document.querySelector<HTMLElement>('body > button');
  elsewhere?.focus();
  show(loaded);
  await told();
  expect(document.activeElement).toBe(elsewhere);
});
