import type { TurnIndex } from '../../engine/model/history.ts';
import type { VerdictCounts, VerdictKind } from '../../engine/model/verdict.ts';
import { count } from '../../ui/format.ts';
import type { Rule } from '../../worker/protocol.ts';
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
 * never does). A rule that allows never fires: those that it allows are counted, and no others.
 */
export const countedKinds = (counts: VerdictCounts, { yields }: Named = {}): readonly CountedKind[] =>
  yields === 'allow'
    ? (['pass', 'error', 'unknown'] as const).filter((kind) => counts[kind] > 0 || kind === 'pass')
    : (['fire', 'error', 'unknown', 'value'] as const).filter(
        (kind) => counts[kind] > 0 || (kind === 'fire' && counts.pass > 0),
      );

export type CountedKind = Exclude<VerdictKind, 'n/a'>;

/** A rule, by what its verdicts are called. */
type Named = Pick<Rule, 'yields'>;

/** The noun for a number of verdicts: what a rule of another host does, or the verdict's own name. */
export function countedWord(kind: CountedKind, { yields }: Named): string {
  const isItsEffect = kind === (yields === 'allow' ? 'pass' : 'fire');
  return isItsEffect && yields !== undefined && yields !== 'value' && yields !== 'output' ? yields : kind;
}

/** `12 fire · 2 error, counted as failed · 61 unknown of 480 eligible` */
export function countsText(
  counts: VerdictCounts,
  errorCounted: string | null,
  isSnapshot = false,
  rule: Named = {},
): string {
  if (counts.eligible === 0) return 'no eligible turn';
  const parts = countedKinds(counts, rule).map((kind) => `${counts[kind]} ${kindWords(kind, errorCounted, rule)}`);
  return `${parts.join(' · ')} ${eligibleWords(counts, isSnapshot)}`;
}

const eligibleWords = ({ eligible }: VerdictCounts, isSnapshot: boolean): string =>
  isSnapshot ? `of ${eligible} moment` : `of ${count(eligible)} eligible`;

/** The word for a verdict. An error adds how it is counted, if that is decided. */
export const kindWords = (kind: CountedKind, errorCounted: string | null, rule: Named): string =>
  kind === 'error' && errorCounted !== null ? `error, ${errorCounted}` : countedWord(kind, rule);

/** After the first turn at which the rule changes the run, the run would differ from the recorded turns. */
export const wordSince = (divergesAt: TurnIndex | null, turn: TurnIndex, word: string): string =>
  divergesAt !== null && turn > divergesAt ? `${word}, the run would differ here` : word;

/** A slider's text at the cursor: *turn 41, fires, refund*. */
export const turnText = (turn: TurnIndex, word: string, label: string): string =>
  [`turn ${turn}`, word, ...(label === '' ? [] : [label])].join(', ');

/** The verdict under the pointer. For a cell of several turns, how many of them have the worst one. */
export const cellText = ({ first, last, worst, hits }: CellContent, wordOf: (code: number) => string): string =>
  first === last ? wordOf(worst) : `${count(hits)} of ${count(last - first + 1)} ${wordOf(worst)}`;
