import { expect, test } from 'vitest';
import { keepPreferences, keptCoverage, keptInlineValues, keptIntro, keptTheme } from './preferences.ts';
import { createViewStore } from './view.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('preferences survive until the next visit', () => {
  const [here, view] = [storage(), createViewStore()];
  const end = keepPreferences(view, here);
  view.getState().actions.setTheme('contrast');
  view.getState().actions.showInlineValues(false);
  view.getState().actions.showCoverage('tests');
  expect([keptTheme(here), keptInlineValues(here), keptCoverage(here)]).toEqual(['contrast', false, 'tests']);
  view.getState().actions.showCoverage(null);
  expect(keptCoverage(here)).toBeNull();
  expect(keptIntro(here)).toBe(true);
  view.getState().actions.hideIntro();
  expect(keptIntro(here)).toBe(false);
  end();
});

test('a browser without room changes the theme all the same', () => {
  const view = createViewStore();
  const full = {
    ...storage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  keepPreferences(view, full);
  view.getState().actions.setTheme('contrast');
  expect(view.getState().theme).toBe('contrast');
});

test('empty or invalid storage means the default preferences', () => {
  const here = storage();
  expect([keptTheme(here), keptInlineValues(here), keptCoverage(here)]).toEqual(['auto', true, null]);
  here.setItem('contextscope/coverage', 'everything');
  here.setItem('contextscope/theme', 'pink');
  expect([keptTheme(here), keptCoverage(here)]).toEqual(['auto', null]);
});
