import type { FunctionCounts, OutcomeCounts, Replay } from '../engine/policies/replay.ts';
import { count, counted } from '../ui/format.ts';
import { outcomeText } from './words.ts';

/** Where the session would have gone differently, and what the hatching means. */
export function divergenceText({
  divergesAt,
  lockedAt,
  codes,
}: Pick<Replay, 'divergesAt' | 'lockedAt' | 'codes'>): string {
  if (divergesAt === null) return 'The session would have gone as recorded.';
  const locked = lockedAt === null ? '' : ` The task is locked at turn ${lockedAt}: nothing would run after it.`;
  const after = codes.length - 1 - divergesAt;
  const rest =
    after === 0
      ? ''
      : ` The later turns (${counted(after, 'turn')}, hatched) are judged as recorded, although the run would differ there.`;
  return `The session would have gone differently from turn ${divergesAt} on.${rest}${locked}`;
}

/** The functions whose counters the policy changes, and the number of the others. */
export function functionSentences(functions: readonly FunctionCounts[]): readonly string[] {
  const changed = functions.filter(({ recorded, replayed }) => !sameCounts(recorded, replayed));
  const others = functions.length - changed.length;
  return [
    ...changed.map(
      ({ function: name, recorded, replayed }) =>
        `${name}: recorded ${countsWords(recorded)}; replayed ${countsWords(replayed)}`,
    ),
    ...(others === 0
      ? []
      : [
          changed.length === 0
            ? 'Every function’s counters stay as recorded'
            : `${counted(others, 'other function')} as recorded`,
        ]),
  ];
}

const sameCounts = (a: OutcomeCounts, b: OutcomeCounts): boolean =>
  outcomes.every((outcome) => a[outcome] === b[outcome]);

const outcomes = ['successful', 'errored', 'restricted', 'pending', 'no-result'] as const;

function countsWords(counts: OutcomeCounts): string {
  const parts = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${count(counts[outcome])} ${outcomeText(outcome)}`);
  return parts.length === 0 ? 'no call' : parts.join(', ');
}
