import { keep, type PageStorage } from './storage.ts';
import { type CoverageSource, coverageSources, type Theme, themes } from './view/settings.ts';
import type { ViewStore } from './view.ts';

/** Preferences that are kept between visits. Everything else is in the link or is not kept. */
const key = 'contextscope/theme';
const inlineKey = 'contextscope/inline-values';
const coverageKey = 'contextscope/coverage';
const introKey = 'contextscope/introduction';
const visitedKey = 'contextscope/visited';

export function keptTheme(storage: PageStorage): Theme {
  const kept = storage.getItem(key);
  return themes.find((theme) => theme === kept) ?? 'auto';
}

/** Shown unless the user turned them off. */
export const keptInlineValues = (storage: PageStorage): boolean => storage.getItem(inlineKey) !== 'off';

/** Shown until the user closes it. */
export const keptIntro = (storage: PageStorage): boolean => storage.getItem(introKey) !== 'off';

/** Whether this browser has never shown the page. */
export const isFirstVisit = (storage: PageStorage): boolean => storage.getItem(visitedKey) === null;

/** Hidden until the user turns it on. */
export function keptCoverage(storage: PageStorage): CoverageSource | null {
  const kept = storage.getItem(coverageKey);
  return coverageSources.find((source) => source === kept) ?? null;
}

/** Stores the preferences whenever they change, if the browser has room for them. Returns a function that stops it. */
export function keepPreferences(store: ViewStore, storage: PageStorage): () => void {
  keep(storage, visitedKey, 'yes');
  return store.subscribe((view, before) => {
    if (view.theme !== before.theme) keep(storage, key, view.theme);
    if (view.inlineValues !== before.inlineValues) keep(storage, inlineKey, view.inlineValues ? 'on' : 'off');
    if (view.hasIntro !== before.hasIntro) keep(storage, introKey, view.hasIntro ? 'on' : 'off');
    if (view.coverage !== before.coverage) keep(storage, coverageKey, view.coverage ?? 'off');
  });
}
