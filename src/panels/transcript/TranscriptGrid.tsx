import { type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react';
import { moveByKey } from '../../ui/useWindow.ts';
import styles from './Transcript.module.css';
import { factsWidth, type Recorded } from './Facts.tsx';
import { RowMenu } from './RowMenu.tsx';
import { breaksOf, TurnRow, type TurnLine } from './TurnRow.tsx';
import { useTallRows } from './useTallRows.ts';

interface TranscriptGridProps {
  readonly count: number;
  /** Undefined while the row is loading. */
  readonly lineAt: (index: number) => TurnLine | undefined;
  /** Identifies the rows: those of another list have other heights. */
  readonly list: unknown;
  /** The row of the cursor, or of the last turn before it. */
  readonly cursor: number | null;
  /** Whether the cursor's own turn is in the list. */
  readonly hasCursor: boolean;
  readonly onCursor: (index: number) => void;
  readonly onRange: (from: number, to: number) => void;
  readonly isFollowing: boolean;
  readonly isGrowing: boolean;
  readonly onScroll: ((isEndInSight: boolean) => void) | undefined;
  /** Turns that are shown whole. */
  readonly opened: ReadonlySet<number>;
  /** Shows the whole of a turn, or its beginning again. */
  readonly onToggle: (turn: number) => void;
  readonly recorded: Recorded;
  readonly verdictTitle: string;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
}

/** In pixels, as in the style sheet. */
const narrow = 640;
const besideText = { wide: 112, narrow: 96 };
/** Of a line above a turn. */
const breakHeight = 28;

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean => key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Beside the number is the button of the row's menu. */
const indexWidth = (turns: number): number => 32 + 7 * Math.max(2, String(turns).length);

/** The type of style has no custom properties. */
const styleOf = (line: TurnLine | undefined) =>
  ({ '--above': `${line === undefined ? 0 : breaksOf(line).length * breakHeight}px` }) as CSSProperties;

/** The grid of turns, navigated row by row. Only visible rows are rendered, so it can have 100 000. */
export function TranscriptGrid(props: TranscriptGridProps) {
  const { count, lineAt, cursor, hasCursor, onCursor, isFollowing, opened, onToggle, recorded, empty } = props;
  const base = useId();
  const { scroller, rows, spaces, measure, width, pageFrom, release, stayInPlace, onScrolled } = useTallRows(props);
  const isWide = width >= narrow;
  const textWidth = width - (isWide ? besideText.wide : besideText.narrow);
  const inSight = hasCursor && rows.some((row) => row.index === cursor);

  const onKeyDown = (event: KeyboardEvent) => {
    release(false);
    if (isMenuKey(event)) {
      event.preventDefault();
      event.currentTarget.querySelector<HTMLElement>('[aria-selected="true"] [aria-haspopup="menu"]')?.click();
    }
    if (event.key === 'Enter' && event.target === event.currentTarget && hasCursor && cursor !== null) {
      const turn = lineAt(cursor)?.row.index;
      if (turn !== undefined) onToggle(turn);
    }
    const page = { PageDown: 1, PageUp: -1 }[event.key];
    // The row before a cursor that is not in the list is one step up.
    const from = (cursor ?? -1) + (!hasCursor && event.key === 'ArrowUp' ? 1 : 0);
    const moved = moveByKey(event, from, count);
    const to = moved !== null && (page === 1 || page === -1) ? pageFrom(cursor ?? 0, page) : moved;
    if (to === null) return;
    event.preventDefault();
    onCursor(to);
  };

  return (
    <div
      ref={scroller}
      className={styles.grid}
      role="grid"
      aria-label="Turns"
      aria-rowcount={count + 1}
      aria-colcount={4}
      aria-activedescendant={inSight ? `${base}-${cursor}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-following={isFollowing}
      style={{ '--facts': `${factsWidth(recorded)}px`, '--index': `${indexWidth(count)}px` } as CSSProperties}
      onScroll={onScrolled}
      onWheel={() => release(true)}
      onPointerDown={() => release(true)}
      onTouchStart={() => release(true)}
    >
      <div role="rowgroup" className="visually-hidden">
        <div role="row" aria-rowindex={1}>
          {['turn', 'text', 'tokens and time', props.verdictTitle].map((title) => (
            <span key={title} role="columnheader">
              {title}
            </span>
          ))}
        </div>
      </div>
      {count === 0 ? (
        empty
      ) : (
        <div role="rowgroup" className={styles.body}>
          <div role="presentation" style={{ height: spaces.above }} />
          {rows.map(({ index, key }) => {
            const line = lineAt(index);
            return (
              // The grid has the focus and handles all keys; its cursor is the active row.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={key}
                ref={measure}
                data-index={index}
                id={`${base}-${index}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={hasCursor && index === cursor}
                className={styles.row}
                data-kind={line?.row.kind}
                data-loading={line === undefined}
                data-joined={line?.isJoined}
                data-calls={line?.hasCalls}
                style={styleOf(line)}
                onClick={() => {
                  // The user selects text.
                  if (getSelection()?.isCollapsed === false) return;
                  stayInPlace();
                  onCursor(index);
                }}
              >
                {line === undefined ? (
                  <div role="gridcell">
                    <span className="visually-hidden">loading</span>
                  </div>
                ) : (
                  <TurnRow
                    line={line}
                    width={textWidth}
                    recorded={recorded}
                    isWide={isWide}
                    isOpen={opened.has(line.row.index)}
                    onToggle={onToggle}
                    menu={hasCursor && index === cursor && <RowMenu row={line.row} />}
                  />
                )}
              </div>
            );
          })}
          <div role="presentation" style={{ height: spaces.below }} />
        </div>
      )}
    </div>
  );
}
