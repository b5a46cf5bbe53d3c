import { turnKinds } from '../../engine/model/history.ts';
import { type Box, edgeOf, isRoomy, runsOf, type Sheet } from '../paintVerdicts.ts';
import type { Lane } from './lanes.ts';
import { cellOf, firstTurnOf, type Layout } from './layout.ts';
import { cutText, type TextBrush } from '../textBrush.ts';

/** From one lane to the next, in CSS pixels. */
export const laneHeight = 20;
/** Between the boxes of two lanes. */
const gap = 2;
/** The strip in which a kind differs without its colour. */
const strip = 3;
/** Above one turn per cell the strips are higher, because nothing is written between them. */
const sharedStrip = 5;

const bitOf = (kind: (typeof turnKinds)[number]): number => 1 << turnKinds.indexOf(kind);
const [input, call] = [bitOf('input'), bitOf('capability')];

export interface KindInk {
  readonly input: string;
  readonly call: string;
  readonly inputFill: string;
  readonly modelFill: string;
  readonly callFill: string;
  readonly line: string;
  /** Of the names of functions. */
  readonly text: string;
  /** Of the words for the other kinds. */
  readonly quiet: string;
  /** A CSS `font-family`. */
  readonly font: string;
}

/** What a turn's box says, if it has room: the function that it calls, otherwise the word for its kind. */
export interface Words {
  readonly text: string;
  /** A name is cut, at the least to its initial. A word is left out instead. */
  readonly isName: boolean;
}

interface Kinds {
  readonly lanes: readonly Lane[];
  /** Of each lane, the kinds in each cell. */
  readonly masks: readonly Uint8Array[];
  readonly wordsAt: (turn: number) => Words;
}

/**
 * Paints a box per turn in the lane of its context: an input has a strip at the top, a call one at the bottom, a model
 * call none. Where a cell has several turns it has the strips of all their kinds, so that none hides another. A line
 * leads from a context's parent to its turns.
 */
export function paintKinds(brush: TextBrush, kinds: Kinds, layout: Layout, sheet: Sheet, ink: KindInk): void {
  const { lanes, masks } = kinds;
  brush.clearRect(0, 0, sheet.width, sheet.height);
  paintLines(brush, lanes, layout, sheet, ink.line);
  const isShared = masks.some((mask) => mask.length < firstTurnOf(layout, layout.cells) - firstTurnOf(layout, 0));
  for (const [lane, mask] of masks.entries()) {
    const top = lane * laneHeight * sheet.scale;
    if (isShared) {
      for (const { mark, from, to } of runsOf(mask))
        paintBox(brush, mark, boxOf(sheet, from, to), top, sharedStrip, sheet, ink);
    } else {
      for (const [cell, mark] of mask.entries())
        if (mark !== 0) paintBox(brush, mark, boxOf(sheet, cell, cell + 1), top, strip, sheet, ink);
      paintWords(brush, kinds, lane, layout, sheet, ink);
    }
  }
}

/** Between wide cells there is a gap. */
function boxOf(sheet: Sheet, from: number, to: number): Box {
  const x = edgeOf(sheet, from);
  const space = to - from === 1 && isRoomy(sheet, from) ? sheet.scale : 0;
  return { x, width: Math.max(sheet.scale, edgeOf(sheet, to) - x - space) };
}

function paintBox(
  brush: TextBrush,
  kinds: number,
  { x, width }: Box,
  top: number,
  edge: number,
  { scale }: Sheet,
  ink: KindInk,
): void {
  if (kinds === 0) return;
  const [hasInput, hasCall] = [(kinds & input) !== 0, (kinds & call) !== 0];
  const hasModel = (kinds & ~(input | call)) !== 0;
  const [y, height] = [top + (gap / 2) * scale, (laneHeight - gap) * scale];
  brush.fillStyle = hasModel || hasInput === hasCall ? ink.modelFill : hasInput ? ink.inputFill : ink.callFill;
  brush.fillRect(x, y, width, height);
  brush.fillStyle = ink.input;
  if (hasInput) brush.fillRect(x, y, width, edge * scale);
  brush.fillStyle = ink.call;
  if (hasCall) brush.fillRect(x, y + height - edge * scale, width, edge * scale);
}

/** Beside a text, in CSS pixels. */
const padding = 4;
const fontSize = 12;

function paintWords(brush: TextBrush, kinds: Kinds, lane: number, layout: Layout, sheet: Sheet, ink: KindInk): void {
  const { scale } = sheet;
  const mask = kinds.masks[lane] ?? new Uint8Array();
  brush.font = `400 ${fontSize * scale}px ${ink.font}`;
  brush.textBaseline = 'alphabetic';
  for (const [cell, kind] of mask.entries()) {
    const { x, width } = boxOf(sheet, cell, cell + 1);
    const room = width - 2 * padding * scale;
    if (kind === 0 || room < (fontSize / 2) * scale) continue;
    const { text, isName } = kinds.wordsAt(firstTurnOf(layout, cell));
    const shown = cutText(brush, text, room);
    if (shown === '' || (!isName && shown !== text)) continue;
    brush.fillStyle = isName ? ink.text : ink.quiet;
    // Under the strip of an input, above that of a call.
    const shift = kind === input ? 1 : kind === call ? -1 : 0;
    brush.fillText(shown, x + padding * scale, (lane * laneHeight + laneHeight / 2 + 4 + shift) * scale);
  }
}

/** From the first to the last turn of each context, and up or down to the lane of its parent. */
function paintLines(brush: TextBrush, lanes: readonly Lane[], layout: Layout, sheet: Sheet, ink: string): void {
  brush.fillStyle = ink;
  const high = laneHeight * sheet.scale;
  const middleOf = (lane: number) => lane * high + high / 2;
  const laneOf = new Map(lanes.flatMap(({ contexts }, lane) => contexts.map(({ place }) => [place, lane])));
  for (const [lane, { contexts, folding }] of lanes.entries()) {
    for (const { parent, first, last } of contexts) {
      const from = cellOf(layout, first);
      const to = Math.min(layout.cells, cellOf(layout, last) + 1);
      if (from >= layout.cells || to <= 0) continue;
      const x = from < 0 ? 0 : edgeOf(sheet, from);
      brush.fillRect(x, middleOf(lane), edgeOf(sheet, to) - x, sheet.scale);
      // Those of many contexts would hide the lanes between.
      const above = parent === null || folding?.isFolded === true ? undefined : laneOf.get(parent);
      if (above !== undefined && from >= 0)
        brush.fillRect(x, middleOf(Math.min(above, lane)), sheet.scale, middleOf(Math.abs(lane - above)) - middleOf(0));
    }
  }
}
