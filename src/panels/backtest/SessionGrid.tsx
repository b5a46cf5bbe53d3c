import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { Mark } from '../../state/backtest.ts';
import { withMark } from '../../state/marks.ts';
import { useOptionalSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { Grid } from '../../ui/Grid.tsx';
import { useVerdictInk } from '../SmallRibbon.tsx';
import { useWidth } from '../useTrack.ts';
import styles from './Backtest.module.css';
import type { RibbonPlace } from './openRow.ts';
import type { Row } from './rows.ts';
import { layoutOf } from './columnWidths.ts';
import { firstActOf, sessionColumns } from './sessionColumns.tsx';
import type { RuleColumn } from './useRules.ts';

interface SessionGridProps {
  readonly rows: readonly Row[];
  readonly columns: readonly RuleColumn[];
  readonly isRunning: boolean;
  readonly empty: ReactNode;
  readonly onOpen: (row: Row, at: TurnIndex | RibbonPlace | null) => void;
}

/** One row per session, one small ribbon per rule. */
export function SessionGrid({ rows, columns, isRunning, empty, onOpen }: SessionGridProps) {
  const { sort, row: cursorKey } = useView((view) => view.backtest);
  const { changeBacktest, does } = useViewActions();
  const place = useRef<HTMLDivElement>(null);
  const ink = useVerdictInk();
  const layout = layoutOf(useWidth(place), columns);
  const most = rows.reduce((max, { change }) => Math.max(max, change?.blocked ?? 0, change?.released ?? 0), 1);
  const isShown = useIsShown();
  const cursor = rows.findIndex(({ key }) => key === cursorKey);
  const mark = ({ place: marked }: Row, as: Mark | null) =>
    does(`${as === null ? 'remove the mark of' : 'mark'} ${marked.title || marked.name}`, () =>
      changeBacktest((before) => withMark(before, marked, as)),
    );

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[cursor];
    const as = markByKey(event);
    if (row === undefined || as === undefined) return;
    event.preventDefault();
    mark(row, as);
  };

  return (
    // The grid has the focus; its key events bubble up to here and mark the row.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={place}
      className={styles.grid}
      style={{ '--least': `${layout.least}px` } as React.CSSProperties /* the type of style has no custom properties */}
      onKeyDown={onKeyDown}
    >
      <Grid
        label="Sessions and rules"
        columns={sessionColumns(columns, { ...layout, ink, most, isShown, onOpen, onMark: mark })}
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
        empty={empty}
      />
    </div>
  );
}

/** Whether a row is the session on the page. */
function useIsShown(): (row: Row) => boolean {
  const shown = useOptionalSession()?.outline.ref.id ?? null;
  const sources = useView((view) => view.sources);
  return ({ recording, entry }) => {
    const source =
      recording.kind === 'open'
        ? recording.source
        : sources.find((one) => one.recording === recording.id)?.opened.source;
    return source !== undefined && shown === `${source}:${entry}`;
  };
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
