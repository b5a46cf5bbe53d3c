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
