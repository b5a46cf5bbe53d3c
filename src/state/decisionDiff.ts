import type { TurnIndex } from '../engine/model/history.ts';
import { type VerdictKind, verdictCodes, verdictKinds } from '../engine/model/verdict.ts';

/** How one turn came out under two rules. */
export interface DecisionCell {
  readonly saved: VerdictKind;
  readonly draft: VerdictKind;
}

/** Every turn of a session, counted by how it came out under two rules. */
export interface DecisionDiff {
  readonly turns: number;
  /** The kinds to show, those that guard first; unknown and plain values only where some turn came out so. */
  readonly kinds: readonly VerdictKind[];
  count(cell: DecisionCell): number;
  /** Turns of one kind under the saved rule, or under the draft. */
  total(side: keyof DecisionCell, kind: VerdictKind): number;
}

const always: readonly VerdictKind[] = ['fire', 'pass', 'error', 'n/a'];
const sometimes: readonly VerdictKind[] = ['unknown', 'value'];

export function decisionDiff(saved: Uint8Array, draft: Uint8Array): DecisionDiff {
  const size = verdictKinds.length;
  const tally = new Uint32Array(size * size);
  const turns = Math.min(saved.length, draft.length);
  for (let turn = 0; turn < turns; turn++) {
    const at = (saved[turn] ?? 0) * size + (draft[turn] ?? 0);
    tally[at] = (tally[at] ?? 0) + 1;
  }
  const count = (cell: DecisionCell) => tally[verdictCodes[cell.saved] * size + verdictCodes[cell.draft]] ?? 0;
  const total = (side: keyof DecisionCell, kind: VerdictKind) =>
    verdictKinds.reduce(
      (sum, other) => sum + count(side === 'saved' ? { saved: kind, draft: other } : { saved: other, draft: kind }),
      0,
    );
  const occurs = (kind: VerdictKind) => total('saved', kind) + total('draft', kind) > 0;
  return { turns, kinds: [...always, ...sometimes.filter(occurs)], count, total };
}

/** The turns of a cell, ascending. */
export function turnsIn(saved: Uint8Array, draft: Uint8Array, cell: DecisionCell): readonly TurnIndex[] {
  const turns: TurnIndex[] = [];
  const [before, after] = [verdictCodes[cell.saved], verdictCodes[cell.draft]];
  for (let turn = 0; turn < draft.length; turn++) if (saved[turn] === before && draft[turn] === after) turns.push(turn);
  return turns;
}

/**
 * What an edit does to the turns of a cell. To loosen is to let through, or no longer to tell, what was stopped. An error
 * counts as what the decision makes of it: a firing that has become an error is stopped all the same.
 */
export type Effect = 'same' | 'loosens' | 'tightens' | 'otherwise';

/** `errorStops`: an error in the assertion counts as failed. */
export function effectOf({ saved, draft }: DecisionCell, errorStops: boolean): Effect {
  if (saved === draft) return 'same';
  const stops = (kind: VerdictKind) => kind === 'fire' || (errorStops && kind === 'error');
  if (stops(saved) === stops(draft)) return 'otherwise';
  return stops(draft) ? 'tightens' : 'loosens';
}
