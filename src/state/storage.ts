/** The storage of this browser, kept between visits. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The browser's storage, or an empty stand-in if the user has turned it off. */
export function storageOf(window: { readonly localStorage: PageStorage }): PageStorage {
  try {
    return window.localStorage;
  } catch {
    // Reading the property throws when storage is blocked; the page works without it.
    return { getItem: () => null, setItem: () => {} };
  }
}

/** Keeps a value; returns false if the browser has no room for it, or forbids it. */
export function keep(storage: Pick<Storage, 'setItem'>, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** The storage of this tab, kept across a reload. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The storage of this tab, or an empty stand-in if the user has turned it off. */
export function tabStorageOf(window: { readonly sessionStorage: TabStorage }): TabStorage {
  try {
    return window.sessionStorage;
  } catch {
    // Reading the property throws when storage is blocked.
    return { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  }
}
