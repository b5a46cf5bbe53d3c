import { countLeading } from '../../../../base/scan.ts';
/** The number of entries of a column (oldest first) among the first `events` events, by binary search. */
export const countUpTo = (column: readonly { readonly event: number }[], events: number): number =>
  countLeading(column.length, (at) => (column[at]?.event ?? events) < events);
