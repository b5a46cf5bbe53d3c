import { useCallback } from 'react';
import { count, shortCount } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { type Brush, type Sheet, type Box, dots, edgeOf, runsOf } from '../paintVerdicts.ts';
import { contentOf, worstPerCell } from './aggregate.ts';
import { changeCodes, type VerdictChange } from '../../state/verdictChange.ts';
import { type Difference, only } from '../difference.ts';
import { RowLabel } from './RowLabel.tsx';
import styles from './Timeline.module.css';
import { Track } from './Track.tsx';
import type { RowProps } from './VerdictRow.tsx';
import { cellText, differenceWordOf, turnText } from './words.ts';

interface DifferenceRowProps extends RowProps {
  readonly difference: Difference | null;
  /** Opens the table of verdict pairs. */
  readonly onOpen: () => void;
}

/** The past decisions that the edit changes: ▲ newly blocked, ▼ no longer blocked, ? not comparable. */
export function DifferenceRow({ difference, onOpen, ...row }: DifferenceRowProps) {
  return (
    <>
      <RowLabel aside={<Sums difference={difference} />}>
        {difference === null ? (
          <span className={styles.name}>difference</span>
        ) : (
          <button
            type="button"
            className={styles.open}
            aria-haspopup="dialog"
            aria-keyshortcuts="D"
            title="Show which verdicts changed, and to what (D)"
            onClick={onOpen}
          >
            difference <Icon name="right" />
          </button>
        )}
      </RowLabel>
      {difference === null ? <p className={styles.nothing}>–</p> : <Changes {...row} difference={difference} />}
    </>
  );
}

function Changes({
  difference,
  layout,
  cursor,
  label,
  onCursor,
  onExtend,
  onHover,
}: RowProps & { readonly difference: Difference }) {
  const { codes } = difference;
  const paint = useCallback(
    (brush: Brush, sheet: Sheet, token: (name: string) => string) => {
      const cellsOf = (kind: PaintedChange) =>
        difference[kind] === 0 ? new Uint8Array() : worstPerCell(only(codes, changeCodes[kind]), layout);
      const cells = {
        blocked: cellsOf('blocked'),
        released: cellsOf('released'),
        unknown: cellsOf('unknown'),
        other: cellsOf('other'),
      };
      const ink = {
        blocked: token('--fire'),
        released: token('--pass'),
        unknown: token('--unknown'),
        other: token('--edge'),
      };
      paintDifference(brush, cells, sheet, ink);
    },
    [difference, codes, layout],
  );
  return (
    <Track
      name="difference"
      valueText={turnText(cursor, differenceWordOf(codes[cursor]), label)}
      codes={codes}
      layout={layout}
      cursor={cursor}
      onCursor={onCursor}
      onExtend={onExtend}
      onHover={(cell) =>
        onHover(cell === null ? null : { cell, words: cellText(contentOf(codes, layout, cell), differenceWordOf) })
      }
      paint={paint}
      words={differenceText(difference)}
      height={20}
    />
  );
}

const differenceText = ({ blocked, released, unknown, other }: Difference): string =>
  [
    `${count(blocked)} newly blocked`,
    `${count(released)} no longer blocked`,
    ...(unknown === 0 ? [] : [`${count(unknown)} not comparable`]),
    ...(other === 0 ? [] : [`${count(other)} judged differently`]),
  ].join(', ');

/** Those at the end that have no room are in the tooltip alone. */
function Sums({ difference }: { readonly difference: Difference | null }) {
  if (difference === null) return null;
  const { blocked, released, unknown, other } = difference;
  if (blocked + released + unknown + other === 0) return <span className={styles.of}>none</span>;
  const isAlone = [blocked, released, unknown, other].filter((some) => some > 0).length === 1;
  const numberOf = isAlone ? count : shortCount;
  return (
    <div className={`${styles.counts} ${styles.sums}`} title={differenceText(difference)}>
      {released > 0 && (
        <span className={styles.count} data-kind="pass" title="no longer blocked">
          ▼ <b>−{numberOf(released)}</b>
        </span>
      )}
      {blocked > 0 && (
        <span className={styles.count} data-kind="fire" title="newly blocked">
          ▲ <b>+{numberOf(blocked)}</b>
        </span>
      )}
      {unknown > 0 && (
        <span
          className={styles.count}
          data-kind="unknown"
          title="not comparable: the recording lacks a value that one of the two rules needs, so its verdict is unknown"
        >
          ? <b>{numberOf(unknown)}</b>
        </span>
      )}
      {other > 0 && (
        <span className={styles.count} data-kind="n/a" title="judged differently, with the same effect">
          <b>{numberOf(other)}</b> other
        </span>
      )}
    </div>
  );
}

type PaintedChange = Exclude<VerdictChange, 'same'>;

/**
 * Triangles up in the upper half for newly blocked, down in the lower half for no longer blocked; between them two rows of dots
 * where the rules are not comparable, and a dash for other changes.
 */
export function paintDifference(
  brush: Brush,
  cells: { readonly [K in PaintedChange]: Uint8Array },
  sheet: Sheet,
  ink: { readonly [K in PaintedChange]: string },
): void {
  brush.clearRect(0, 0, sheet.width, sheet.height);
  const half = Math.floor(sheet.height / 2);
  for (const kind of ['other', 'unknown', 'released', 'blocked'] as const) {
    brush.fillStyle = ink[kind];
    for (const { mark, from, to } of runsOf(cells[kind])) {
      if (mark !== changeCodes[kind]) continue;
      const x = edgeOf(sheet, from);
      const box = { x, width: Math.max(sheet.scale, edgeOf(sheet, to) - x) };
      const many = to - from;
      if (kind === 'other') brush.fillRect(box.x, half, Math.max(3 * sheet.scale, box.width), sheet.scale);
      else if (kind === 'unknown')
        for (const y of [half - 2 * sheet.scale, half + 2 * sheet.scale])
          dots(brush, box, y, 2 * sheet.scale, 5 * sheet.scale);
      else
        triangles(
          brush,
          box,
          many,
          kind === 'blocked' ? half - sheet.scale : half + 2 * sheet.scale,
          kind,
          sheet.scale,
        );
    }
  }
}

/** A line as long as the run, so that its extent is exact, with as many triangles on it as fit. */
function triangles(brush: Brush, box: Box, cells: number, base: number, kind: 'blocked' | 'released', scale: number) {
  brush.fillRect(box.x, base, box.width, scale);
  const pitch = Math.max(9 * scale, box.width / cells);
  const many = Math.max(1, Math.floor(box.width / pitch));
  const rows = 4;
  for (let each = 0; each < many; each++) {
    const middle = box.x + ((each + 0.5) * box.width) / many;
    for (let row = 0; row <= rows; row++) {
      const reach = (rows - row + 0.5) * scale;
      const y = kind === 'blocked' ? base - row * scale : base + row * scale;
      brush.fillRect(Math.round(middle - reach), y, Math.round(2 * reach), scale);
    }
  }
}
