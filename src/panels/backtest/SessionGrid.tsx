import { type KeyboardEvent, useRef, useMemo } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { Mark } from '../../state/backtest.ts';
import { withMark } from '../../state/marks.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/Grid.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { useNarrow } from '../../ui/useNarrow.ts';
import { useWidth, useTheme } from '../useTrack.ts';
import styles from './Backtest.module.css';
import type { RibbonPlace } from './openRow.ts';
import type { Row } from './rows.ts';
import { firstActOf, layoutOf, sessionColumns } from './sessionColumns.tsx';
import type { RuleColumn } from './useRules.ts';
import { type Ink, verdictInk } from '../paintVerdicts.ts';

interface SessionGridProps {
  readonly rows: readonly Row[];
  readonly columns: readonly RuleColumn[];
  readonly isRunning: boolean;
  readonly onOpen: (row: Row, at: TurnIndex | RibbonPlace | null) => void;
}

/** One row per session, one small ribbon per rule. */
export function SessionGrid({ rows, columns, isRunning, onOpen }: SessionGridProps) {
  const { sort, row: cursorKey } = useView((view) => view.backtest);
  const { changeBacktest } = useViewActions();
  const place = useRef<HTMLDivElement>(null);
  const ink = useInk();
  const layout = layoutOf(useWidth(place), columns.length, useNarrow());
  const cursor = rows.findIndex(({ key }) => key === cursorKey);
  const mark = ({ place: marked }: Row, as: Mark | null) => changeBacktest((before) => withMark(before, marked, as));

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[cursor];
    const as = markByKey(event);
    if (row === undefined || as === undefined) return;
    event.preventDefault();
    mark(row, as);
  };

  return (
    <>
      {/* The grid has the focus; its key events bubble up to here and mark the row. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={place}
        className={styles.grid}
        style={
          { '--least': `${layout.least}px` } as React.CSSProperties /* the type of style has no custom properties */
        }
        onKeyDown={onKeyDown}
      >
        <Grid
          label="Sessions and rules"
          columns={sessionColumns(columns, { ...layout, ink }, onOpen, mark)}
          count={rows.length}
          rowAt={(index) => rows[index]}
          cursor={cursor < 0 ? null : cursor}
          onCursor={(index) => changeBacktest(() => ({ row: rows[index]?.key ?? null }))}
          onOpen={(index) => {
            const row = rows[index];
            if (row !== undefined) onOpen(row, firstActOf(row));
          }}
          sort={sort}
          onSort={({ column, direction }) =>
            changeBacktest((before) => ({
              // A first click sorts descending, except for names.
              sort: {
                column,
                direction: before.sort.column === column || column === 'title' ? direction : 'descending',
              },
            }))
          }
          isGrowing={isRunning}
          empty={
            isRunning ? (
              <EmptyState title="Judging…" />
            ) : (
              <EmptyState title="No session yet.">
                <p>Add a folder, a ZIP archive or files, or drop them anywhere on the page.</p>
              </EmptyState>
            )
          }
        />
      </div>
      <p className={styles.keys}>
        <Kbd keys="Enter" /> opens the session where the rule first fires. A click on a ribbon opens it there.{' '}
        <Kbd keys="+" /> should fire, <Kbd keys="-" /> should not, <Kbd keys="0" /> no mark.
      </p>
    </>
  );
}

/** Undefined for any other key. */
function markByKey(event: KeyboardEvent): Mark | null | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  switch (event.key) {
    case '+':
      return 'acts';
    case '-':
      return 'silent';
    case '0':
      return null;
    default:
      return undefined;
  }
}

/** The theme's colours, read once for all ribbons; the same object until they change. */
function useInk(): Ink {
  // Re-render when the theme changes; the colours are read from the page's styles.
  useTheme();
  const colours = coloursOfPage();
  return useMemo(() => JSON.parse(colours) as Ink, [colours]); // written by `coloursOfPage`
}

function coloursOfPage(): string {
  const style = getComputedStyle(document.documentElement);
  return JSON.stringify(verdictInk((name) => style.getPropertyValue(name)));
}
