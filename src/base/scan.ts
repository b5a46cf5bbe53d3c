/**
 * Removes those last characters of a text that match the pattern, a class of characters. An expression such as `/0+$/`
 * would start again at every such character in the text, and read to the end of its run each time.
 */
export function withoutEnd(text: string, characters: RegExp): string {
  let end = text.length;
  while (end > 0 && characters.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text between the first opening mark and the first closing mark behind it; undefined where one is missing. */
export function textBetween(text: string, open: string, close: string): string | undefined {
  const at = text.indexOf(open);
  const end = at === -1 ? -1 : text.indexOf(close, at + open.length);
  return end === -1 ? undefined : text.slice(at + open.length, end);
}

/**
 * The number of elements, of `length`, before the first one that does not fulfil a condition, which no later one may fulfil
 * either: a binary search.
 */
export function countLeading(length: number, isFulfilled: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isFulfilled(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
