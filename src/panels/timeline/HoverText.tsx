import type { TurnIndex } from '../../engine/model/history.ts';
import { formatInstant } from '../../engine/model/instant.ts';
import { count, milliseconds, timeOfDay } from '../../ui/format.ts';
import { useSettled } from '../../ui/useSettled.ts';
import type { TurnColumns } from '../../worker/protocol.ts';
import { useTurnRow } from '../useTurnRow.ts';
import { verdictWordOf } from '../words.ts';
import { contentOf } from './aggregate.ts';
import type { TimeAxis } from './axis.ts';
import { centreOf, firstTurnOf, type Layout } from './layout.ts';
import styles from './Timeline.module.css';
import type { Hover } from './VerdictRow.tsx';
import { cellText } from './words.ts';

interface HoverTextProps {
  readonly layout: Layout;
  readonly hover: Hover;
  readonly columns: TurnColumns;
  /** Null for an axis in turns. */
  readonly axis: TimeAxis | null;
  /** Of the draft. */
  readonly codes: Uint8Array | null;
}

/** What is under the pointer, above its hairline: turn, time, kind and name, tokens, and what the row says. */
export function HoverText({ layout, hover: { cell, words }, columns, axis, codes }: HoverTextProps) {
  const first = firstTurnOf(layout, cell);
  const last = firstTurnOf(layout, cell + 1) - 1;
  const name = useName(first);
  const verdict = codes === null ? null : cellText(contentOf(codes, layout, cell), verdictWordOf);
  const parts =
    first === last
      ? [`turn ${count(first)}`, ...factsOf(columns, first), name, words ?? verdict]
      : [`turns ${count(first)}–${count(last)}`, words ?? verdict];
  const gap = axis?.breaks.find(({ turn }) => turn === first);
  const x = centreOf(layout, cell);
  return (
    <div
      className={styles.hover}
      // On the side of the hairline where there is more room.
      style={x < layout.width / 2 ? { left: x } : { right: layout.width - x }}
    >
      {parts.filter((part) => part !== null && part !== '').join(' · ')}
      {gap !== undefined && ` · after a gap of ${milliseconds(gap.ms)}`}
    </div>
  );
}

/** In the order of `turnKinds`. */
const kindWords = ['input', 'model', 'call', 'state'];

function factsOf(columns: TurnColumns, turn: TurnIndex): readonly string[] {
  const at = formatInstant(columns.times[turn] ?? NaN);
  const tokens = (columns.prompt[turn] ?? 0) + (columns.completion[turn] ?? 0);
  return [
    ...(at === undefined ? [] : [timeOfDay(at)]),
    kindWords[columns.kinds[turn] ?? -1] ?? '',
    ...(tokens === 0 ? [] : [`${count(tokens)} tokens`]),
  ];
}

/** Long enough that a moving pointer asks for no rows. */
const restMs = 60;
const maxLength = 60;

/** The turn's label, once the pointer rests on it; empty before. */
function useName(turn: TurnIndex): string {
  const settled = useSettled(turn, restMs);
  const label = useTurnRow(settled)?.label ?? '';
  if (settled !== turn) return '';
  return label.length > maxLength ? `${label.slice(0, maxLength)}…` : label;
}
