import type { TextRange } from '../engine/model/problem.ts';

/** A number that is tried in the place of the one written. */
export interface Tried extends TextRange {
  /** Both as they stand in their texts; `start` and `end` are offsets into the written one. */
  readonly written: string;
  readonly tried: string;
}

/** Where the tried text differs from the written one, as whole numbers; null where they are the same. */
export function triedIn(written: string, tried: string | null): Tried | null {
  if (tried === null || tried === written) return null;
  const most = Math.min(written.length, tried.length);
  let start = 0;
  while (start < most && written[start] === tried[start]) start++;
  let tail = 0;
  while (tail < most - start && written.at(-1 - tail) === tried.at(-1 - tail)) tail++;
  // `1000` and `900` have their last digits in common, which are part of both numbers all the same.
  while (start > 0 && ofNumber.test(written.charAt(start - 1))) start--;
  if (isSign(written, start - 1)) start--;
  while (tail > 0 && ofNumber.test(written.charAt(written.length - tail))) tail--;
  const end = written.length - tail;
  return { start, end, written: written.slice(start, end), tried: tried.slice(start, tried.length - tail) };
}

const ofNumber = /[\w.]/;

/** A minus that follows an operand takes something away from it. */
function isSign(text: string, at: number): boolean {
  return text.charAt(at) === '-' && !/[\w)\]}"'`]\s*$/.test(text.slice(Math.max(0, at - 80), at));
}

/** The place in the written text of a part of the tried one. */
export function writtenPlace({ start, end }: TextRange, tried: Tried | null): TextRange {
  if (tried === null) return { start, end };
  const triedEnd = tried.start + tried.tried.length;
  const back = (at: number) => {
    if (at <= tried.start) return at;
    return at >= triedEnd ? at - triedEnd + tried.end : Math.min(at, tried.end);
  };
  return { start: back(start), end: back(end) };
}
