import type { TextRange } from '../engine/model/problem.ts';

/** A number that is tried instead of the written one. */
export interface Tried extends TextRange {
  /** Both numbers as text; `start` and `end` are offsets into the written rule. */
  readonly written: string;
  readonly tried: string;
}

/** The numbers in which the tried text differs from the written one; null if the texts are equal. */
export function triedIn(written: string, tried: string | null): Tried | null {
  if (tried === null || tried === written) return null;
  const most = Math.min(written.length, tried.length);
  let start = 0;
  while (start < most && written[start] === tried[start]) start++;
  let tail = 0;
  while (tail < most - start && written.at(-1 - tail) === tried.at(-1 - tail)) tail++;
  // `1000` and `900` end in equal digits, which still belong to the numbers.
  while (start > 0 && ofNumber.test(written.charAt(start - 1))) start--;
  if (isSign(written, start - 1)) start--;
  while (tail > 0 && ofNumber.test(written.charAt(written.length - tail))) tail--;
  const end = written.length - tail;
  return { start, end, written: written.slice(start, end), tried: tried.slice(start, tried.length - tail) };
}

const ofNumber = /[\w.]/;

/** A minus after an operand is a subtraction and no sign. */
function isSign(text: string, at: number): boolean {
  return text.charAt(at) === '-' && !/[\w)\]}"'`]\s*$/.test(text.slice(Math.max(0, at - 80), at));
}

/** Maps a place in the tried text to the written text. */
export function writtenPlace({ start, end }: TextRange, tried: Tried | null): TextRange {
  if (tried === null) return { start, end };
  const triedEnd = tried.start + tried.tried.length;
  const back = (at: number) => {
    if (at <= tried.start) return at;
    return at >= triedEnd ? at - triedEnd + tried.end : Math.min(at, tried.end);
  };
  return { start: back(start), end: back(end) };
}
