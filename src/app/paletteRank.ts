import { keep, type PageStorage } from '../state/storage.ts';

/** How well a title answers the typed words, from 1 for its beginning to 0 for no match. */
export function rank(title: string, typed: string): number {
  const [whole, wanted] = [title.toLowerCase(), typed.trim().toLowerCase()];
  if (whole.startsWith(wanted)) return 1;
  const words = whole.split(/[^\p{L}\p{N}]+/u);
  const parts = wanted.split(/\s+/);
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 0.7;
  return parts.every((part) => whole.includes(part)) ? 0.4 : 0;
}

/** How often each command was chosen in the palette, by its id. */
export type Uses = { readonly [id: string]: number };

const key = 'contextscope/command-uses';

export function keptUses(storage: PageStorage): Uses {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null
      ? Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, number] => Number.isFinite(entry[1])))
      : {};
  } catch {
    // Another version of the page, or a user, wrote something else there.
    return {};
  }
}

export function countUse(storage: PageStorage, id: string): void {
  const uses = keptUses(storage);
  keep(storage, key, JSON.stringify({ ...uses, [id]: (uses[id] ?? 0) + 1 }));
}

/** The number of a turn: `100`, `#100`, `turn 100`, `go to turn 100`; null for other text. */
export const turnIn = (typed: string): number | null => {
  const words = typed.trim().replaceAll(/\s+/g, ' ');
  const digits = /^(?:go to )?(?:turn ?)?#? ?(\d{1,9})$/i.exec(words)?.[1];
  return digits === undefined ? null : Number(digits);
};
