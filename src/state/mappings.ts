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
export const keepMapping = (shelf: Shelf, text: string): boolean =>
  changeMappings(shelf, (texts) => [text, ...texts.filter((other) => other !== text)]);

/** In the place of another, or away; false where the browser has no room for it. */
export const replaceMapping = (shelf: Shelf, text: string, by: string | null): boolean =>
  changeMappings(shelf, (texts) => texts.flatMap((other) => (other !== text ? [other] : by === null ? [] : [by])));

function changeMappings(shelf: Shelf, change: (texts: readonly string[]) => readonly string[]): boolean {
  try {
    const texts = new Set(change(keptMappings(shelf)));
    shelf.setItem(key, JSON.stringify([...texts].slice(0, most)));
    return true;
  } catch {
    return false;
  }
}
