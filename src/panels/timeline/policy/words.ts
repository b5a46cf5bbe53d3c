import { type PolicyOutcome, policyOutcomes } from '../../../engine/model/verdict.ts';
import type { Replay } from '../../../engine/policies/replay.ts';
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

/** Characters for which there is room beside the name. */
const room = 14;

/** Whether the outcomes, each with its count, have room beside the name of the row. */
export const hasRoomBeside = (counts: Replay['counts']): boolean =>
  countedOutcomes(counts)
    .map((outcome) => `${count(counts[outcome])} ${nouns[outcome]}`)
    .join(' ').length <= room;

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
