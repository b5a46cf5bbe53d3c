/** The number of entries of a column (oldest first) among the first `events` events, by binary search. */
export function countUpTo(column: readonly { readonly event: number }[], events: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle]?.event ?? events) < events) low = middle + 1;
    else high = middle;
  }
  return low;
}
