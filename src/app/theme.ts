import type { Theme } from '../state/view/settings.ts';
import type { ViewStore } from '../state/view.ts';

/** The theme for `auto` on this machine. */
function resolved(theme: Theme, matches: (query: string) => boolean): Exclude<Theme, 'auto'> {
  if (theme !== 'auto') return theme;
  if (matches('(prefers-contrast: more)')) return 'contrast';
  return matches('(prefers-color-scheme: dark)') ? 'dark' : 'light';
}

/** Sets the page's theme to the user's choice, or else to the system's. */
export function applyTheme(chosen: Theme, window: Window): void {
  const { dataset } = window.document.documentElement;
  const theme = resolved(chosen, (query) => window.matchMedia(query).matches);
  // Writing the same value would restyle the whole page.
  if (dataset['theme'] !== theme) dataset['theme'] = theme;
}

/** Keeps the page's theme equal to the choice. */
export function followTheme(store: ViewStore, window: Window) {
  const queries = ['(prefers-contrast: more)', '(prefers-color-scheme: dark)'].map((query) => window.matchMedia(query));
  const apply = () => applyTheme(store.getState().theme, window);
  apply();
  store.subscribe((view, before) => {
    if (view.theme !== before.theme) apply();
  });
  for (const query of queries) query.addEventListener('change', apply);
}
