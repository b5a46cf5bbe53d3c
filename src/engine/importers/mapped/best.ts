import type { Path } from '../../model/path.ts';
import type { TypeName } from '../../model/value.ts';
import type { Field } from './fields.ts';
import { rankOf, rankOfPair, type FieldRole } from './words.ts';

/** The field with the lowest score. Fields without a score are ignored, and the first of equals wins. */
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
 * How likely a field has a role, by its name: 0 is likeliest, and deeper fields are less likely. Undefined when the name is
 * unknown, or when the field never has one of these types; `null` accepts any type.
 */
export function named({ path, types }: Field, role: FieldRole, wanted: readonly TypeName[] | null): number | undefined {
  const name = nameOf(path);
  if (typeof name !== 'string' || (wanted !== null && !types.some((type) => wanted.includes(type)))) return undefined;
  const parent = path.at(-2);
  // `cost.in` is a count of tokens; `in` alone is ambiguous.
  const rank = rankOf(role, name) ?? (typeof parent === 'string' ? rankOfPair(role, parent, name) : undefined);
  return rank === undefined ? undefined : rank + 4 * (path.length - 1);
}

/** The name that describes a field's content: `role.value` is a role, because enumerations are written that way. */
function nameOf(path: Path): Path[number] | undefined {
  const last = path.at(-1);
  return last === 'value' && path.length > 1 ? path.at(-2) : last;
}
