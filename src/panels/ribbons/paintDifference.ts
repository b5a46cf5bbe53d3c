import { type Box, type Brush, runsOf, type Sheet } from '../paintVerdicts.ts';
import { differenceCodes } from './difference.ts';

export interface DifferenceInk {
  readonly fires: string;
  readonly released: string;
  readonly other: string;
}

/**
 * Triangles up in the upper half for newly blocked, down in the lower half for no longer blocked, and a dash between
 * for other changes.
 */
export function paintDifference(
  brush: Brush,
  cells: { readonly [K in keyof DifferenceInk]: Uint8Array },
  sheet: Sheet,
  ink: DifferenceInk,
): void {
  brush.clearRect(0, 0, sheet.width, sheet.height);
  const half = Math.floor(sheet.height / 2);
  for (const kind of ['other', 'released', 'fires'] as const) {
    brush.fillStyle = ink[kind];
    for (const { mark, from, to } of runsOf(cells[kind])) {
      if (mark !== differenceCodes[kind]) continue;
      const x = Math.round((from * sheet.width) / sheet.cells);
      const box = { x, width: Math.max(sheet.scale, Math.round((to * sheet.width) / sheet.cells) - x) };
      if (kind === 'other') brush.fillRect(box.x, half, Math.max(3 * sheet.scale, box.width), sheet.scale);
      else triangles(brush, box, kind === 'fires' ? half - sheet.scale : half + 2 * sheet.scale, kind, sheet);
    }
  }
}

/** A line as long as the run, so that its extent is exact, with as many triangles on it as fit. */
function triangles(brush: Brush, box: Box, base: number, kind: 'fires' | 'released', { cells, width, scale }: Sheet) {
  brush.fillRect(box.x, base, box.width, scale);
  const pitch = Math.max(9 * scale, width / cells);
  const many = Math.max(1, Math.floor(box.width / pitch));
  const rows = 4;
  for (let each = 0; each < many; each++) {
    const middle = box.x + ((each + 0.5) * box.width) / many;
    for (let row = 0; row <= rows; row++) {
      const reach = (rows - row + 0.5) * scale;
      const y = kind === 'fires' ? base - row * scale : base + row * scale;
      brush.fillRect(Math.round(middle - reach), y, Math.round(2 * reach), scale);
    }
  }
}
