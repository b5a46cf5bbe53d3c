import { formatPath, type Path } from '../../engine/model/path.ts';
import { count } from '../../ui/format.ts';
import type { Field, ListPlace } from '../../worker/mapping-protocol.ts';
import { keyOf } from './documentLines.ts';

/** One choice of a list: `id` is a path as a key. */
export interface Choice {
  readonly id: string;
  readonly title: string;
}

/** What a field's path is called; `[]` is the entry, or the element, itself. */
export const pathTitle = (path: Path, itself = 'the entry itself'): string =>
  path.length === 0 ? itself : formatPath(path);

export const listKey = ({ sessions, turns }: Pick<ListPlace, 'sessions' | 'turns'>): string =>
  JSON.stringify([sessions, turns]);

export function listTitle({ sessions, turns, length, many }: ListPlace): string {
  if (sessions === null)
    return `${pathTitle(turns, 'the whole text')}: ${count(length)} ${length === 1 ? 'entry' : 'entries'}`;
  const inside = turns.length === 0 ? 'each entry' : `${pathTitle(turns)} in each entry`;
  return `${inside} of ${pathTitle(sessions, 'the whole text')}: ${count(many)} sessions`;
}

/** All fields, with what stands there first. */
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

/** The fields that stand at a place that `placeChoices` offers. */
export const fieldsAt = (fields: readonly Field[], list: Path): readonly Field[] =>
  list.length === 0 ? fields : (fields.find(({ path }) => keyOf(path) === keyOf(list))?.elements ?? []);

/** A list chosen in the tree: an index on the way to it stands for every entry of the list that it is in. */
export function placeOfList(path: Path): Pick<ListPlace, 'sessions' | 'turns'> {
  const index = path.findIndex((step) => typeof step === 'number');
  if (index < 0) return { sessions: null, turns: path };
  return { sessions: path.slice(0, index), turns: path.slice(index + 1) };
}
