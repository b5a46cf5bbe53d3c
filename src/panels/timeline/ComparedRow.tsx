import { useCallback, useMemo } from 'react';
import { countRows, marksOfTurns, missingBefore, rowKinds } from '../../engine/model/alignment.ts';
import { count } from '../../ui/format.ts';
import { type Brush, edgeOf, type Sheet } from '../paintVerdicts.ts';
import { useComparison } from '../useComparison.ts';
import type { LaneRowProps } from './KindsRow.tsx';
import { firstTurnOf, type Layout } from './layout.ts';
import { RowLabel } from './RowLabel.tsx';
import styles from './Timeline.module.css';
import { LaneTrack } from './Track.tsx';

const noMarks = new Uint8Array();

/** Which turns differ from the session that the shown one is compared with. */
export function ComparedRow({ layout, onCursor, onHover, onPan }: Omit<LaneRowProps, 'columns'>) {
  const compared = useComparison();
  const alignment = compared.kind === 'compared' ? compared.comparison.alignment : null;
  const marks = useMemo(() => (alignment === null ? noMarks : marksOfTurns(alignment)), [alignment]);
  const counts = useMemo(() => (alignment === null ? null : countRows(alignment)), [alignment]);
  const paint = useCallback(
    (brush: Brush, sheet: Sheet, token: (name: string) => string) =>
      paintCompared(brush, marksPerCell(marks, layout), sheet, {
        same: token('--edge'),
        changed: token('--value'),
        here: token('--added'),
        there: token('--removed'),
      }),
    [marks, layout],
  );
  const words =
    counts === null
      ? 'comparing'
      : `${count(counts.same)} same, ${count(counts.changed)} changed, ${count(counts.here)} only here, ${count(counts.there)} only there`;
  return (
    <>
      <RowLabel
        aside={
          counts !== null && (
            <span className={styles.of} title={words}>
              {count(counts.changed + counts.here + counts.there)} differ
            </span>
          )
        }
      >
        <span className={styles.name}>compared</span>
      </RowLabel>
      <LaneTrack
        name="compared"
        summary={words}
        layout={layout}
        onCursor={onCursor}
        onPan={onPan}
        onHover={(cell) => onHover(cell === null ? null : { cell, words: cellWords(marks, layout, cell) })}
        paint={paint}
        captions={[{ text: 'compared', words }]}
        height={20}
      />
    </>
  );
}

/** Bits of what a cell of several turns has. */
const bits = { same: 1, changed: 2, here: 4, there: 8 } as const;

/**
 * For each cell, which kinds of rows it has; turns of the other session after the last turn are in the cell of that turn. Of
 * a session that grows, the newest turns are not compared yet.
 */
export function marksPerCell(marks: Uint8Array, layout: Layout): Uint8Array {
  const cells = new Uint8Array(layout.cells);
  const compared = Math.min(layout.turns, marks.length - 1);
  for (let cell = 0; cell < layout.cells; cell++) {
    const first = firstTurnOf(layout, cell);
    const next = firstTurnOf(layout, cell + 1);
    for (let turn = first; turn < Math.min(next, compared); turn++)
      cells[cell] = (cells[cell] ?? 0) | bitsOf(marks[turn] ?? 0);
    if (first < compared && compared <= next && (marks[compared] ?? 0) >= missingBefore)
      cells[cell] = (cells[cell] ?? 0) | bits.there;
  }
  return cells;
}

const bitsOf = (mark: number): number =>
  bits[rowKinds[mark % missingBefore] ?? 'same'] | (mark >= missingBefore ? bits.there : 0);

function cellWords(marks: Uint8Array, layout: Layout, cell: number): string {
  const found = marksPerCell(marks, layout)[cell] ?? 0;
  return [
    (found & bits.changed) > 0 ? 'changed' : null,
    (found & bits.here) > 0 ? 'only here' : null,
    (found & bits.there) > 0 ? 'turns that are only there' : null,
    found === bits.same ? 'same' : null,
  ]
    .filter((word) => word !== null)
    .join(', ');
}

/**
 * A line where turns are the same, a bar half as high where they changed, a whole one for turns that are only here, and below it
 * a tick where turns are missing that the other session has.
 */
export function paintCompared(
  brush: Brush,
  cells: Uint8Array,
  sheet: Sheet,
  ink: { readonly [K in keyof typeof bits]: string },
): void {
  const { scale, height, width } = sheet;
  brush.clearRect(0, 0, width, height);
  const room = height - 6 * scale;
  for (const [cell, found] of cells.entries()) {
    const x = edgeOf(sheet, cell);
    const own = Math.max(scale, edgeOf(sheet, cell + 1) - x - (edgeOf(sheet, cell + 1) - x > 4 * scale ? scale : 0));
    const bar = (colour: string, top: number, tall: number) => {
      brush.fillStyle = colour;
      brush.fillRect(x, top, own, tall);
    };
    if ((found & bits.here) > 0) bar(ink.here, 0, room);
    else if ((found & bits.changed) > 0) bar(ink.changed, Math.round(room / 2), Math.round(room / 2));
    else if ((found & bits.same) > 0) bar(ink.same, room - scale, scale);
    if ((found & bits.there) > 0) {
      brush.fillStyle = ink.there;
      // A triangle that points up to the place between two turns.
      const tip = Math.max(3 * scale, x);
      for (let row = 0; row < 4; row++)
        brush.fillRect(tip - row * scale, height - (4 - row) * scale, (2 * row + 1) * scale, scale);
    }
  }
}
