import { type Theme, themes, type ViewStore } from './view.ts';

/** What is kept between visits. Everything else lives in the link or nowhere. */
const key = 'contextscope/theme';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/** The browser's storage, or one that forgets where the user has turned it off. */
export function shelfOf(window: { readonly localStorage: Shelf }): Shelf {
  try {
    return window.localStorage;
  } catch {
    // Reading the property throws when storage is blocked; the page works without it.
    return { getItem: () => null, setItem: () => {} };
  }
}

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
