import { useCallback } from 'react';
import type { Replay } from '../../../engine/policies/replay.ts';
import { count } from '../../../ui/format.ts';
import { type Brush, type Sheet, verdictInk } from '../../paintVerdicts.ts';
import { contentOf, worstPerCell } from '../aggregate.ts';
import styles from '../Ribbons.module.css';
import { Track } from '../Track.tsx';
import type { RowProps } from '../VerdictRow.tsx';
import { cellText, turnText, wordSince } from '../words.ts';
import { paintOutcomes } from './paintOutcomes.ts';
import { countedOutcomes, judgedTurns, outcomeNoun, outcomesText, outcomeWordOf } from './words.ts';

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
