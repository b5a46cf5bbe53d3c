import { type KeyboardEvent, useRef } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { Mark } from '../../state/backtest.ts';
import { withMark } from '../../state/marks.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { count } from '../../ui/format.ts';
import { type Column, Grid } from '../../ui/Grid.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { useNarrow } from '../../ui/useNarrow.ts';
import type { Ink } from '../paintVerdicts.ts';
import { useWidth } from '../useTrack.ts';
import styles from './Backtest.module.css';
import { MarkButton } from './MarkButton.tsx';
import type { RibbonPlace } from './openRow.ts';
import type { Row } from './rows.ts';
import { RuleCell } from './RuleCell.tsx';
import { useInk } from './useInk.ts';
import type { RuleColumn } from './useRules.ts';

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
      {/* The grid holds the focus; the keys that mark its row come up from it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={place}
        className={styles.grid}
        style={{ '--least': `${layout.least}px` } as React.CSSProperties /* custom properties are not in its type */}
        onKeyDown={onKeyDown}
      >
        <Grid
          label="Sessions and rules"
          columns={columnsOf(columns, { ...layout, ink }, onOpen, mark)}
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
              // The most of it is what one looks for first, except among names.
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

/** The draft and the saved rule are on the bench as they are. */
const policyRuleOf = (column: string, asked: RuleColumn['asked']) =>
  asked.kind === 'policy' && asked.id === column ? column : null;

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

/** The draft's first firing; where it has none, that of the first rule that has. */
const firstActOf = ({ rules }: Row): TurnIndex | null =>
  rules.find((judged) => judged !== null && judged.firstAct !== null)?.firstAct ?? null;

interface GridLayout {
  /** Pixels for a ribbon. */
  readonly room: number;
  readonly title: number;
  readonly isNarrow: boolean;
  /** Narrower than this the rows are scrolled sideways. */
  readonly least: number;
}

const countWidth = 76;
const others = { turns: 56, mark: 112, edges: 20, gap: 8 };

function layoutOf(width: number, rules: number, isNarrow: boolean): GridLayout {
  const title = isNarrow ? 132 : Math.max(200, Math.min(360, Math.floor(width * 0.28)));
  const fixed = title + others.turns + others.mark + others.edges + others.gap * (rules + 2);
  const each = Math.floor((width - fixed) / Math.max(1, rules)) - countWidth - others.gap;
  const room = Math.max(96, Math.min(480, each));
  return { room, title, isNarrow, least: fixed + rules * (room + countWidth + others.gap) };
}

function columnsOf(
  rules: readonly RuleColumn[],
  { room, title, isNarrow, ink }: GridLayout & { readonly ink: Ink },
  onOpen: SessionGridProps['onOpen'],
  mark: (row: Row, as: Mark | null) => void,
): readonly Column<Row>[] {
  const marks: Column<Row> = {
    id: 'mark',
    title: 'Mark',
    track: `${others.mark}px`,
    sortable: true,
    cell: (row) => <MarkButton mark={row.mark} onMark={(as) => mark(row, as)} />,
  };
  return [
    {
      id: 'title',
      title: 'Session',
      track: `minmax(${title}px, 1fr)`,
      sortable: true,
      cell: (row) => (
        <button
          type="button"
          tabIndex={-1}
          className={styles.open}
          title={`${row.title}\n${row.recording.name}`}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(row, firstActOf(row));
          }}
        >
          <CutTitle title={row.title} />
        </button>
      ),
    },
    {
      id: 'turns',
      title: 'Turns',
      track: `${others.turns}px`,
      align: 'end',
      sortable: true,
      cell: ({ turns }) => count(turns),
    },
    // With many rules what is at the end is out of sight; on a narrow screen the first ribbon should not be.
    ...(isNarrow ? [] : [marks]),
    ...rules.map(({ id, title: name, asked }, at): Column<Row> => ({
      id,
      title: name,
      track: `${room + countWidth + others.gap}px`,
      sortable: true,
      cell: (row) => (
        <RuleCell
          judged={row.rules[at] ?? null}
          mark={row.mark}
          room={room}
          ink={ink}
          onOpen={(where) => onOpen(row, { ...where, policyRule: policyRuleOf(id, asked) })}
        />
      ),
    })),
    ...(isNarrow ? [marks] : []),
  ];
}
