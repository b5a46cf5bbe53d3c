import type { TurnIndex } from '../../engine/model/history.ts';
import type { Mark } from '../../state/backtest.ts';
import { CutTitle } from '../../ui/CutTitle.tsx';
import type { Column } from '../../ui/Grid.tsx';
import { count } from '../../ui/format.ts';
import type { RuleOverSession } from '../../worker/backtest-protocol.ts';
import type { Ink } from '../paintVerdicts.ts';
import { SmallRibbon } from '../SmallRibbon.tsx';
import styles from './Backtest.module.css';
import type { RibbonPlace } from './openRow.ts';
import { type GridLayout, ruleWidth, turnsWidth } from './columnWidths.ts';
import { type Change, type Row, disagrees } from './rows.ts';
import type { RuleColumn } from './useRules.ts';
import { changeInWords, markWords, inShort, inWords, shortMarkWords } from './words.ts';

interface ColumnsOptions extends GridLayout {
  readonly ink: Ink;
  /** The greatest change of a session, for the scale of the bars. */
  readonly most: number;
  /** Whether the page shows the row's session. */
  readonly isShown: (row: Row) => boolean;
  readonly onOpen: (row: Row, at: TurnIndex | RibbonPlace | null) => void;
  readonly onMark: (row: Row, as: Mark | null) => void;
}

/** Columns: the session, its length, the draft's ribbon, what the draft changes, its mark, and the other rules. */
export function sessionColumns(
  rules: readonly RuleColumn[],
  { ink, most, isShown, onOpen, onMark, ...layout }: ColumnsOptions,
): readonly Column<Row>[] {
  const { title, ribbon: room } = layout;
  const ruleColumns = layout.rules.flatMap((at): readonly Column<Row>[] => {
    const column = rules[at];
    if (column === undefined) return [];
    const { id, title: name, rule } = column;
    return [
      {
        id,
        title: name,
        track: `${ruleWidth(layout)}px`,
        sortable: true,
        cell: (row) => (
          <RuleCell
            judged={row.rules[at] ?? null}
            mark={row.mark}
            room={room}
            ink={ink}
            onCell={(judged, cell) => {
              const cells = judged.cells.length;
              onOpen(
                row,
                judged.rule === null
                  ? worstTurnOf(judged, cell, row.turns)
                  : { rule: judged.rule, cell, cells, policyRule: policyRuleOf(id, rule) },
              );
            }}
          />
        ),
      },
    ];
  });
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
          data-shown={isShown(row)}
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
    ...(layout.hasTurns
      ? [
          {
            id: 'turns',
            title: 'Turns',
            track: `${turnsWidth}px`,
            align: 'end' as const,
            sortable: true,
            cell: ({ turns }: Row) => count(turns),
          },
        ]
      : []),
    ...ruleColumns.slice(0, 1),
    ...(rules.some(({ id }) => id === 'baseline')
      ? [
          {
            id: 'difference',
            title: 'difference',
            track: `${layout.difference}px`,
            align: 'centre' as const,
            sortable: true,
            cell: ({ change }: Row) => (
              <ChangeBar change={change} most={most} half={Math.floor(layout.difference / 5)} />
            ),
          },
        ]
      : []),
    {
      id: 'mark',
      title: 'Mark',
      track: `${layout.mark}px`,
      sortable: true,
      cell: (row) => (
        <MarkButton
          mark={row.mark}
          words={layout.ribbon === 0 ? shortMarkWords : markWords}
          onMark={(as) => onMark(row, as)}
        />
      ),
    },
    ...ruleColumns.slice(1),
  ];
}

interface ChangeBarProps {
  readonly change: Change | null;
  /** The greatest change of a session. */
  readonly most: number;
  /** Of the bar, to one side, in CSS pixels. */
  readonly half: number;
}

/**
 * To the right the newly blocked turns, to the left those no longer blocked, on one scale for all sessions; `?` if some turns are not
 * comparable.
 */
