import { useCallback } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import { Term } from '../../ui/Term.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Sweep } from '../../worker/protocol.ts';
import { glossary } from '../glossary.ts';
import { type Brush, paintVerdicts, type Sheet, verdictInk } from '../paintVerdicts.ts';
import { contentOf, sharesPerCell, worstPerCell } from './aggregate.ts';
import { Counts, OutOf } from './Counts.tsx';
import type { Layout } from './layout.ts';
import { RowLabel } from './RowLabel.tsx';
import styles from './Timeline.module.css';
import { Track } from './Track.tsx';
import type { Shown } from '../useShown.ts';
import { verdictWordOf } from '../words.ts';
import { cellText, countsText, turnText, wordSince } from './words.ts';

export interface RowProps {
  readonly layout: Layout;
  readonly cursor: TurnIndex;
  /** A few words on the turn at the cursor. */
  readonly label: string;
  readonly onCursor: (turn: TurnIndex) => void;
  /** Selects the turns from the cursor, or the other end of those selected, to a turn. */
  readonly onExtend: (to: TurnIndex) => void;
  readonly onHover: (hover: Hover | null) => void;
}

/** What the pointer is over. */
export interface Hover {
  readonly cell: number;
  /** What the row says there; null: the draft's verdict. */
  readonly words: string | null;
}

interface VerdictRowProps extends RowProps {
  readonly name: 'draft' | 'tried' | 'baseline';
  readonly shown: Shown;
}

/** One rule's name, ribbon and counts. */
export function VerdictRow({ name, shown, ...row }: VerdictRowProps) {
  const isBaseline = name === 'baseline';
  return (
    <>
      <RowLabel
        aside={<Counts shown={shown} isBrief={isBaseline} />}
        below={isBaseline ? undefined : <OutOf shown={shown} />}
      >
        <span className={styles.name} data-strong={!isBaseline}>
          {isBaseline ? <Term definition={glossary.baseline}>{name}</Term> : name}
        </span>
      </RowLabel>
      <VerdictTrack {...row} name={name} shown={shown} height={isBaseline ? 20 : 32} />
    </>
  );
}

interface VerdictTrackProps extends RowProps {
  readonly name: string;
  readonly shown: Shown;
  /** The first turn at which the rule would have changed the run; later turns would have gone differently. */
  readonly divergesAt?: TurnIndex | null;
  readonly onEnter?: () => void;
  /** Of the ribbon, in CSS pixels. */
  readonly height: number;
}

/** The ribbon of one rule, or a sentence while there is none. */
export function VerdictTrack({ shown, ...row }: VerdictTrackProps) {
  if (shown.sweep === null) return <Waiting shown={shown} />;
  return (
    <Verdicts
      {...row}
      rule={shown.rule}
      sweep={shown.sweep}
      isStale={shown.problem !== null}
      isWaiting={shown.isWaiting}
    />
  );
}

function Waiting({ shown: { problem, isEmpty } }: { readonly shown: Shown }) {
  if (isEmpty) return <p className={styles.nothing}>Write a rule to see its verdict at every turn.</p>;
  if (problem !== null) return <p className={styles.nothing}>No verdicts yet</p>;
  return (
    <div className={styles.track}>
      <Skeleton lines={1} label="Judging every turn" />
    </div>
  );
}

interface VerdictsProps extends Omit<VerdictTrackProps, 'shown'>, Pick<Shown, 'rule'> {
  readonly sweep: Sweep;
  readonly isStale: boolean;
  readonly isWaiting: boolean;
}

function Verdicts({
  name,
  rule,
  sweep: { codes, counts },
  isStale,
  isWaiting,
  layout,
  cursor,
  label,
  onCursor,
  onExtend,
  onHover,
  divergesAt = null,
  onEnter,
  height,
}: VerdictsProps) {
  const paint = useCallback(
    (brush: Brush, sheet: Sheet, token: (name: string) => string) => {
      const worst = worstPerCell(codes, layout);
      paintVerdicts(brush, worst, sheet, verdictInk(token), sharesPerCell(codes, worst, layout));
    },
    [codes, layout],
  );
  const word = wordSince(divergesAt, cursor, verdictWordOf(codes[cursor], rule));
  return (
    <Track
      name={name}
      valueText={turnText(cursor, isStale ? `${word} according to the last valid rule` : word, label)}
      codes={codes}
      layout={layout}
      cursor={cursor}
      onCursor={onCursor}
      onExtend={onExtend}
      onHover={(cell) =>
        onHover(
          cell === null
            ? null
            : { cell, words: cellText(contentOf(codes, layout, cell), (code) => verdictWordOf(code, rule)) },
        )
      }
      paint={paint}
      divergesAt={divergesAt}
      onEnter={onEnter}
      height={height}
      words={countsText(counts, null, false, rule)}
      isDimmed={isStale}
      isWaiting={isWaiting}
    />
  );
}
