import type { Path } from '../../model/path.ts';
import type { TypeName } from '../../model/value.ts';
import type { Field } from './fields.ts';
import { rankOf, rankOfPair, type FieldRole } from './words.ts';

/** The field with the lowest score; those without one do not count, and the first of equals wins. */
export function best(fields: readonly Field[], score: (field: Field) => number | undefined): Field | undefined {
  let found: Field | undefined;
  let lowest = Infinity;
  for (const field of fields) {
    const own = score(field);
    if (own === undefined || own >= lowest) continue;
    found = field;
    lowest = own;
  }
  return found;
}

/**
 * How likely a field plays a role by its name: 0 is likeliest, deeper ones are less likely. Undefined when its name says
 * nothing, or when it never has one of these types; `null` takes any.
 */
export function named({ path, types }: Field, role: FieldRole, wanted: readonly TypeName[] | null): number | undefined {
  const name = nameOf(path);
  if (typeof name !== 'string' || (wanted !== null && !types.some((type) => wanted.includes(type)))) return undefined;
  const parent = path.at(-2);
  // `cost.in` is a count of tokens, `in` alone may be anything.
  const rank = rankOf(role, name) ?? (typeof parent === 'string' ? rankOfPair(role, parent, name) : undefined);
  return rank === undefined ? undefined : rank + 4 * (path.length - 1);
}

/** The name that tells what a field holds: `role.value` is a role, as enumerations are written out. */
function nameOf(path: Path): Path[number] | undefined {
  const last = path.at(-1);
  return last === 'value' && path.length > 1 ? path.at(-2) : last;
}
