import { expect, test } from 'vitest';
import { keepPreferences, keptCoverage, keptInlineValues, keptTheme } from './preferences.ts';
import { createViewStore } from './view.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('what was chosen for the page is there at the next visit', () => {
  const [here, view] = [storage(), createViewStore()];
  const end = keepPreferences(view, here);
  view.getState().actions.setTheme('contrast');
  view.getState().actions.showInlineValues(false);
  view.getState().actions.showCoverage('tests');
  expect([keptTheme(here), keptInlineValues(here), keptCoverage(here)]).toEqual(['contrast', false, 'tests']);
  view.getState().actions.showCoverage(null);
  expect(keptCoverage(here)).toBeNull();
  end();
});

test('what an empty or a spoilt shelf holds is as if nothing had been chosen', () => {
  const here = storage();
  expect([keptTheme(here), keptInlineValues(here), keptCoverage(here)]).toEqual(['auto', true, null]);
  here.setItem('contextscope/coverage', 'everything');
  here.setItem('contextscope/theme', 'pink');
  expect([keptTheme(here), keptCoverage(here)]).toEqual(['auto', null]);
});
