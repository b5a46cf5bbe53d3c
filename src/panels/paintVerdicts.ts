import { unreachable } from '../base/unreachable.ts';
import { type VerdictKind, verdictCodes, verdictKinds } from '../engine/model/verdict.ts';

/** The members of a canvas context that ribbons use. */
export type Brush = Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect' | 'clearRect'>;

/** A track in device pixels, so that every edge is sharp. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Device pixels in a CSS pixel. */
  readonly scale: number;
  readonly cells: number;
  /** The left edge of each cell, then the right edge of the last; without it, all cells are equally wide. */
  readonly edges?: Float64Array;
}

const exactEdgeOf = ({ edges, width, cells }: Sheet, cell: number): number =>
  edges === undefined ? (cell * width) / cells : (edges[cell] ?? width);

/** Left edge of a cell, on a whole pixel. */
export const edgeOf = (sheet: Sheet, cell: number): number => Math.round(exactEdgeOf(sheet, cell));

/** Whether a cell has room for a gap beside it. */
export const isRoomy = (sheet: Sheet, cell: number): boolean =>
  exactEdgeOf(sheet, cell + 1) - exactEdgeOf(sheet, cell) >= 4 * sheet.scale;

export type Ink = { readonly [K in VerdictKind]: string } & {
  /** Behind the share of the turns that fire or fail, where a cell has other turns as well. */
  readonly faintFire: string;
  readonly faintError: string;
};

export interface Box {
  readonly x: number;
  readonly width: number;
}

/** All judged turns of a cell have its verdict. */
export const wholeShare = 8;

/**
 * Paints a verdict per cell. Verdicts differ by height and pattern before colour: pass is a low bar, fire a full one,
 * error hatched with a notch, unknown dotted, a plain value half high, n/a a dot on the baseline. `shares`: where not all
 * judged turns of a cell fire or fail, its column is filled so far, in eighths; its top stays filled, because one firing
 * in many turns must be seen.
 */
export function paintVerdicts(brush: Brush, cells: Uint8Array, sheet: Sheet, ink: Ink, shares?: Uint8Array): void {
  brush.clearRect(0, 0, sheet.width, sheet.height);
  // A code and its share in one number, so that neighbours which look the same are one run.
  const marks = shares === undefined ? cells : cells.map((code, cell) => code | (markedShare(code, shares[cell]) << 3));
  for (const { mark, from, to } of runsOf(marks)) {
    const share = mark >> 3;
    if (share > 0) {
      paintShare(brush, verdictKinds[mark & 7] ?? 'n/a', runBox(sheet, cells, from, to), sheet, ink, share);
      continue;
    }
    const kind = verdictKinds[mark & 7] ?? 'n/a';
    brush.fillStyle = ink[kind];
    // Neighbours without room for a gap between them are painted in one stroke.
    let narrow = from;
    for (let cell = from; cell < to; cell++) {
      if (!isRoomy(sheet, cell)) continue;
      if (narrow < cell) paintKind(brush, kind, runBox(sheet, cells, narrow, cell), sheet, false);
      paintKind(brush, kind, cellBox(sheet, cell), sheet, true);
      narrow = cell + 1;
    }
    if (narrow < to) paintKind(brush, kind, runBox(sheet, cells, narrow, to), sheet, false);
  }
}

/** 0 where the whole column is filled. */
const markedShare = (code: number, share = wholeShare): number =>
  code >= verdictCodes.error && share < wholeShare ? share : 0;

/** So much of the top of a column is filled, whatever its share, in CSS pixels. */
const top = 5;

function paintShare(brush: Brush, kind: VerdictKind, box: Box, sheet: Sheet, ink: Ink, share: number): void {
  const { height, scale } = sheet;
  const [upper, lower] = [scale, height - scale];
  const filled = lower - Math.round(((lower - upper) * share) / wholeShare);
  const fill = (from: number, to: number) =>
    kind === 'error' ? hatch(brush, box, from, to, scale) : brush.fillRect(box.x, from, box.width, to - from);
  brush.fillStyle = kind === 'error' ? ink.faintError : ink.faintFire;
  if (filled > upper + top * scale) fill(upper + top * scale, filled);
  brush.fillStyle = ink[kind];
  fill(upper, upper + top * scale);
  fill(filled, lower);
  if (kind === 'error') notch(brush, box, upper, scale);
}

