import { turnKinds } from '../../engine/model/history.ts';
import { treeLines } from '../../ui/treeLines.ts';
import type { NodeOutline, TurnColumns } from '../../worker/protocol.ts';
import { type Brush, edgeOf, isRoomy, runsOf, type Sheet } from '../paintVerdicts.ts';
import { cellOf, firstTurnOf, type Layout } from './layout.ts';

/** One row of the picture of kinds: the contexts of one name, as far as they do not overlap. */
export interface Lane {
  readonly title: string;
  /** 0 for the root. */
  readonly depth: number;
  readonly contexts: readonly LaneContext[];
}

interface LaneContext {
  /** Among the session's contexts. */
  readonly place: number;
  readonly parent: number | null;
  readonly first: number;
  readonly last: number;
}

/** A lane for the root, and below it those of the contexts derived from it. A context without turns has none. */
export function lanesOf(nodes: readonly NodeOutline[]): readonly Lane[] {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const lanes: { title: string; depth: number; contexts: LaneContext[]; order: number }[] = [];
  const byName = new Map<string, typeof lanes>();
  const lines = treeLines(nodes, () => true).map(({ node, level }, order) => ({ node, depth: level - 1, order }));
  const begun = lines.toSorted((a, b) => (a.node.firstTurn ?? 0) - (b.node.firstTurn ?? 0));
  for (const { node, depth, order } of begun) {
    const { title, firstTurn, lastTurn, parent } = node;
    if (firstTurn === null || lastTurn === null) continue;
    const context = {
      place: places.get(node.id) ?? 0,
      parent: parent === null ? null : (places.get(parent) ?? null),
      first: firstTurn,
      last: lastTurn,
    };
    const name = `${depth} ${title}`;
    const named = byName.get(name) ?? [];
    byName.set(name, named);
    const free = named.find(({ contexts }) => (contexts.at(-1)?.last ?? 0) < firstTurn);
    if (free === undefined) {
      const lane = { title, depth, contexts: [context], order };
      named.push(lane);
      lanes.push(lane);
    } else {
      free.contexts.push(context);
      free.order = Math.min(free.order, order);
    }
  }
  return lanes.toSorted((a, b) => a.order - b.order);
}

/** The same lanes, but only so many: the last one holds the contexts of all others. */
export function cappedLanes(lanes: readonly Lane[], most: number): readonly Lane[] {
  if (lanes.length <= most) return lanes;
  const rest = lanes.slice(most - 1);
  const contexts = rest.flatMap((lane) => lane.contexts);
  return [...lanes.slice(0, most - 1), { title: `${rest.length} more`, depth: 1, contexts }];
}

const bitOf = (kind: (typeof turnKinds)[number]): number => 1 << turnKinds.indexOf(kind);
const [input, call] = [bitOf('input'), bitOf('capability')];

/** For each lane, which kinds of turns each cell has: a bit per kind. */
export function kindsPerCell(
  { kinds, nodes }: Pick<TurnColumns, 'kinds' | 'nodes'>,
  lanes: readonly Lane[],
  { cells, firsts }: Layout,
): readonly Uint8Array[] {
  const masks = lanes.map(() => new Uint8Array(cells));
  const maskOf = new Map(lanes.flatMap(({ contexts }, lane) => contexts.map(({ place }) => [place, masks[lane]])));
  for (let cell = 0; cell < cells; cell++) {
    const end = Math.min(kinds.length, firsts[cell + 1] ?? 0);
    for (let turn = firsts[cell] ?? 0; turn < end; turn++) {
      const mask = maskOf.get(nodes[turn] ?? 0);
      if (mask !== undefined) mask[cell] = (mask[cell] ?? 0) | (1 << (kinds[turn] ?? 0));
    }
  }
  return masks;
}

/** Of a lane in CSS pixels, as high as a line of text. */
export const laneHeight = 16;

export interface KindInk {
  readonly input: string;
  readonly model: string;
  readonly call: string;
  readonly line: string;
}

/**
 * Paints the kinds as the transcript marks them, turned on their side: a thick bar for the user, a thin line for the
 * model, a square for a call. A line leads from a context's parent to its turns.
 */
export function paintKinds(
  brush: Brush,
  lanes: readonly Lane[],
  masks: readonly Uint8Array[],
  layout: Layout,
  sheet: Sheet,
  ink: KindInk,
): void {
  brush.clearRect(0, 0, sheet.width, sheet.height);
  brush.fillStyle = ink.line;
  const high = laneHeight * sheet.scale;
  const middleOf = (lane: number) => lane * high + high / 2;
  const laneOf = new Map(lanes.flatMap(({ contexts }, lane) => contexts.map(({ place }) => [place, lane])));
  for (const [lane, { contexts }] of lanes.entries()) {
    for (const { parent, first, last } of contexts) {
      const from = cellOf(layout, first);
      const to = Math.min(layout.cells, cellOf(layout, last) + 1);
      if (from >= layout.cells || to <= 0) continue;
      const x = from < 0 ? 0 : edgeOf(sheet, from);
      brush.fillRect(x, middleOf(lane), edgeOf(sheet, to) - x, sheet.scale);
      const above = parent === null ? undefined : laneOf.get(parent);
      if (above !== undefined && from >= 0)
        brush.fillRect(x, middleOf(Math.min(above, lane)), sheet.scale, middleOf(Math.abs(lane - above)) - middleOf(0));
    }
  }
  const isShared = masks.some((mask) => mask.length < firstTurnOf(layout, layout.cells) - firstTurnOf(layout, 0));
  for (const [lane, mask] of masks.entries()) {
    if (isShared) paintStrips(brush, mask, middleOf(lane), sheet, ink);
    else paintMarks(brush, mask, middleOf(lane), sheet, ink);
  }
}

/** Where cells have several turns, each kind has a strip of its own, so that none hides another. */
function paintStrips(brush: Brush, mask: Uint8Array, middle: number, sheet: Sheet, ink: KindInk): void {
  const { scale } = sheet;
  for (const { mark, from, to } of runsOf(mask)) {
    const strip = (top: number, height: number) =>
      brush.fillRect(
        edgeOf(sheet, from),
        middle + top * scale,
        Math.max(scale, edgeOf(sheet, to) - edgeOf(sheet, from)),
        height * scale,
      );
    brush.fillStyle = ink.input;
    if ((mark & input) !== 0) strip(-7, 4);
    brush.fillStyle = ink.model;
    if ((mark & ~(input | call)) !== 0) strip(-1, 2);
    brush.fillStyle = ink.call;
    if ((mark & call) !== 0) strip(3, 4);
  }
}

function paintMarks(brush: Brush, mask: Uint8Array, middle: number, sheet: Sheet, ink: KindInk): void {
  const { scale } = sheet;
  for (const [cell, kinds] of mask.entries()) {
    const x = edgeOf(sheet, cell);
    const width = Math.max(scale, edgeOf(sheet, cell + 1) - x);
    // In a wide cell the mark is in the middle, and no wider than in the transcript.
    const mark = (most: number, height: number) => {
      const own = isRoomy(sheet, cell) ? Math.min(width - scale, most * scale) : width;
      brush.fillRect(x + Math.floor((width - own) / 2), middle - (height / 2) * scale, own, height * scale);
    };
    brush.fillStyle = ink.model;
    if ((kinds & ~(input | call)) !== 0) brush.fillRect(x, middle - scale, width, 2 * scale);
    brush.fillStyle = ink.call;
    if ((kinds & call) !== 0) mark(6, 6);
    brush.fillStyle = ink.input;
    if ((kinds & input) !== 0) mark(4, 14);
  }
}
