import { depthLimit } from '../model/json.ts';
import type { Problem, TextRange } from '../model/problem.ts';
import { excerpt, formatPosition, type Lines } from './lines.ts';

/** Why a text could not be read: the place, the expected syntax, and advice. */
export interface Fault {
  readonly code: string;
  readonly at: TextRange;
  /** Continues "… was expected": `a comma or ]`. */
  readonly expected: string;
  /** A whole sentence. */
  readonly advice: string;
  /** The sentence before it, where a place and what was expected there say too little. */
  readonly seen?: string;
  /** The last offset that was examined, if it is further than the place: it limits the cost of failed attempts. */
  readonly walkedTo?: number;
}

/** The sentence for the user, with the place as line and column. */
export function problemOf(fault: Fault, text: string, lines: Lines): Problem {
  const where = formatPosition(lines.positionOf(fault.at.start));
  const seen = fault.seen ?? `At ${where}, ${fault.expected} was expected, but there is ${seenAt(text, fault.at)}.`;
  return { code: fault.code, message: `${seen} ${fault.advice}`, range: fault.at };
}

function seenAt(text: string, at: TextRange): string {
  if (at.start >= text.length) return 'the end of the text';
  const seen = excerpt(text, at, 24);
  return seen.trim() === '' ? 'white space' : `\`${seen}\``;
}

/** The word, number or single character at an offset: what a sentence quotes as seen. */
export function tokenAt(text: string, start: number): TextRange {
  if (start >= text.length) return { start: text.length, end: text.length };
  word.lastIndex = start;
  const length = word.exec(text)?.[0].length ?? 1;
  return { start, end: start + length };
}

/** Bounded, so that a 10 MB word costs no more than a short one. */
const word = /[\p{L}\p{N}_.$-]{1,40}|[^]/uy;

export const tooDeep = (start: number): Fault => ({
  code: 'reader/too-deep',
  at: { start, end: start + 1 },
  expected: `nesting of at most ${depthLimit} levels`,
  advice: 'Open a part of the file that is nested less deeply.',
});