/** If there is room, cells are separated by a pixel. */
function cellBox(sheet: Sheet, cell: number): Box {
  const x = edgeOf(sheet, cell);
  return { x, width: edgeOf(sheet, cell + 1) - x - sheet.scale };
}

/** A single firing or error of one pixel is widened to two, over a less important neighbour. */
function runBox(sheet: Sheet, cells: Uint8Array, from: number, to: number): Box {
  const x = edgeOf(sheet, from);
  const width = edgeOf(sheet, to) - x;
  const bad = (cells[from] ?? 0) >= verdictCodes.error;
  const spare = (cells[from - 1] ?? verdictCodes.fire) <= verdictCodes.pass;
  const least = 2 * sheet.scale;
  if (!bad || !spare || width >= least) return { x, width };
  // Widen to the left, because cells on the right are painted later and would cover it.
  return { x: x + width - least, width: least };
}

function paintKind(brush: Brush, kind: VerdictKind, box: Box, { height, scale }: Sheet, isCell: boolean): void {
  const bottom = height - scale;
  switch (kind) {
    case 'pass':
      brush.fillRect(box.x, bottom - 3 * scale, box.width, 3 * scale);
      return;
    case 'fire':
      brush.fillRect(box.x, scale, box.width, bottom - scale);
      return;
    case 'value':
      brush.fillRect(box.x, bottom - Math.round((bottom - scale) / 2), box.width, Math.round((bottom - scale) / 2));
      return;
    case 'error':
      hatch(brush, box, scale, bottom, scale);
      notch(brush, box, scale, scale);
      return;
    case 'unknown':
      for (let y = 4 * scale; y <= 0.6 * height; y += 4 * scale) dots(brush, box, bottom - y, 2 * scale, 5 * scale);
      return;
    case 'n/a':
      // One larger dot in a single wide cell; a dotted line over a run of narrow cells.
      if (box.width >= 3 * scale && isCell) dots(brush, box, bottom - 2 * scale, 2 * scale, box.width);
      else dots(brush, box, bottom - scale, scale, 4 * scale);
      return;
    default:
      unreachable(kind);
  }
}

/** Slanted strokes that continue across cells. */
function hatch(brush: Brush, { x, width }: Box, top: number, bottom: number, scale: number): void {
  const period = 4 * scale;
  for (let y = top; y < bottom; y += scale) {
    const start = x - ((x + y) % period);
    for (let stroke = start; stroke < x + width; stroke += period) {
      const left = Math.max(stroke, x);
      const right = Math.min(stroke + 2 * scale, x + width);
      if (right > left) brush.fillRect(left, y, right - left, scale);
    }
  }
}

/** A notch in the upper edge; on a narrow bar it has the whole width. */
function notch(brush: Brush, { x, width }: Box, top: number, scale: number): void {
  const middle = x + width / 2;
  for (let row = 0; row < 3; row++) {
    const half = Math.min(width, (6 - 2 * row) * scale) / 2;
    brush.clearRect(Math.round(middle - half), top + row * scale, Math.round(2 * half), scale);
  }
}

/** Evenly spaced dots, at least one; a single cell has few of them even if it is wide. */
export function dots(brush: Brush, { x, width }: Box, y: number, size: number, pitch: number): void {
  const many = Math.max(1, Math.floor(width / pitch));
  const start = x + (width - (many - 1) * pitch - size) / 2;
  for (let dot = 0; dot < many; dot++) brush.fillRect(Math.round(start + dot * pitch), y, size, size);
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

/** The colours of the page's theme, read by the names of its tokens. */
export const verdictInk = (token: (name: string) => string): Ink => ({
  pass: token('--pass'),
  fire: token('--fire'),
  error: token('--error'),
  unknown: token('--unknown'),
  value: token('--value'),
  'n/a': token('--n-a'),
  faintFire: token('--fire-faint'),
  faintError: token('--error-faint'),
});
