import type { TurnIndex } from '../../engine/model/history.ts';
import { wholeShare } from '../paintVerdicts.ts';
import { firstTurnOf, type Layout } from './layout.ts';

/** The worst code in each cell, so that one firing in 100 000 turns is never lost. */
export function worstPerCell(codes: Uint8Array, { cells, firsts }: Layout): Uint8Array {
  const worst = new Uint8Array(cells);
  for (let cell = 0; cell < cells; cell++) {
    const end = firsts[cell + 1] ?? 0;
    let found = 0;
    for (let turn = firsts[cell] ?? 0; turn < end; turn++) found = Math.max(found, codes[turn] ?? 0);
    worst[cell] = found;
  }
  return worst;
}

/** In each cell, how many of the judged turns have the worst code: in eighths, rounded up. Code 0 is that of turns that are not judged. */
export function sharesPerCell(codes: Uint8Array, worst: Uint8Array, { cells, firsts }: Layout): Uint8Array {
  const shares = new Uint8Array(cells).fill(wholeShare);
  for (let cell = 0; cell < cells; cell++) {
    const [from, end] = [firsts[cell] ?? 0, firsts[cell + 1] ?? 0];
    if (end - from < 2) continue;
    let hits = 0;
    let judged = 0;
    for (let turn = from; turn < end; turn++) {
      const code = codes[turn] ?? 0;
      if (code !== 0) judged++;
      if (code === worst[cell]) hits++;
    }
    if (judged > 0) shares[cell] = Math.ceil((wholeShare * hits) / judged);
  }
  return shares;
}

/** The turn for a click on a cell: the first of its worst turns. */
export function worstTurnOf(codes: Uint8Array, layout: Layout, cell: number): TurnIndex {
  const first = firstTurnOf(layout, cell);
  const end = firstTurnOf(layout, cell + 1);
  let chosen = first;
  for (let turn = first; turn < end; turn++) if ((codes[turn] ?? 0) > (codes[chosen] ?? 0)) chosen = turn;
  return chosen;
}

/** The content of a cell, for the text beside the pointer. */
export interface CellContent {
  readonly first: TurnIndex;
  readonly last: TurnIndex;
  readonly worst: number;
  /** The number of turns with the worst code. */
  readonly hits: number;
}

export function contentOf(codes: Uint8Array, layout: Layout, cell: number): CellContent {
  const first = firstTurnOf(layout, cell);
  const last = firstTurnOf(layout, cell + 1) - 1;
  const worst = codes[worstTurnOf(codes, layout, cell)] ?? 0;
  let hits = 0;
  for (let turn = first; turn <= last; turn++) if (codes[turn] === worst) hits++;
  return { first, last, worst, hits };
}
