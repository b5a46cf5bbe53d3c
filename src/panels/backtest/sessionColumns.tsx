import type { TurnIndex } from '../../engine/model/history.ts';
import type { Mark } from '../../state/backtest.ts';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { count } from '../../ui/format.ts';
import type { Column } from '../../ui/Grid.tsx';
import type { Ink } from '../paintVerdicts.ts';
import styles from './Backtest.module.css';
import type { RibbonPlace } from './openRow.ts';
import type { Row } from './rows.ts';
import { RuleCell } from './RuleCell.tsx';
import type { RuleColumn } from './useRules.ts';
import { markWords } from './words.ts';

export interface GridLayout {
  /** Pixels for a ribbon. */
  readonly room: number;
  readonly title: number;
  readonly isNarrow: boolean;
  /** Narrower than this the rows are scrolled sideways. */
  readonly least: number;
}

const countWidth = 76;
const others = { turns: 56, mark: 112, edges: 20, gap: 8 };

/** How wide everything is, in CSS pixels, for the width at hand. */
export function layoutOf(width: number, rules: number, isNarrow: boolean): GridLayout {
  const title = isNarrow ? 132 : Math.max(200, Math.min(360, Math.floor(width * 0.28)));
  const fixed = title + others.turns + others.mark + others.edges + others.gap * (rules + 2);
  const each = Math.floor((width - fixed) / Math.max(1, rules)) - countWidth - others.gap;
  const room = Math.max(96, Math.min(480, each));
  return { room, title, isNarrow, least: fixed + rules * (room + countWidth + others.gap) };
}

/** The session, how long it is, its mark, and a ribbon with a count for each rule. */
export function sessionColumns(
  rules: readonly RuleColumn[],
  { room, title, isNarrow, ink }: GridLayout & { readonly ink: Ink },
  onOpen: (row: Row, at: TurnIndex | RibbonPlace | null) => void,
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

/** The draft and the saved rule are in the editor as they are. */
const policyRuleOf = (column: string, asked: RuleColumn['asked']) =>
  asked.kind === 'policy' && asked.id === column ? column : null;

/** The draft's first firing; where it has none, that of the first rule that has. */
export const firstActOf = ({ rules }: Row): TurnIndex | null =>
  rules.find((judged) => judged !== null && judged.firstAct !== null)?.firstAct ?? null;

const following = { none: 'acts', acts: 'silent', silent: null } as const;

/** What a session should come to; a click goes on to the next answer, as the keys of the grid do at once. */
function MarkButton({ mark, onMark }: { readonly mark: Mark | null; readonly onMark: (mark: Mark | null) => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.mark}
      data-mark={mark ?? 'none'}
      onClick={(event) => {
        event.stopPropagation();
        onMark(following[mark ?? 'none']);
      }}
    >
      {mark === null ? <span aria-hidden="true">mark…</span> : markWords[mark]}
      {mark === null && <span className="visually-hidden">not marked</span>}
    </button>
  );
}
