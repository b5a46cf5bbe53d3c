import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { valueBy } from './find.ts';
import type { EntryKind, Mapping } from './mapping.ts';
import { scalarText } from './scalar-text.ts';

/** What an entry is, and what said so. */
export interface ToldKind {
  readonly kind: EntryKind;
  /** The field that decided; null where none of them says anything, and the mapping's `otherwise` stands. */
  readonly field: Path | null;
  /** What stands there, as far as it is short enough to tell: of the last field that is there, where none decided. */
  readonly value: string | undefined;
}

/** Asks one field after the other; the first that says something decides. */
export function kindOf(entry: Value, { kind: { tests, otherwise } }: Pick<Mapping, 'kind'>): ToldKind {
  let last: string | undefined;
  for (const { field, values, otherwise: ifOther } of tests) {
    const found = valueBy(entry, field);
    if (!isThere(found)) continue;
    const value = scalarText(found);
    const listed = values.find((one) => one.value === value);
    const kind = listed === undefined ? ifOther : listed.kind;
    if (kind !== null) return { kind, field, value };
    last = value ?? last;
  }
  return { kind: otherwise, field: null, value: last };
}

/** A field that is null or empty in some entries is there in the others only. */
export const isThere = (value: Value | undefined): value is Value =>
  value !== undefined && value !== null && value !== '';
