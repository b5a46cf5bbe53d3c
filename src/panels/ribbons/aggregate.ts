import type { TurnIndex } from '../../engine/model/history.ts';
import { firstTurnOf, type Layout } from './layout.ts';

/** The worst code in each cell. Codes are ordered by how bad they are, so one firing in 100 000 turns is never lost. */
export function worstPerCell(codes: Uint8Array, layout: Layout): Uint8Array {
  if (layout.cells === codes.length) return codes;
  const worst = new Uint8Array(layout.cells);
  for (let cell = 0; cell < layout.cells; cell++) {
    const end = firstTurnOf(layout, cell + 1);
    let found = 0;
    for (let turn = firstTurnOf(layout, cell); turn < end; turn++) found = Math.max(found, codes[turn] ?? 0);
    worst[cell] = found;
  }
  return worst;
}

/** The turn that a click on a cell means: the first of its worst ones. */
export function worstTurnOf(codes: Uint8Array, layout: Layout, cell: number): TurnIndex {
  const first = firstTurnOf(layout, cell);
  const end = firstTurnOf(layout, cell + 1);
  let chosen = first;
  for (let turn = first; turn < end; turn++) if ((codes[turn] ?? 0) > (codes[chosen] ?? 0)) chosen = turn;
  return chosen;
}

/** What is in a cell, for the words beside the pointer. */
export interface CellContent {
  readonly first: TurnIndex;
  readonly last: TurnIndex;
  readonly worst: number;
  /** How many of the turns have the worst code. */
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

/** Neighbouring cells with the same mark. */
export interface Run {
  readonly mark: number;
  readonly from: number;
  readonly to: number;
}

export function runsOf(cells: Uint8Array): readonly Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < cells.length;) {
    const mark = cells[from] ?? 0;
    let to = from + 1;
    while (to < cells.length && cells[to] === mark) to++;
    runs.push({ mark, from, to });
    from = to;
  }
  return runs;
}
