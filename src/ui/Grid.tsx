import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './Grid.module.css';
import { moveByKey, rowHeight, useWindow } from './useWindow.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: ReactNode;
  /** Width as a CSS grid track: `48px`, `minmax(0, 1fr)`. */
  readonly track: string;
  /** Width of the grid in pixels from which on it is shown; what it says is then told elsewhere as well. */
  readonly from?: number;
  readonly align?: 'start' | 'end' | 'centre';
  readonly sortable?: boolean;
  /** What is drawn keeps no state of its own: the elements of a row that went serve the one that came. */
  cell(row: Row): ReactNode;
}

export interface Sort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

interface GridProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** Undefined while the row is on its way; its place is kept. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly cursor: number | null;
  readonly onCursor: (index: number) => void;
  /** Enter on the cursor's row. */
  readonly onOpen?: (index: number) => void;
  /** The rows in sight changed: `from` up to, not with, `to`. */
  readonly onRange?: (from: number, to: number) => void;
  /** More rows are on their way: who scrolls meanwhile stays where they are. */
  readonly isGrowing?: boolean;
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort) => void;
  /** It is the place to go to in its region. */
  readonly entry?: boolean;
  /** Shown in place of rows when there are none. */
  readonly empty?: ReactNode;
}

/** A grid after the ARIA authoring practices, moved through row by row. It holds 100 000 rows as easily as ten. */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, count, rowAt, cursor, onCursor, onOpen, onRange, sort = null, onSort, entry, empty } = props;
  const { isGrowing = false } = props;
  const base = useId();
  const { scroller, rows, width, height } = useWindow<HTMLDivElement>({
    count,
    head: rowHeight,
    cursor,
    isGrowing,
    onRange,
  });
  const columns = props.columns.filter(({ from = 0 }) => from <= width);
  const tracks = columns.map((column) => column.track).join(' ');
  const inSight = cursor !== null && rows.some((row) => row.index === cursor);

  const onKeyDown = (event: KeyboardEvent) => {
    // A button in a heading has its own Enter.
    if (event.key === 'Enter' && event.target === event.currentTarget && cursor !== null) onOpen?.(cursor);
    const to = moveByKey(event, cursor ?? -1, count);
    if (to === null) return;
    event.preventDefault();
    onCursor(to);
  };

  return (
    <div
      ref={scroller}
      className={styles.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={inSight ? `${base}-${cursor}` : undefined}
      tabIndex={0}
      {...(entry === true && { 'data-place': 'entry' })}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={styles.head}>
        <div role="row" aria-rowindex={1} className={styles.row} style={{ gridTemplateColumns: tracks }}>
          {columns.map((column) => (
            <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      {count === 0 ? (
        empty
      ) : (
        <div role="rowgroup" className={styles.body} style={{ height }}>
          {rows.map(({ index, start, place }) => {
            const row = rowAt(index);
            return (
              // Keys are the grid's own affair: it holds the focus, and its cursor says which row is meant.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={place}
                id={`${base}-${index}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={index === cursor}
                className={styles.row}
                style={{ gridTemplateColumns: tracks, transform: `translateY(${start}px)` }}
                onClick={() => onCursor(index)}
              >
                {columns.map((column) => (
                  <div key={column.id} role="gridcell" className={styles.cell} data-align={column.align}>
                    {row === undefined ? <span className={styles.pending} /> : column.cell(row)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}

interface HeadingProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | null;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const sorted = sort?.column === column.id ? sort.direction : undefined;
  const plain = column.sortable !== true || onSort === undefined;
  return (
    <div role="columnheader" className={styles.heading} data-align={column.align} aria-sort={sorted}>
      {plain ? (
        column.title
      ) : (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort({ column: column.id, direction: sorted === 'ascending' ? 'descending' : 'ascending' })}
        >
          {column.title}
          <span aria-hidden="true">{sorted === undefined ? '' : sorted === 'ascending' ? ' ↑' : ' ↓'}</span>
        </button>
      )}
    </div>
  );
}
