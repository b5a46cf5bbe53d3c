/** How many of a column's entries, oldest first, had happened after so many events: a binary search. */
export function upTo(column: readonly { readonly event: number }[], events: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle]?.event ?? events) < events) low = middle + 1;
    else high = middle;
  }
  return low;
}
