import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './Grid.module.css';
import { moveByKey, rowHeight, useWindow } from './useWindow.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: ReactNode;
  /** Width as a CSS grid track: `48px`, `minmax(0, 1fr)`. */
  readonly track: string;
  /**
   * The column is shown only if the grid is at least this many pixels wide; its content must also be available
   * elsewhere.
   */
  readonly from?: number;
  readonly align?: 'start' | 'end' | 'centre';
  readonly sortable?: boolean;
  /** Must render without state: the elements of a removed row are reused for a new one. */
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
  /** Undefined while the row is loading; its place is reserved. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly cursor: number | null;
  /** Lines of text in a row. */
  readonly lines?: 1 | 2;
  readonly onCursor: (index: number) => void;
  /** Called for Enter on the cursor's row. */
  readonly onOpen?: (index: number) => void;
  /** Called when the visible rows change: from `from` up to but not including `to`. */
  readonly onRange?: (from: number, to: number) => void;
  /** More rows are loading: the user's scroll position is kept. */
  readonly isGrowing?: boolean;
  /** Called when the user scrolls, not when the grid follows the cursor. */
  readonly onScroll?: ((isEndInSight: boolean) => void) | undefined;
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort) => void;
  /** This grid gets the focus when its region is entered. */
  readonly entry?: boolean;
  /** Shown if there are no rows. */
  readonly empty?: ReactNode;
}

/**
 * A grid after the ARIA authoring practices, navigated row by row. Only visible rows are rendered, so it can have 100
 * 000.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, count, rowAt, cursor, onCursor, onOpen, onRange, sort = null, onSort, entry, empty } = props;
  const { isGrowing = false, lines = 1, onScroll } = props;
  const tall = lines * rowHeight;
  const base = useId();
  const { scroller, rows, width, height, onScrolled } = useWindow<HTMLDivElement>({
    count,
    head: rowHeight,
    cursor,
    rowHeight: tall,
    isGrowing,
    onRange,
    onScroll,
  });
  const columns = props.columns.filter(({ from = 0 }) => from <= width);
  const tracks = columns.map((column) => column.track).join(' ');
  const inSight = cursor !== null && rows.some((row) => row.index === cursor);

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter on a button in a heading presses that button.
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
      onScroll={onScrolled}
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
              // The grid has the focus and handles all keys; its cursor is the active row.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={place}
                id={`${base}-${index}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={index === cursor}
                className={styles.row}
                style={{ gridTemplateColumns: tracks, height: tall, transform: `translateY(${start}px)` }}
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
          title={typeof column.title === 'string' ? column.title : undefined}
          onClick={() => onSort({ column: column.id, direction: sorted === 'ascending' ? 'descending' : 'ascending' })}
        >
          {column.title}
          <span aria-hidden="true">{sorted === undefined ? '' : sorted === 'ascending' ? ' ↑' : ' ↓'}</span>
        </button>
      )}
    </div>
  );
}
