/** How often work is done again while a session grows. */
export interface Rests {
  /** At most once in so many milliseconds. */
  readonly everyMs: number;
  /** At most one part in so many of the time. */
  readonly oneIn: number;
  /** However long the work took: the browser may have stopped the page meanwhile. */
  readonly longestRestMs: number;
}

/** The earliest time of the next work, when some that began at `begin` has just ended; both on the clock of `performance.now`. */
export function nextTime(begin: number, { everyMs, oneIn, longestRestMs }: Rests): number {
  const end = performance.now();
  return Math.max(begin + everyMs, Math.min(begin + oneIn * (end - begin), end + longestRestMs));
}
