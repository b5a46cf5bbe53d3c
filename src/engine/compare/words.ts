import { diffWordsWithSpace } from 'diff';
import type { TextRange } from '../model/problem.ts';

/** The parts of two texts that the other one does not have. */
export interface WordDifferences {
  readonly here: readonly TextRange[];
  readonly there: readonly TextRange[];
}

/** Texts with more differences have little in common: they are marked whole. */
const mostEdits = 200;

/** Which words differ between two texts. */
export function wordDifferences(here: string, there: string): WordDifferences {
  if (here === there) return { here: [], there: [] };
  const steps = diffWordsWithSpace(here, there, { maxEditLength: mostEdits });
  if (steps === undefined) return { here: whole(here), there: whole(there) };
  const found = { here: [] as TextRange[], there: [] as TextRange[] };
  let [at, otherAt] = [0, 0];
  for (const { added, removed, value } of steps) {
    if (removed) found.here.push({ start: at, end: at + value.length });
    if (added) found.there.push({ start: otherAt, end: otherAt + value.length });
    if (!added) at += value.length;
    if (!removed) otherAt += value.length;
  }
  return found;
}

const whole = (text: string): readonly TextRange[] => (text === '' ? [] : [{ start: 0, end: text.length }]);
