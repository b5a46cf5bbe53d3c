import { queryOptions } from '@tanstack/react-query';
import { digestOf } from '../../engine/model/digest.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { Keeping, Listed } from './keeping.ts';

/** Where an earlier version of the page kept mappings. */
type EarlierStorage = Pick<Storage, 'getItem' | 'removeItem'>;

const earlierKey = 'contextscope/mappings';

/** More than anyone needs for formats of their own. */
const mostMappings = 20;

/** A text is opened without mappings rather than late: another tab may hold the database. */
const longestWaitMs = 1_500;

/** The texts of the user's mappings, the newest first. */
export async function keptMappings(
  keeping: Keeping,
  storage: EarlierStorage | null = browserStorage(),
): Promise<readonly string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), longestWaitMs);
  });
  const texts = carriedOver(keeping, storage).then(async () => (await inOrder(keeping)).map(({ value }) => value.text));
  return Promise.race([texts, late]).finally(() => clearTimeout(timer));
}

/** The same, for what shows them; they follow the records, as `queries.ts` says. */
export const mappingsQuery = (keeping: Keeping) =>
  queryOptions({
    queryKey: ['kept', 'mapping', 'texts'],
    queryFn: () => keptMappings(keeping),
    staleTime: Infinity,
    retry: false,
    networkMode: 'always',
  });

/** Returns the problem if the browser refuses it. */
export async function keepMapping(keeping: Keeping, text: string): Promise<Problem | null> {
  const before = await inOrder(keeping);
  const problem = await put(keeping, text, Math.max(Date.now(), (before[0]?.value.at ?? 0) + 1));
  if (problem !== null) return problem;
  const old = before.filter(({ value }) => value.text !== text).slice(mostMappings - 1);
  return old.length === 0
    ? null
    : keeping.remove(
        'mapping',
        old.map(({ id }) => id),
      );
}

/** Replaces or (with null) removes a mapping. Returns the problem if the browser refuses it. */
export async function replaceMapping(keeping: Keeping, text: string, by: string | null): Promise<Problem | null> {
  const all = await inOrder(keeping);
  const found = all.find(({ value }) => value.text === text);
  if (found === undefined) return null;
  // One that is there already stays at its own place.
  const isNew = by !== null && !all.some(({ value }) => value.text === by);
  const problem = isNew ? await put(keeping, by, found.value.at) : null;
  return problem ?? (by === text ? null : keeping.remove('mapping', [found.id]));
}

/** The same text has the same record, also if two tabs store it. */
const put = (keeping: Keeping, text: string, at: number) => keeping.put('mapping', digestOf(text), { text, at });

const inOrder = async (keeping: Keeping): Promise<readonly Listed<'mapping'>[]> =>
  (await keeping.list('mapping')).toSorted((a, b) => b.value.at - a.value.at);

/** Takes over the mappings that an earlier version of the page kept elsewhere, once. They are older than all others. */
async function carriedOver(keeping: Keeping, storage: EarlierStorage | null): Promise<void> {
  const kept = storage?.getItem(earlierKey) ?? null;
  // In a tab that keeps nothing they stay where they are.
  if (kept === null || keeping.fault() !== null) return;
  const texts = textsIn(kept);
  for (const [index, text] of texts.entries()) {
    if ((await put(keeping, text, texts.length - index)) !== null) return;
  }
  storage?.removeItem(earlierKey);
}

function textsIn(kept: string): readonly string[] {
  try {
    const texts: unknown = JSON.parse(kept);
    return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
  } catch {
    // The value is not JSON: another program wrote it.
    return [];
  }
}

function browserStorage(): EarlierStorage | null {
  try {
    // In Node there is none.
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    // Reading it throws when storage is blocked.
    return null;
  }
}
