import { countLeading } from '../../base/scan.ts';
import type { TurnIndex } from './history.ts';

/** Of two compared sessions, the shown one is *here* and the other one *there*. */
export type Side = 'here' | 'there';

/** A column of kinds has their places in this list. A row of the last two has a turn on that side only. */
export const rowKinds = ['same', 'changed', 'here', 'there'] as const;
export type RowKind = (typeof rowKinds)[number];

/** The parts of a pair of turns that may differ: each is a bit of the column `differs`. `state` differs in snapshots alone. */
export const parts = { said: 1, result: 2, outcome: 4, context: 8, state: 16 } as const;

/**
 * The turns of two sessions side by side. Rows are kept as runs: in a run, all rows are of one kind, and each has the next
 * turn of the sides that it is on. Every turn of both sessions is in exactly one row, in order.
 */
export interface Alignment {
  /** Per run: the kind's place in `rowKinds`. */
  readonly kinds: Uint8Array;
  /** Per run: what differs in its pairs. */
  readonly differs: Uint8Array;
  /** The first row of each run, then the number of rows. */
  readonly rows: Uint32Array;
  /** The first turn of each run, or the one that would come next; then the number of turns. */
  readonly here: Uint32Array;
  readonly there: Uint32Array;
  /** So much differs that equal turns which are far apart may not have been found. */
  readonly isCoarse: boolean;
}

export interface AlignedRow {
  readonly kind: RowKind;
  /** Bits of `parts`; 0 for a turn on one side only. */
  readonly differs: number;
  /** Null where the side has no turn. */
  readonly here: TurnIndex | null;
  readonly there: TurnIndex | null;
}

const runsIn = ({ kinds }: Alignment): number => kinds.length;

export const rowCount = (alignment: Alignment): number => alignment.rows[runsIn(alignment)] ?? 0;

/** How many turns of a side were compared: a session that grows may have more by now. */
export const turnsOn = (alignment: Alignment, side: Side): number => alignment[side][runsIn(alignment)] ?? 0;

const kindOf = ({ kinds }: Alignment, run: number): RowKind => rowKinds[kinds[run] ?? 0] ?? 'same';

export function rowAt(alignment: Alignment, row: number): AlignedRow {
  const run = countLeading(runsIn(alignment), (at) => (alignment.rows[at] ?? 0) <= row) - 1;
  const kind = kindOf(alignment, run);
  const within = row - (alignment.rows[run] ?? 0);
  return {
    kind,
    differs: alignment.differs[run] ?? 0,
    here: kind === 'there' ? null : (alignment.here[run] ?? 0) + within,
    there: kind === 'here' ? null : (alignment.there[run] ?? 0) + within,
  };
}

/** The row of a turn. Runs without turns on this side begin where the next one begins, so the last is the one. */
export function rowOfTurn(alignment: Alignment, side: Side, turn: TurnIndex): number {
  const firsts = alignment[side];
  const run = Math.max(0, countLeading(runsIn(alignment), (at) => (firsts[at] ?? 0) <= turn) - 1);
  return (alignment.rows[run] ?? 0) + turn - (firsts[run] ?? 0);
}

/** The last turn of each side at or before a row: that in it, or the one before; -1 if none has come yet. */
export function reachedAt(alignment: Alignment, row: number): { readonly here: TurnIndex; readonly there: TurnIndex } {
  const { here, there } = rowAt(alignment, row);
  const run = countLeading(runsIn(alignment), (at) => (alignment.rows[at] ?? 0) <= row) - 1;
  return { here: here ?? (alignment.here[run] ?? 0) - 1, there: there ?? (alignment.there[run] ?? 0) - 1 };
}

/** The first row that differs; null if all are the same. */
export const firstDifference = (alignment: Alignment): number | null => nextDifference(alignment, -1, 1);

/** The beginning of the next or previous run of rows that differ; null beyond the last one. */
export function nextDifference(alignment: Alignment, row: number, direction: 1 | -1): number | null {
  const count = runsIn(alignment);
  const before = countLeading(count, (at) => (alignment.rows[at] ?? 0) < row);
  const after = countLeading(count, (at) => (alignment.rows[at] ?? 0) <= row);
  for (let run = direction === 1 ? after : before - 1; run >= 0 && run < count; run += direction)
    if (beginsDifference(alignment, run)) return alignment.rows[run] ?? 0;
  return null;
}

/** Neighbouring runs of one kind are one stop, whatever differs in their pairs. */
const beginsDifference = ({ kinds }: Alignment, run: number): boolean =>
  kinds[run] !== 0 && (run === 0 || kinds[run] !== kinds[run - 1]);

/** How many rows there are of each kind. */
export function countRows(alignment: Alignment): { readonly [K in RowKind]: number } {
  const counts = { same: 0, changed: 0, here: 0, there: 0 };
  for (let run = 0; run < runsIn(alignment); run++)
    counts[kindOf(alignment, run)] += (alignment.rows[run + 1] ?? 0) - (alignment.rows[run] ?? 0);
  return counts;
}

/**
 * A byte per turn of this session for a picture: the place of its row's kind in `rowKinds`, plus `missingBefore` where
 * turns that are only in the other session come just before it. After the last turn is an element for those at the end.
 */
export function marksOfTurns(alignment: Alignment): Uint8Array {
  const marks = new Uint8Array(turnsOn(alignment, 'here') + 1);
  for (let run = 0; run < runsIn(alignment); run++) {
    const [from, to] = [alignment.here[run] ?? 0, alignment.here[run + 1] ?? 0];
    if (kindOf(alignment, run) === 'there') marks[from] = missingBefore;
    // The mark of what comes before the first of these turns stays.
    else for (let turn = from; turn < to; turn++) marks[turn] = (marks[turn] ?? 0) | (alignment.kinds[run] ?? 0);
  }
  return marks;
}

export const missingBefore = 4;