function ChangeBar({ change, most, half }: ChangeBarProps) {
  const { blocked, released, unknown } = change ?? { blocked: 0, released: 0, unknown: 0 };
  const lengthOf = (turns: number) => (turns === 0 ? 0 : Math.max(2, Math.round((turns / most) * half)));
  const said = changeInWords(change);
  return (
    <span className={styles.change} title={said}>
      <span className={styles.released} aria-hidden="true">
        {released > 0 && `−${count(released)}`}
      </span>
      <svg className={styles.changeBar} width={2 * half} viewBox={`${-half} 0 ${2 * half} 12`} aria-hidden="true">
        <rect className={styles.releasedBar} x={-lengthOf(released)} y="2" width={lengthOf(released)} height="8" />
        <rect className={styles.blockedBar} x="0" y="2" width={lengthOf(blocked)} height="8" />
        {blocked + released > 0 && <path className={styles.zero} d="M0 0V12" />}
      </svg>
      <span className={styles.blocked} aria-hidden="true">
        {blocked > 0 && `+${count(blocked)}`}
        {unknown > 0 && <span className={styles.unknown}>?</span>}
      </span>
      <span className="visually-hidden">{said}</span>
    </span>
  );
}

/** The id of the policy's rule in a column; null for the draft and the baseline, which the editor holds already. */
const policyRuleOf = (column: string, rule: RuleColumn['rule']) =>
  rule.kind === 'policy' && rule.id === column ? column : null;

/** The first turn where the draft fires, or else where the first rule with a hit does. */
export const firstActOf = ({ rules }: Row): TurnIndex | null =>
  rules.find((judged) => judged !== null && judged.firstAct !== null)?.firstAct ?? null;

/** The first turn in a ribbon's cell at which a policy blocks, or else one at which that is not known, or else the first. */
function worstTurnOf({ cells, actsAt, unknownAt }: RuleOverSession, cell: number, turns: number): TurnIndex {
  const startOf = (part: number) => Math.ceil((part * turns) / cells.length);
  const inCell = Array.from({ length: startOf(cell + 1) - startOf(cell) }, (_, at) => startOf(cell) + at);
  const isSet = (bits: Uint8Array) => (turn: TurnIndex) => ((bits[turn >> 3] ?? 0) & (1 << (turn & 7))) !== 0;
  return inCell.find(isSet(actsAt)) ?? inCell.find(isSet(unknownAt)) ?? startOf(cell);
}

const following = { none: 'acts', acts: 'silent', silent: null } as const;

interface MarkButtonProps {
  readonly mark: Mark | null;
  readonly words: { readonly [M in Mark]: string };
  readonly onMark: (mark: Mark | null) => void;
}

/** The session's mark. A click changes it to the next one; the grid's keys set it directly. */
function MarkButton({ mark, words, onMark }: MarkButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.mark}
      data-mark={mark ?? 'none'}
      title={mark === null ? undefined : markWords[mark]}
      onClick={(event) => {
        event.stopPropagation();
        onMark(following[mark ?? 'none']);
      }}
    >
      {mark === null ? <span aria-hidden="true">mark…</span> : words[mark]}
      {mark === null && <span className="visually-hidden">not marked</span>}
    </button>
  );
}

interface RuleCellProps {
  /** Null until the rule has judged the session. */
  readonly judged: RuleOverSession | null;
  readonly mark: Mark | null;
  readonly room: number;
  readonly ink: Ink;
  readonly onCell: (judged: RuleOverSession, cell: number) => void;
}

/** A rule's result in a session: its ribbon, its count, and whether it disagrees with the mark. */
function RuleCell({ judged, mark, room, ink, onCell }: RuleCellProps) {
  const said = inWords(judged, mark);
  const isAgainst = disagrees(mark, judged);
  return (
    <span className={styles.rule} title={said}>
      {room > 0 && (
        <span className={styles.picture} style={{ width: room }}>
          {judged !== null && judged.problem === null && judged.cells.length > 0 && (
            <SmallRibbon cells={judged.cells} room={room} ink={ink} onCell={(cell) => onCell(judged, cell)} />
          )}
        </span>
      )}
      <span
        className={styles.count}
        data-fires={judged !== null && judged.acts > 0}
        data-against={isAgainst}
        aria-hidden="true"
      >
        {isAgainst && '≠ '}
        {inShort(judged)}
      </span>
      <span className="visually-hidden">{said}</span>
    </span>
  );
}
