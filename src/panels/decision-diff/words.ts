import type { VerdictKind } from '../../engine/model/verdict.ts';
import { type DecisionCell, type DecisionDiff, type Effect, effectOf } from '../../state/decisionDiff.ts';
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

const effectWords: { readonly [E in Effect]: string } = {
  same: 'judged the same',
  loosens: 'loosens the rule',
  tightens: 'tightens the rule',
  otherwise: 'judged differently',
};

/** Shown beside a cell's number, so that colour is not the only sign. */
export const effectSigns: { readonly [E in Effect]: string } = {
  same: '=',
  loosens: '▼',
  tightens: '▲',
  otherwise: '~',
};

/** A cell in words, for screen readers. */
export const cellWords = (diff: DecisionDiff, cell: DecisionCell, errorStops: boolean): string =>
  `${verdictWords[cell.baseline]}, with the draft ${verdictWords[cell.draft]}: ${count(diff.count(cell))} of ${counted(
    diff.total('baseline', cell.baseline),
    'turn',
  )}, ${effectWords[effectOf(cell, errorStops)]}`;

interface DifferenceSentence {
  readonly effect: Effect;
  readonly text: string;
}

/** The difference in sentences: first the turns that the edit lets through, then those it stops, then the rest. */
export function differenceSentences(diff: DecisionDiff, errorStops: boolean): readonly DifferenceSentence[] {
  const cells = diff.kinds.flatMap((baseline) => diff.kinds.map((draft) => ({ baseline, draft })));
  const sentences = (['loosens', 'tightens', 'otherwise'] as const).flatMap((effect) => {
    const some = cells.filter((cell) => effectOf(cell, errorStops) === effect && diff.count(cell) > 0);
    return some.length === 0 ? [] : [{ effect, text: `${beginnings[effect]}: ${some.map(partOf).join('; ')}.` }];
  });
  if (sentences.length > 0) return sentences;
  return [{ effect: 'same', text: `All ${counted(diff.turns, 'turn')} come out the same under both rules.` }];

  function partOf(cell: DecisionCell): string {
    const of = diff.total('baseline', cell.baseline);
    const part = `${count(diff.count(cell))} of ${count(of)} that ${pastOf[cell.baseline]} now ${verbs[cell.draft]}`;
    return errorStops && stopping.has(cell.baseline) && stopping.has(cell.draft)
      ? `${part}, and are still stopped`
      : part;
  }
}

/** The verdicts that stop a call if an error stops it, too (`errorStops`). */
const stopping: ReadonlySet<VerdictKind> = new Set<VerdictKind>(['fire', 'error']);

const beginnings = { loosens: '▼ Loosened', tightens: '▲ Tightened', otherwise: '~ Different' } as const;

const pastOf: { readonly [K in VerdictKind]: string } = {
  fire: 'fired',
  pass: 'passed',
  error: 'failed with an error',
  unknown: 'had no known verdict',
  value: 'yielded a value',
  'n/a': 'were not eligible',
};
