import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { entriesAt, type Layout } from './entries.ts';
import { type Field, fieldsOf } from './fields.ts';
import { guessKind } from './guess-kind.ts';
import { kindOf } from './kind-of.ts';
import { isSameList, type ListPlace } from './lists.ts';
import type { Mapping } from './mapping.ts';
import { wordsOf } from './words.ts';

const branches = new Set(
  'children childruns childsteps childspans childmessages subruns substeps subtasks nodes replies'.split(' '),
);

/**
 * The list in an entry that contains further entries: its elements have the same list, or its name is a usual one for branches.
 */
export function guessInside(fields: readonly Field[]): Path | null {
  const found = fields.find(
    ({ path, elements }) =>
      path.length === 1 &&
      elements !== null &&
      elements.some(({ path: inside }) => inside.length === 1) &&
      (elements.some((inside) => isSame(inside.path, path) && inside.types.includes('list')) ||
        branches.has(wordsOf(String(path[0])).join(''))),
  );
  return found?.path ?? null;
}

/** Other lists of a session whose entries are turns as well: their entries have the same time field and a known kind. */
export function guessAlso(
  document: Value,
  layout: Layout,
  time: Mapping['time'],
  lists: readonly ListPlace[],
): readonly Path[] {
  if (time === null || layout.turns.length === 0) return [];
  const beside = layout.turns.slice(0, -1);
  return lists
    .filter((list) => list.turns.length === layout.turns.length && isSame(list.turns.slice(0, -1), beside))
    .filter((list) => isSame(list.sessions, layout.sessions) && !isSameList(list, layout))
    .filter(({ sessions, turns }) => {
      const entries = entriesAt(document, { sessions, turns, also: [], inside: null });
      const fields = fieldsOf(entries, false);
      const kind = guessKind(fields, entries);
      const decided = entries.filter(
        (one) => kindOf(one, { kind }).field !== null && kindOf(one, { kind }).kind !== 'skip',
      );
      return fields.some(({ path }) => isSame(path, time)) && decided.length * 2 > entries.length;
    })
    .map(({ turns }) => turns);
}
