import { type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react';
import { moveByKey } from '../../ui/useWindow.ts';
import styles from './Transcript.module.css';
import { factsWidth, type Recorded } from './Facts.tsx';
import { breaksOf, TurnRow, type TurnLine } from './TurnRow.tsx';
import { useTallRows } from './useTallRows.ts';

interface TranscriptGridProps {
  readonly count: number;
  /** Undefined while the row is loading. */
  readonly lineAt: (index: number) => TurnLine | undefined;
  readonly keyOf: (index: number) => number;
  readonly cursor: number | null;
  readonly onCursor: (index: number) => void;
  readonly onRange: (from: number, to: number) => void;
  readonly isFollowing: boolean;
  readonly isGrowing: boolean;
  readonly onScroll: ((isEndInSight: boolean) => void) | undefined;
  /** Keys of the rows that are shown whole. */
  readonly opened: ReadonlySet<number>;
  /** Shows the whole of a turn, or its beginning again. */
  readonly onToggle: (index: number) => void;
  readonly recorded: Recorded;
  readonly verdictTitle: string;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
}

/** In pixels, as in the style sheet. */
const narrow = 640;
const besideText = { wide: 112, narrow: 84 };
/** Of a line above a turn. */
const breakHeight = 28;

/** Beside the number is the button of the row's menu. */
const indexWidth = (turns: number): number => 32 + 7 * Math.max(2, String(turns).length);

/** The type of style has no custom properties. */
const styleOf = (top: number | undefined, line: TurnLine | undefined) =>
  ({ top, '--above': `${line === undefined ? 0 : breaksOf(line).length * breakHeight}px` }) as CSSProperties;

/** The grid of turns, navigated row by row. Only visible rows are rendered, so it can have 100 000. */
export function TranscriptGrid(props: TranscriptGridProps) {
  const { count, lineAt, keyOf, cursor, onCursor, isFollowing, opened, onToggle, recorded, empty } = props;
  const base = useId();
  const { scroller, rows, measure, width, height, onScrolled } = useTallRows(props);
  const isWide = width >= narrow;
  const textWidth = width - (isWide ? besideText.wide : besideText.narrow);
  const inSight = cursor !== null && rows.some((row) => row.index === cursor);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === event.currentTarget && cursor !== null) onToggle(cursor);
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
      aria-label="Turns"
      aria-rowcount={count + 1}
      aria-colcount={4}
      aria-activedescendant={inSight ? `${base}-${cursor}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-following={isFollowing}
      style={{ '--facts': `${factsWidth(recorded)}px`, '--index': `${indexWidth(count)}px` } as CSSProperties}
      onScroll={onScrolled}
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
        <div role="rowgroup" className={styles.body} style={isFollowing ? { paddingTop: height } : { height }}>
          {rows.map(({ index, key, start }) => {
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
                aria-selected={index === cursor}
                className={styles.row}
                data-kind={line?.row.kind}
                data-joined={line?.isJoined}
                data-calls={line?.hasCalls}
                style={styleOf(start, line)}
                onClick={() => onCursor(index)}
              >
                {line === undefined ? (
                  <div role="gridcell" className={styles.loading}>
                    <span className="visually-hidden">loading</span>
                  </div>
                ) : (
                  <TurnRow
                    line={line}
                    width={textWidth}
                    recorded={recorded}
                    isWide={isWide}
                    isOpen={opened.has(keyOf(index))}
                    onToggle={() => onToggle(index)}
                  />
                )}
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}
