import type { TurnIndex } from '../../engine/model/history.ts';
import type { TurnRange } from '../../state/sight.ts';
import { count } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { rangeWords } from '../words.ts';
import { cellOf, centreOf, type Layout, leftOf } from './layout.ts';
import styles from './Timeline.module.css';

/** A narrower cell shows the cursor as a line; the outline of a wider one leaves what is in it readable. */
const leastOutlined = 16;

/** The cursor across all lanes and ribbons, in its own layer, so that moving it repaints none of them. */
export function Cursor({ layout, cursor }: { readonly layout: Layout; readonly cursor: TurnIndex }) {
  const cell = cellOf(layout, cursor);
  if (cell < 0 || cell >= layout.cells) return null;
  const [left, right] = [Math.max(0, leftOf(layout, cell)), Math.min(layout.width, leftOf(layout, cell + 1))];
  const isWide = right - left >= leastOutlined;
  return (
    <div
      className={styles.cursor}
      data-wide={isWide}
      style={{
        transform: `translateX(${isWide ? left : Math.round(centreOf(layout, cell)) - 1}px)`,
        width: isWide ? right - left : 2,
      }}
    />
  );
}

/** The place of the cursor's number at its upper end, between the edges; null if it is out of sight. */
export function flagOf(layout: Layout, cursor: TurnIndex): { readonly left: number; readonly right: number } | null {
  const cell = cellOf(layout, cursor);
  if (cell < 0 || cell >= layout.cells) return null;
  const width = digitWidth * count(cursor).length + 2 * flagPadding;
  const left = Math.max(0, Math.min(centreOf(layout, cell) - width / 2, layout.width - width));
  return { left, right: left + width };
}

/** Of the ruler's font. */
export const digitWidth = 7.2;
const flagPadding = 4;

/** The number of the cursor's turn, in the ruler, which stays while the rows scroll. */
export function CursorFlag({ layout, cursor }: { readonly layout: Layout; readonly cursor: TurnIndex }) {
  const flag = flagOf(layout, cursor);
  if (flag === null) return null;
  return (
    <span className={styles.flag} style={{ transform: `translateX(${flag.left}px)`, width: flag.right - flag.left }}>
      {count(cursor)}
    </span>
  );
}

interface RangeProps {
  readonly layout: Layout;
  readonly range: TurnRange;
}

/** The selected turns, as a band across all lanes and ribbons. */
export function RangeBand({ layout, range }: RangeProps) {
  const band = bandOf(layout, range);
  return band === null ? null : (
    <div className={styles.band} style={{ left: band.left, width: band.right - band.left }} />
  );
}

/** Null if none of the turns is in sight. */
function bandOf(layout: Layout, { first, last }: TurnRange): { readonly left: number; readonly right: number } | null {
  const from = Math.max(0, cellOf(layout, first));
  const to = Math.min(layout.cells, cellOf(layout, last) + 1);
  if (from >= to) return null;
  return { left: Math.max(0, leftOf(layout, from)), right: Math.min(layout.width, leftOf(layout, to)) };
}

interface RangeChipProps extends RangeProps {
  readonly cursor: TurnIndex;
  readonly onClick: () => void;
}

/** Beside the band's end that is farther from the cursor, whose number is at the other one. */
export function RangeChip({ layout, range, cursor, onClick }: RangeChipProps) {
  const words = rangeWords(range);
  const text = `${count(range.first)}–${count(range.last)}`;
  const width = chipWidth(text);
  const { left, right } = bandOf(layout, range) ?? { left: 0, right: 0 };
  const isAfter = cursor - range.first < range.last - cursor;
  const x = isAfter ? right + beside : left - beside - width;
  return (
    <button
      type="button"
      className={styles.chip}
      style={{ marginLeft: Math.max(0, Math.min(x, layout.width - width)) }}
      aria-label={`Clear the selection of ${words}`}
      title={`Counts and transcript are of ${words} only. Clear the selection (Esc)`}
      onClick={onClick}
    >
      {text}
      <Icon name="close" />
    </button>
  );
}

const beside = 2;
const chipWidth = (text: string): number => digitWidth * text.length + 32;
