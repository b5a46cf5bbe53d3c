import type { TurnIndex } from '../engine/model/history.ts';
import { type VerdictKind, verdictCodes, verdictKinds } from '../engine/model/verdict.ts';
import { changeCodes, changeOf, type ErrorStops, type VerdictChange } from './verdictChange.ts';

/** A turn's verdicts under two rules. */
export interface DecisionCell {
  readonly baseline: VerdictKind;
  readonly draft: VerdictKind;
}

/** The turns of a session, counted by their verdicts under two rules. */
export interface DecisionDiff {
  readonly turns: number;
  /** The verdicts to show, guarding ones first; unknown and plain values only if some turn has them. */
  readonly kinds: readonly VerdictKind[];
  count(cell: DecisionCell): number;
  /** The number of turns with one verdict under the baseline, or under the draft. */
  total(side: keyof DecisionCell, kind: VerdictKind): number;
}

const always: readonly VerdictKind[] = ['fire', 'pass', 'error', 'n/a'];
const sometimes: readonly VerdictKind[] = ['unknown', 'value'];

export function decisionDiff(baseline: Uint8Array, draft: Uint8Array): DecisionDiff {
  const size = verdictKinds.length;
  const tally = new Uint32Array(size * size);
  const turns = Math.min(baseline.length, draft.length);
  for (let turn = 0; turn < turns; turn++) {
    const at = (baseline[turn] ?? 0) * size + (draft[turn] ?? 0);
    tally[at] = (tally[at] ?? 0) + 1;
  }
  const count = (cell: DecisionCell) => tally[verdictCodes[cell.baseline] * size + verdictCodes[cell.draft]] ?? 0;
  const total = (side: keyof DecisionCell, kind: VerdictKind) =>
    verdictKinds.reduce(
      (sum, other) =>
        sum + count(side === 'baseline' ? { baseline: kind, draft: other } : { baseline: other, draft: kind }),
      0,
    );
  const occurs = (kind: VerdictKind) => total('baseline', kind) + total('draft', kind) > 0;
  return { turns, kinds: [...always, ...sometimes.filter(occurs)], count, total };
}

/** The turns of a cell, ascending. */
export function turnsIn(baseline: Uint8Array, draft: Uint8Array, cell: DecisionCell): readonly TurnIndex[] {
  const turns: TurnIndex[] = [];
  const [before, after] = [verdictCodes[cell.baseline], verdictCodes[cell.draft]];
  for (let turn = 0; turn < draft.length; turn++)
    if (baseline[turn] === before && draft[turn] === after) turns.push(turn);
  return turns;
}

/** What the draft changes at the turns of a cell. */
export function changeInCell({ baseline, draft }: DecisionCell, errorStops: ErrorStops): VerdictChange {
  const code = changeOf(verdictCodes[baseline], verdictCodes[draft], errorStops);
  return verdictChanges.find((change) => changeCodes[change] === code) ?? 'same';
}

const verdictChanges = Object.keys(changeCodes) as VerdictChange[]; // the keys of the table are its kinds
