import type { VerdictKind } from '../../engine/model/verdict.ts';
import { changeInCell, type DecisionCell, type DecisionDiff } from '../../state/decisionDiff.ts';
import type { ErrorStops, VerdictChange } from '../../state/verdictChange.ts';
import { count, counted } from '../../ui/format.ts';
import { verdictWords } from '../words.ts';

/** What a rule does at a turn, as a verb for several turns. */
const verbs: { readonly [K in VerdictKind]: string } = {
  fire: 'fire',
  pass: 'pass',
  error: 'fail with an error',
  unknown: 'have no known verdict',
  value: 'yield a value',
  'n/a': 'are not eligible',
};

const changeWords: { readonly [C in VerdictChange]: string } = {
  same: 'judged the same',
  released: 'loosens the rule',
  blocked: 'tightens the rule',
  unknown: 'not comparable',
  other: 'judged differently',
};

/** Shown beside a cell's number, so that colour is not the only sign. */
export const changeSigns: { readonly [C in VerdictChange]: string } = {
  same: '=',
  released: '▼',
  blocked: '▲',
  unknown: '?',
  other: '~',
};

/** A cell in words, for screen readers. */
export const cellWords = (diff: DecisionDiff, cell: DecisionCell, errorStops: ErrorStops): string =>
  `${verdictWords[cell.baseline]}, with the draft ${verdictWords[cell.draft]}: ${count(diff.count(cell))} of ${counted(
    diff.total('baseline', cell.baseline),
    'turn',
  )}, ${changeWords[changeInCell(cell, errorStops)]}`;

interface DifferenceSentence {
  readonly change: VerdictChange;
  readonly text: string;
}

/**
 * The difference in sentences: first the turns that the edit lets through, then those it stops, those that cannot be compared, and
 * the rest.
 */
export function differenceSentences(diff: DecisionDiff, errorStops: ErrorStops): readonly DifferenceSentence[] {
  const cells = diff.kinds.flatMap((baseline) => diff.kinds.map((draft) => ({ baseline, draft })));
  const sentences = (['released', 'blocked', 'unknown', 'other'] as const).flatMap((change) => {
    const some = cells.filter((cell) => changeInCell(cell, errorStops) === change && diff.count(cell) > 0);
    return some.length === 0 ? [] : [{ change, text: `${beginnings[change]}: ${some.map(partOf).join('; ')}.` }];
  });
  if (sentences.length > 0) return sentences;
  return [{ change: 'same', text: `All ${counted(diff.turns, 'turn')} come out the same under both rules.` }];

  function partOf(cell: DecisionCell): string {
    const of = diff.total('baseline', cell.baseline);
    const part = `${count(diff.count(cell))} of ${count(of)} that ${pastOf[cell.baseline]} now ${verbs[cell.draft]}`;
    return errorStops.baseline && errorStops.draft && stopping.has(cell.baseline) && stopping.has(cell.draft)
      ? `${part}, and are still stopped`
      : part;
  }
}

/** The verdicts that stop a call if an error stops it, too (`errorStops`). */
const stopping: ReadonlySet<VerdictKind> = new Set<VerdictKind>(['fire', 'error']);

const beginnings = {
  released: '▼ Loosened',
  blocked: '▲ Tightened',
  unknown: '? Not comparable',
  other: '~ Different',
} as const;

const pastOf: { readonly [K in VerdictKind]: string } = {
  fire: 'fired',
  pass: 'passed',
  error: 'failed with an error',
  unknown: 'had no known verdict',
  value: 'yielded a value',
  'n/a': 'were not eligible',
};
