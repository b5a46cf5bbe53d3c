import { useCallback } from 'react';
import type { Replay } from '../../../engine/policies/replay.ts';
import { count } from '../../../ui/format.ts';
import { type Brush, type Sheet, verdictInk, type Ink, paintVerdicts } from '../../paintVerdicts.ts';
import { contentOf, worstPerCell } from '../aggregate.ts';
import styles from '../Ribbons.module.css';
import { Track } from '../Track.tsx';
import type { RowProps } from '../VerdictRow.tsx';
import { cellText, turnText, wordSince } from '../words.ts';
import { countedOutcomes, judgedTurns, outcomeNoun, outcomesText, outcomeWordOf } from './words.ts';
import { type PolicyOutcome, policyOutcomes } from '../../../engine/model/policy-outcome.ts';
import { type VerdictKind, verdictCodes } from '../../../engine/model/verdict.ts';

interface OutcomeRowProps extends RowProps {
  readonly replay: Replay;
  /** It is that of the policy's text before. */
  readonly isWaiting: boolean;
}

/** What the policy as a whole does at every turn. */
export function OutcomeRow({ replay, isWaiting, ...row }: OutcomeRowProps) {
  const { codes, counts, divergesAt } = replay;
  const { layout, cursor, label, onCursor, onHover } = row;
  const paint = useCallback(
    (brush: Brush, sheet: Sheet, token: (name: string) => string) =>
      paintOutcomes(brush, worstPerCell(codes, layout), sheet, verdictInk(token)),
    [codes, layout],
  );
  return (
    <>
      <span className={styles.name} data-strong="true">
        policy
      </span>
      <Track
        name="policy"
        valueText={turnText(cursor, wordSince(divergesAt, cursor, outcomeWordOf(codes[cursor])), label)}
        codes={codes}
        layout={layout}
        cursor={cursor}
        onCursor={onCursor}
        onHover={(cell) =>
          onHover(cell === null ? null : { cell, text: cellText(contentOf(codes, layout, cell), outcomeWordOf) })
        }
        paint={paint}
        divergesAt={divergesAt}
        isWaiting={isWaiting}
      />
      <div className={styles.counts} data-waiting={isWaiting} title={outcomesText(counts)}>
        {countedOutcomes(counts).map((outcome) => (
          <span
            key={outcome}
            className={styles.count}
            data-kind={outcome === 'block' || outcome === 'lock' ? 'fire' : outcome}
          >
            <b>{count(counts[outcome])}</b> {outcomeNoun(outcome)}
          </span>
        ))}
        <span className={styles.of}>of {count(judgedTurns(counts))} judged</span>
      </div>
    </>
  );
}

/** Outcomes have the shapes of the verdicts that they come from; a failure that goes on is half as high as one that stops. */
const shapes: { readonly [O in PolicyOutcome]: VerdictKind } = {
  none: 'n/a',
  pass: 'pass',
  continued: 'value',
  unknown: 'unknown',
  block: 'fire',
  lock: 'fire',
};

const shapeCodes = policyOutcomes.map((outcome) => verdictCodes[shapes[outcome]]);
const lock = policyOutcomes.indexOf('lock');

/** A lock is a full bar like a block, with two bars cut out of it. */
export function paintOutcomes(brush: Brush, cells: Uint8Array, sheet: Sheet, ink: Ink): void {
  paintVerdicts(
    brush,
    cells.map((code) => shapeCodes[code] ?? 0),
    sheet,
    { ...ink, value: ink.fire },
  );
  for (const [cell, code] of cells.entries()) {
    if (code !== lock) continue;
    // Two pixels more on the left: a lone bar of one pixel is widened that way.
    const x = Math.round((cell * sheet.width) / sheet.cells) - 2 * sheet.scale;
    const width = Math.round(((cell + 1) * sheet.width) / sheet.cells) - x;
    for (const row of [6, 11]) brush.clearRect(x, row * sheet.scale, width, 2 * sheet.scale);
  }
}
