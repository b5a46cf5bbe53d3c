import { formatPath, type Path } from '../../engine/model/path.ts';
import { count } from '../../ui/format.ts';
import type { Field, ListPlace, Mapping } from '../../worker/mapping-protocol.ts';
import { keyOf } from '../entryLines.ts';

/** One choice of a list: `id` is a path as a key. */
export interface Choice {
  readonly id: string;
  readonly title: string;
}

/** The title of a field's path; `[]` is the entry or element itself. */
export const pathTitle = (path: Path, itself = 'the entry itself'): string =>
  path.length === 0 ? itself : formatPath(path);

export const listKey = ({ sessions, turns }: Pick<ListPlace, 'sessions' | 'turns'>): string =>
  JSON.stringify([sessions, turns]);

export function listTitle({ sessions, turns, inside, length, many }: ListPlace): string {
  if (inside !== null)
    return `${pathTitle(turns, 'the whole text')} and ${pathTitle(inside)} in it, at any depth${sessions === null ? '' : `, of ${pathTitle(sessions, 'the whole text')}`}`;
  if (sessions === null)
    return `${pathTitle(turns, 'the whole text')}: ${count(length)} ${length === 1 ? 'entry' : 'entries'}`;
  const entry = turns.length === 0 ? 'each entry' : `${pathTitle(turns)} in each entry`;
  return `${entry} of ${pathTitle(sessions, 'the whole text')}: ${count(many)} sessions`;
}

/** All fields, each with its first value. */
export const fieldChoices = (fields: readonly Field[]): readonly Choice[] =>
  fields.map(({ path, example }) => ({
    id: keyOf(path),
    title: example === '' ? pathTitle(path) : `${pathTitle(path)}: ${example}`,
  }));

/** Where calls or results can be: the entry itself, or a list in it. */
export const placeChoices = (fields: readonly Field[]): readonly Choice[] => [
  { id: keyOf([]), title: 'the entry itself' },
  ...fields
    .filter(({ elements }) => elements !== null)
    .map(({ path }) => ({ id: keyOf(path), title: `each of ${pathTitle(path)}` })),
];

/** The possible places of nested entries: a list in each entry, or lists among the entries. */
export const insideChoices = (fields: readonly Field[]): readonly Choice[] => [
  ...fields
    .filter(({ path, elements }) => elements !== null && path.length > 0)
    .map(({ path }) => ({ id: keyOf(path), title: `${pathTitle(path)} of each entry, at any depth` })),
  ...(fields.some(({ path, types }) => path.length === 0 && types.includes('list'))
    ? [{ id: keyOf([]), title: 'lists among the entries' }]
    : []),
];

/** Other lists of the same session. */
export const alsoChoices = (
  lists: readonly ListPlace[],
  mapping: Pick<Mapping, 'sessions' | 'turns' | 'also'>,
): readonly Choice[] => {
  const used = new Set([mapping.turns, ...mapping.also].map(keyOf));
  const sessions = mapping.sessions === null ? null : keyOf(mapping.sessions);
  return lists
    .filter((list) => (list.sessions === null ? null : keyOf(list.sessions)) === sessions && list.inside === null)
    .filter(({ turns }) => !used.has(keyOf(turns)))
    .map(({ turns, length }) => ({
      id: keyOf(turns),
      title: `${pathTitle(turns, 'the whole text')}: ${count(length)} ${length === 1 ? 'entry' : 'entries'}`,
    }));
};

/** The fields at a place that `placeChoices` offers. */
export const fieldsAt = (fields: readonly Field[], list: Path): readonly Field[] =>
  list.length === 0 ? fields : (fields.find(({ path }) => keyOf(path) === keyOf(list))?.elements ?? []);

/** A list chosen in the tree: an index in its path means every entry of that list. */
export function placeOfList(path: Path): Pick<ListPlace, 'sessions' | 'turns'> {
  const index = path.findIndex((step) => typeof step === 'number');
  if (index < 0) return { sessions: null, turns: path };
  return { sessions: path.slice(0, index), turns: path.slice(index + 1) };
}
