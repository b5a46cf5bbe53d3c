import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { valueBy } from './value-in-text.ts';
import type { EntryKind, Mapping } from './mapping.ts';
import { scalarText } from './scalar-text.ts';

/** An entry's kind, and the field that decided it. */
export interface DecidedKind {
  readonly kind: EntryKind;
  /** The field that decided; null where no field decides and the mapping's `otherwise` applies. */
  readonly field: Path | null;
  /**
   * The value of that field, if it is short enough to show; where no field decided, the value of the last field that is
   * present.
   */
  readonly value: string | undefined;
}

/** Tries one field after the other; the first one with a kind for its value decides. */
export function kindOf(entry: Value, { kind: { tests, otherwise } }: Pick<Mapping, 'kind'>): DecidedKind {
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

/** A field that is null or empty counts as absent. */
export const isThere = (value: Value | undefined): value is Value =>
  value !== undefined && value !== null && value !== '';
