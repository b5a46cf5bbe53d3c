import type { TurnIndex } from '../../engine/model/history.ts';

/** How turns share a track: one cell each if there is room, or several turns per cell. */
export interface Layout {
  readonly turns: number;
  readonly cells: number;
  /** CSS pixels that the cells take. */
  readonly width: number;
}

export function layoutOf(turns: number, trackWidth: number): Layout {
  const width = turns === 0 ? 0 : Math.max(0, Math.floor(trackWidth));
  return { turns, cells: Math.min(turns, width), width };
}

export const cellOf = ({ turns, cells }: Layout, turn: TurnIndex): number => Math.floor((turn * cells) / turns);

/** First turn of a cell; that of the cell after the last one is the number of turns. */
export const firstTurnOf = ({ turns, cells }: Layout, cell: number): TurnIndex => Math.ceil((cell * turns) / cells);

/** Left edge in CSS pixels. */
export const leftOf = ({ cells, width }: Layout, cell: number): number => (cell * width) / cells;

/** The cell at a position on the track, or the nearest one; null if there are no cells. */
export function cellAt({ cells, width }: Layout, x: number): number | null {
  if (cells === 0) return null;
  return Math.max(0, Math.min(Math.floor((x * cells) / width), cells - 1));
}
