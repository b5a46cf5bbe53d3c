import type { TurnIndex } from '../../engine/model/history.ts';

/** How turns share a track: one cell each while there is room, several turns to a cell from then on. */
export interface Layout {
  readonly turns: number;
  readonly cells: number;
  /** CSS pixels that the cells take; less than the track when there are few turns. */
  readonly width: number;
}

/** Wider cells would say nothing more, and a session of five turns would look like a bar chart. */
const widestCell = 40;

export function layoutOf(turns: number, trackWidth: number): Layout {
  const width = Math.max(0, Math.min(Math.floor(trackWidth), turns * widestCell));
  return { turns, cells: Math.min(turns, width), width };
}

export const cellOf = ({ turns, cells }: Layout, turn: TurnIndex): number => Math.floor((turn * cells) / turns);

/** First turn of a cell; that of the cell after the last one is the number of turns. */
export const firstTurnOf = ({ turns, cells }: Layout, cell: number): TurnIndex => Math.ceil((cell * turns) / cells);

/** Left edge in CSS pixels. */
export const leftOf = ({ cells, width }: Layout, cell: number): number => (cell * width) / cells;

/** The cell under a place on the track, or the nearest one; null when there is none. */
export function cellAt({ cells, width }: Layout, x: number): number | null {
  if (cells === 0) return null;
  return Math.max(0, Math.min(Math.floor((x * cells) / width), cells - 1));
}
