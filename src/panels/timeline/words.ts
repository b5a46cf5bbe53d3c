import type { TurnIndex } from '../../engine/model/history.ts';
import type { VerdictCounts, VerdictKind } from '../../engine/model/verdict.ts';
import { count } from '../../ui/format.ts';
import type { CellContent } from './aggregate.ts';
import { changeCodes } from '../../state/verdictChange.ts';

export function differenceWordOf(code: number | undefined): string {
  switch (code) {
    case changeCodes.blocked:
      return 'newly blocked';
    case changeCodes.released:
      return 'no longer blocked';
    case changeCodes.unknown:
      return 'not comparable, one of the two verdicts is unknown';
    case changeCodes.other:
      return 'judged differently';
    default:
      return 'judged the same';
  }
}

/**
 * The verdicts to count: those that occur, and `fire` also at zero if the rule can fire (a rule that computes a value
 * never does).
 */
export const countedKinds = (counts: VerdictCounts) =>
  (['fire', 'error', 'unknown', 'value'] as const).filter(
    (kind) => counts[kind] > 0 || (kind === 'fire' && counts.pass > 0),
  );

/** `12 fire · 2 error, counted as failed · 61 unknown of 480 eligible` */
export function countsText(counts: VerdictCounts, errorCounted: string | null, isSnapshot = false): string {
  if (counts.eligible === 0) return 'no eligible turn';
  const parts = countedKinds(counts).map((kind) => `${counts[kind]} ${kindWords(kind, errorCounted)}`);
  return `${parts.join(' · ')} ${eligibleWords(counts, isSnapshot)}`;
}

const eligibleWords = ({ eligible }: VerdictCounts, isSnapshot: boolean): string =>
  isSnapshot ? `of ${eligible} moment` : `of ${count(eligible)} eligible`;

/** The word for a verdict. An error adds how it is counted, if that is decided. */
export const kindWords = (kind: VerdictKind, errorCounted: string | null): string =>
  kind === 'error' && errorCounted !== null ? `error, ${errorCounted}` : kind;

/** After the first turn at which the rule changes the run, the run would differ from the recorded turns. */
export const wordSince = (divergesAt: TurnIndex | null, turn: TurnIndex, word: string): string =>
  divergesAt !== null && turn > divergesAt ? `${word}, the run would differ here` : word;

/** A slider's text at the cursor: *turn 41, fires, refund*. */
export const turnText = (turn: TurnIndex, word: string, label: string): string =>
  [`turn ${turn}`, word, ...(label === '' ? [] : [label])].join(', ');

/** The verdict under the pointer. For a cell of several turns, how many of them have the worst one. */
export const cellText = ({ first, last, worst, hits }: CellContent, wordOf: (code: number) => string): string =>
  first === last ? wordOf(worst) : `${count(hits)} of ${count(last - first + 1)} ${wordOf(worst)}`;
