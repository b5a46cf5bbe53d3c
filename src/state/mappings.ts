/** Mappings that the user has saved, as the texts they are shared as; the engine checks them when one is needed. */
const key = 'contextscope/mappings';

/** More than anybody keeps formats of their own. */
const most = 20;

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/** Newest first. */
export function keptMappings(shelf: Shelf): readonly string[] {
  try {
    const kept: unknown = JSON.parse(shelf.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : [];
  } catch {
    // Something else has written there: it is no mapping of ours.
    return [];
  }
}

/** False where the browser has no room for it. */
export function keepMapping(shelf: Shelf, text: string): boolean {
  const others = keptMappings(shelf).filter((other) => other !== text);
  try {
    shelf.setItem(key, JSON.stringify([text, ...others].slice(0, most)));
    return true;
  } catch {
    return false;
  }
}
