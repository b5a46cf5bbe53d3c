import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { Mark } from '../../state/backtest.ts';
import { CutTitle } from '../../ui/CutTitle.tsx';
import type { Column } from '../../ui/Grid.tsx';
import { count } from '../../ui/format.ts';
import type { RuleOverSession } from '../../worker/backtest-protocol.ts';
import { type Ink, paintVerdicts } from '../paintVerdicts.ts';
import { useScale } from '../useTrack.ts';
import styles from './Backtest.module.css';
import type { RibbonPlace } from './openRow.ts';
import { type Row, disagrees } from './rows.ts';
import type { RuleColumn } from './useRules.ts';
import { markWords, inShort, inWords } from './words.ts';

export interface GridLayout {
  /** Width of a ribbon in pixels. */
  readonly room: number;
  readonly title: number;
  readonly isNarrow: boolean;
  /** Minimum width; a narrower grid scrolls sideways. */
  readonly least: number;
}

const countWidth = 76;
const others = { turns: 56, mark: 112, edges: 20, gap: 8 };

/** Column widths in CSS pixels for the available width. */
export function layoutOf(width: number, rules: number, isNarrow: boolean): GridLayout {
  const title = isNarrow ? 132 : Math.max(200, Math.min(360, Math.floor(width * 0.28)));
  const fixed = title + others.turns + others.mark + others.edges + others.gap * (rules + 2);
  const each = Math.floor((width - fixed) / Math.max(1, rules)) - countWidth - others.gap;
  const room = Math.max(96, Math.min(480, each));
  return { room, title, isNarrow, least: fixed + rules * (room + countWidth + others.gap) };
}

/** Columns: the session, its length, its mark, and per rule a ribbon with a count. */
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
    // With many rules, columns at the end are out of view. On a narrow screen the first ribbon must be visible, so
    // marks come last.
    ...(isNarrow ? [] : [marks]),
    ...rules.map(({ id, title: name, rule }, at): Column<Row> => ({
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
          onOpen={(where) => onOpen(row, { ...where, policyRule: policyRuleOf(id, rule) })}
        />
      ),
    })),
    ...(isNarrow ? [marks] : []),
  ];
}

/** The id of the policy's rule in a column; null for the draft and the baseline, which the editor holds already. */
const policyRuleOf = (column: string, rule: RuleColumn['rule']) =>
  rule.kind === 'policy' && rule.id === column ? column : null;

/** The first turn where the draft fires, or else where the first rule with a hit does. */
export const firstActOf = ({ rules }: Row): TurnIndex | null =>
  rules.find((judged) => judged !== null && judged.firstAct !== null)?.firstAct ?? null;

const following = { none: 'acts', acts: 'silent', silent: null } as const;

/** The session's mark. A click changes it to the next one; the grid's keys set it directly. */
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

interface RuleCellProps {
  /** Null until the rule has judged the session. */
  readonly judged: RuleOverSession | null;
  readonly mark: Mark | null;
  readonly room: number;
  readonly ink: Ink;
  readonly onOpen: (place: Omit<RibbonPlace, 'policyRule'>) => void;
}

/** A rule's result in a session: its ribbon, its count, and whether it disagrees with the mark. */
function RuleCell({ judged, mark, room, ink, onOpen }: RuleCellProps) {
  const said = inWords(judged, mark);
  const isAgainst = disagrees(mark, judged);
  return (
    <span className={styles.rule} title={said}>
      <span className={styles.picture} style={{ width: room }}>
        {judged !== null && judged.problem === null && judged.cells.length > 0 && (
          <SmallRibbon
            cells={judged.cells}
            room={room}
            ink={ink}
            onCell={(cell) => onOpen({ rule: judged.rule, cell, cells: judged.cells.length })}
          />
        )}
      </span>
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

interface SmallRibbonProps {
  /** The worst code in each part of the session. */
  readonly cells: Uint8Array;
  /** Available width in CSS pixels. */
  readonly room: number;
  readonly ink: Ink;
  readonly onCell: (cell: number) => void;
}

const height = 16;
/** Limits a cell's width in CSS pixels, so that short sessions have short ribbons and lengths can be compared. */
const maxCellWidth = 8;

/** A small ribbon, to compare with those above and below. The text beside it says the same. */
function SmallRibbon({ cells, room, ink, onCell }: SmallRibbonProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = useScale();
  const width = Math.min(room, cells.length * maxCellWidth);

  // Draw on the canvas, which is outside React.
  useLayoutEffect(() => {
    const { current } = canvas;
    if (current === null || width === 0) return;
    const sheet = {
      width: Math.round(width * scale),
      height: Math.round(height * scale),
      scale: Math.max(1, Math.round(scale)),
      cells: cells.length,
    };
    // Setting a canvas's size clears it, even to the same value.
    if (current.width !== sheet.width) current.width = sheet.width;
    if (current.height !== sheet.height) current.height = sheet.height;
    const brush = current.getContext('2d');
    if (brush !== null) paintVerdicts(brush, cells, sheet, ink);
  }, [cells, width, scale, ink]);

  const onClick = (event: MouseEvent) => {
    event.stopPropagation();
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    onCell(Math.max(0, Math.min(cells.length - 1, Math.floor((x * cells.length) / width))));
  };
  // The keyboard's equivalent is Enter on the row, which opens the session where the rule first fires.
  return (
    <canvas ref={canvas} className={styles.ribbon} style={{ width, height }} aria-hidden="true" onClick={onClick} />
  );
}
