import { countLeading } from '../../base/scan.ts';
import type { TurnIndex } from '../../engine/model/history.ts';
import { positionOf, type Sight } from '../../state/sight.ts';

/** How turns share a track: one cell each if there is room, or several turns per cell. */
export interface Layout {
  /** Of the whole session, also those out of sight. */
  readonly turns: number;
  readonly cells: number;
  /** CSS pixels that the cells take. */
  readonly width: number;
  /** The first turn of each cell, then the one after the last cell. */
  readonly firsts: Uint32Array;
  /** The left edge of each cell in CSS pixels, then the right edge of the last. Cells at the ends may be cut. */
  readonly lefts: Float64Array;
}

/**
 * `sight`: the part to show; null for all turns. `positions`: where each turn begins, and the last one ends, on an axis
 * on which they are not equally wide.
 */
export function layoutOf(
  turns: number,
  trackWidth: number,
  sight: Sight | null = null,
  positions: Float64Array | null = null,
): Layout {
  const width = turns === 0 ? 0 : Math.max(0, Math.floor(trackWidth));
  if (width === 0) return { turns, cells: 0, width, firsts: Uint32Array.of(0), lefts: Float64Array.of(0) };
  const { from, to } = sight ?? { from: 0, to: turns };
  const first = Math.floor(from);
  const end = Math.min(turns, Math.ceil(to));
  const [left, right] = [positionOf({ positions }, from), positionOf({ positions }, to)];
  const xOf = (turn: number) => ((positionOf({ positions }, turn) - left) * width) / (right - left);
  const hasRoom = positions === null && end - first <= width;
  const firsts = new Uint32Array(end - first + 1);
  const lefts = new Float64Array(end - first + 1);
  let cells = 0;
  for (let turn = first; turn < end; turn++) {
    const x = hasRoom ? xOf(turn) : Math.floor(xOf(turn));
    if (cells > 0 && x === lefts[cells - 1]) continue;
    firsts[cells] = turn;
    lefts[cells] = x;
    cells += 1;
  }
  firsts[cells] = end;
  lefts[cells] = xOf(end);
  return { turns, cells, width, firsts: firsts.subarray(0, cells + 1), lefts: lefts.subarray(0, cells + 1) };
}

/** The cell of a turn; -1 or the number of cells for one out of sight. */
export const cellOf = ({ firsts, cells }: Layout, turn: TurnIndex): number =>
  turn >= (firsts[cells] ?? 0) ? cells : countLeading(cells, (cell) => (firsts[cell] ?? 0) <= turn) - 1;

/** First turn of a cell; that of the cell after the last one is the turn after those in sight. */
export const firstTurnOf = ({ firsts }: Layout, cell: number): TurnIndex => firsts[cell] ?? 0;

/** Left edge in CSS pixels. */
export const leftOf = ({ lefts }: Layout, cell: number): number => lefts[cell] ?? 0;

export const centreOf = (layout: Layout, cell: number): number => (leftOf(layout, cell) + leftOf(layout, cell + 1)) / 2;

/** The cell at a position on the track, or the nearest one; null if there are no cells. */
export const cellAt = ({ cells, lefts }: Layout, x: number): number | null =>
  cells === 0 ? null : Math.max(0, countLeading(cells, (cell) => (lefts[cell] ?? 0) <= x) - 1);
