import { outcomeText } from '../../words.ts';
import { type PolicyOutcome, policyOutcomes } from '../../../engine/model/verdict.ts';
import type { FunctionCounts, OutcomeCounts, Replay } from '../../../engine/policies/replay.ts';
import type { TurnRange } from '../../../state/sight.ts';
import { count, counted } from '../../../ui/format.ts';

/** A policy's outcome at a turn, as a verb. */
const outcomeWords: { readonly [O in PolicyOutcome]: string } = {
  none: 'no step runs',
  pass: 'passes',
  continued: 'fails and continues',
  unknown: 'unknown',
  block: 'blocks',
  lock: 'locks the task',
};

export const outcomeWordOf = (code: number | undefined): string => outcomeWords[policyOutcomes[code ?? 0] ?? 'none'];

/** An outcome beside its count: `1 block`. */
const nouns: { readonly [O in PolicyOutcome]: string } = {
  none: 'not judged',
  pass: 'pass',
  continued: 'continued',
  unknown: 'unknown',
  block: 'block',
  lock: 'lock',
};

export const outcomeNoun = (outcome: PolicyOutcome): string => nouns[outcome];

/** The outcomes to count: `block` always, the others if they occur. */
export const countedOutcomes = (counts: Replay['counts']): readonly PolicyOutcome[] =>
  (['lock', 'block', 'continued', 'unknown'] as const).filter((outcome) => outcome === 'block' || counts[outcome] > 0);

/** The outcomes at selected turns. */
export function outcomesIn(codes: Uint8Array, { first, last }: TurnRange): Replay['counts'] {
  const counts = { none: 0, pass: 0, continued: 0, unknown: 0, block: 0, lock: 0 };
  for (const code of codes.subarray(first, last + 1)) counts[policyOutcomes[code] ?? 'none'] += 1;
  return counts;
}

/** The number of turns at which a step of the policy runs. */
export const judgedTurns = (counts: Replay['counts']): number =>
  policyOutcomes.reduce((sum, outcome) => sum + (outcome === 'none' ? 0 : counts[outcome]), 0);

/** `1 lock · 2 block of 40 judged turns` */
export const outcomesText = (counts: Replay['counts']): string =>
  `${countedOutcomes(counts)
    .map((outcome) => `${count(counts[outcome])} ${nouns[outcome]}`)
    .join(' · ')} of ${counted(judgedTurns(counts), 'judged turn')}`;

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
            ? `every function’s counters stay as recorded`
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
