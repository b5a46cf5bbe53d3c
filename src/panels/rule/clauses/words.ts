import type { Output } from '../../../worker/protocol.ts';
import { count } from '../../../ui/format.ts';

type ClauseCounts = Output<'coverage'>['traffic']['clauses'][number]['counts'];

/** `12 true · 3 false · 1 not reached` */
export function countsOf(counts: ClauseCounts): string {
  const rest = [
    { number: counts.error, word: 'error' },
    { number: counts.unknown, word: 'unknown' },
    { number: counts.never, word: 'not reached' },
  ].filter(({ number }) => number > 0);
  return [{ number: counts.true, word: 'true' }, { number: counts.false, word: 'false' }, ...rest]
    .map(({ number, word }) => `${count(number)} ${word}`)
    .join(' · ');
}

/** What was never seen of a clause; null where it came out both ways. */
export function gapOf(counts: ClauseCounts): string | null {
  if (counts.true > 0 && counts.false > 0) return null;
  if (counts.true > 0) return 'never false';
  return counts.false > 0 ? 'never true' : 'never decided';
}
