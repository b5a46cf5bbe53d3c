/** Mappings that the user has saved, as the texts they are shared as; the engine checks them when one is needed. */
const key = 'contextscope/mappings';

/** More than anybody keeps formats of their own. */
const most = 20;

type PageStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Newest first. */
export function keptMappings(storage: PageStorage): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : [];
  } catch {
    // Something else has written there: it is no mapping of ours.
    return [];
  }
}

/** False where the browser has no room for it. */
export const keepMapping = (storage: PageStorage, text: string): boolean =>
  changeMappings(storage, (texts) => [text, ...texts.filter((other) => other !== text)]);

/** In the place of another, or away; false where the browser has no room for it. */
export const replaceMapping = (storage: PageStorage, text: string, by: string | null): boolean =>
  changeMappings(storage, (texts) => texts.flatMap((other) => (other !== text ? [other] : by === null ? [] : [by])));

function changeMappings(storage: PageStorage, change: (texts: readonly string[]) => readonly string[]): boolean {
  try {
    const texts = new Set(change(keptMappings(storage)));
    storage.setItem(key, JSON.stringify([...texts].slice(0, most)));
    return true;
  } catch {
    return false;
  }
}
