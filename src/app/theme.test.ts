import { expect, test } from 'vitest';
import { createViewStore } from '../state/view.ts';
import { followTheme } from './theme.ts';

/** A window whose root element counts how often its theme was written. */
function windowWith(dark: boolean) {
  let theme: string | undefined;
  let writes = 0;
  const dataset = {
    get theme() {
      return theme;
    },
    set theme(next) {
      theme = next;
      writes += 1;
    },
  };
  const matchMedia = (query: string) => ({ matches: dark && query.includes('dark'), addEventListener: () => {} });
  // The members of Window that the theme uses.
  const window = { document: { documentElement: { dataset } }, matchMedia } as unknown as Window;
  return { window, dataset, writes: () => writes };
}

test('the page takes the system’s colours until the user chooses others', () => {
  const { window, dataset } = windowWith(true);
  const store = createViewStore();
  followTheme(store, window);
  expect(dataset.theme).toBe('dark');
  store.getState().actions.setTheme('contrast');
  expect(dataset.theme).toBe('contrast');
});

test('moving the cursor does not restyle the page', () => {
  const { window, writes } = windowWith(false);
  const store = createViewStore();
  followTheme(store, window);
  for (let turn = 0; turn < 60; turn++) store.getState().actions.moveCursor(turn);
  expect(writes()).toBe(1);
});
