import { keep, type PageStorage } from './storage.ts';

/** The user's mappings, each as the text that is shared. The engine checks a text when it is used. */
const key = 'contextscope/mappings';

/** More than anyone needs for formats of their own. */
const maxMappings = 20;

/** Newest first. */
export function keptMappings(storage: PageStorage): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : [];
  } catch {
    // The value is not JSON: another program wrote it.
    return [];
  }
}

/** Returns false if the browser has no room for it. */
export const keepMapping = (storage: PageStorage, text: string): boolean =>
  changeMappings(storage, (texts) => [text, ...texts.filter((other) => other !== text)]);

/** Replaces or (with null) removes a mapping. Returns false if the browser has no room for it. */
export const replaceMapping = (storage: PageStorage, text: string, by: string | null): boolean =>
  changeMappings(storage, (texts) => texts.flatMap((other) => (other !== text ? [other] : by === null ? [] : [by])));

function changeMappings(storage: PageStorage, change: (texts: readonly string[]) => readonly string[]): boolean {
  const texts = new Set(change(keptMappings(storage)));
  return keep(storage, key, JSON.stringify([...texts].slice(0, maxMappings)));
}
