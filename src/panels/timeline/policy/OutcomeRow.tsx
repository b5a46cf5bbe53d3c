import { useCallback, useMemo } from 'react';
import type { Replay } from '../../../engine/policies/replay.ts';
import { useView } from '../../../state/useView.ts';
import { count } from '../../../ui/format.ts';
import { type Brush, edgeOf, type Sheet, verdictInk, type Ink, paintVerdicts } from '../../paintVerdicts.ts';
import { contentOf, sharesPerCell, worstPerCell } from '../aggregate.ts';
import { RowLabel } from '../RowLabel.tsx';
import styles from '../Timeline.module.css';
import { Track } from '../Track.tsx';
import type { RowProps } from '../VerdictRow.tsx';
import { cellText, turnText, wordSince } from '../words.ts';
import {
  countedOutcomes,
  hasRoomBeside,
  judgedTurns,
  outcomeNoun,
  outcomesIn,
  outcomesText,
  outcomeWordOf,
} from './words.ts';
import { type PolicyOutcome, policyOutcomes, type VerdictKind, verdictCodes } from '../../../engine/model/verdict.ts';

interface OutcomeRowProps extends RowProps {
  readonly replay: Replay;
  /** The outcome still belongs to the policy's previous text. */
  readonly isWaiting: boolean;
}

/** The outcome of the whole policy at every turn. */
export function OutcomeRow({ replay, isWaiting, ...row }: OutcomeRowProps) {
  const { codes, divergesAt } = replay;
  const range = useView((view) => view.range);
  const counts = useMemo(() => (range === null ? replay.counts : outcomesIn(codes, range)), [replay, codes, range]);
  const { layout, cursor, label, onCursor, onExtend, onHover } = row;
  const paint = useCallback(
    (brush: Brush, sheet: Sheet, token: (name: string) => string) => {
      const worst = worstPerCell(codes, layout);
      paintOutcomes(brush, worst, sheet, verdictInk(token), sharesPerCell(codes, worst, layout));
    },
    [codes, layout],
  );
  const judged = <span className={styles.of}>of {count(judgedTurns(counts))} judged</span>;
  const outcomes = (
    <div className={styles.counts} data-waiting={isWaiting} title={outcomesText(counts)}>
      {countedOutcomes(counts).map((outcome) => (
        <span
          key={outcome}
          className={styles.count}
          data-kind={counts[outcome] === 0 ? 'n/a' : outcome === 'block' || outcome === 'lock' ? 'fire' : outcome}
        >
          <b>{count(counts[outcome])}</b> {outcomeNoun(outcome)}
        </span>
      ))}
    </div>
  );
  return (
    <>
      <RowLabel
        // Where the outcomes have room, they are beside the name, as those of the other ribbons.
        {...(hasRoomBeside(counts) ? { aside: outcomes, below: judged } : { aside: judged, below: outcomes })}
      >
        <span className={styles.name} data-strong="true">
          policy
        </span>
      </RowLabel>
      <Track
        name="policy"
        valueText={turnText(cursor, wordSince(divergesAt, cursor, outcomeWordOf(codes[cursor])), label)}
        codes={codes}
        layout={layout}
        cursor={cursor}
        onCursor={onCursor}
        onExtend={onExtend}
        onHover={(cell) =>
          onHover(cell === null ? null : { cell, words: cellText(contentOf(codes, layout, cell), outcomeWordOf) })
        }
        paint={paint}
        divergesAt={divergesAt}
        isWaiting={isWaiting}
        words={outcomesText(counts)}
        height={32}
      />
    </>
  );
}

/** An outcome has the shape of its verdict; a failure that continues is half as high as one that blocks. */
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
export function paintOutcomes(brush: Brush, cells: Uint8Array, sheet: Sheet, ink: Ink, shares?: Uint8Array): void {
  paintVerdicts(
    brush,
    cells.map((code) => shapeCodes[code] ?? 0),
    sheet,
    { ...ink, value: ink.fire },
    shares,
  );
  for (const [cell, code] of cells.entries()) {
    if (code !== lock) continue;
    // Two pixels more on the left, because a single bar of one pixel is widened to the left.
    const x = edgeOf(sheet, cell) - 2 * sheet.scale;
    const width = edgeOf(sheet, cell + 1) - x;
    for (const row of [6, 11]) brush.clearRect(x, row * sheet.scale, width, 2 * sheet.scale);
  }
}
