import { isRecord, type Value } from '../../model/value.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import { rowsIn } from '../../importing/values/rows-in.ts';

/** A row for each span: of a list, of what the API fetches (`events`) or a query gives (`data`), or one alone. */
export const rowsOf = (value: Value): readonly Placed[] =>
  rowsIn(value, ['events'], ['data'], ['rows']).filter(({ value: row }) => isOwn(row));

const isOwn = (row: Value): boolean =>
  isRecord(row) && row['span_id'] !== undefined && typeof row['root_span_id'] === 'string' && 'span_attributes' in row;
