import { type Theme, themes, type ViewStore } from './view.ts';

/** What is kept between visits. Everything else lives in the link or nowhere. */
const key = 'contextscope/theme';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

export function keptTheme(shelf: Shelf): Theme {
  const kept = shelf.getItem(key);
  return themes.find((theme) => theme === kept) ?? 'auto';
}

/** Writes the theme whenever it changes. Returns what ends it. */
export function keepTheme(store: ViewStore, shelf: Shelf): () => void {
  return store.subscribe((view, before) => {
    if (view.theme !== before.theme) shelf.setItem(key, view.theme);
  });
}
