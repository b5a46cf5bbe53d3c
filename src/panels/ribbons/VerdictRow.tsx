import { useCallback } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Sweep } from '../../worker/protocol.ts';
import { type Brush, paintVerdicts, type Sheet, verdictInk } from '../paintVerdicts.ts';
import { contentOf, worstPerCell } from './aggregate.ts';
import { Counts } from './Counts.tsx';
import type { Layout } from './layout.ts';
import styles from './Ribbons.module.css';
import { Track } from './Track.tsx';
import type { Shown } from './useShown.ts';
import { verdictWordOf } from '../verdictWords.ts';
import { cellText, turnText, wordSince } from './words.ts';

export interface RowProps {
  readonly layout: Layout;
  readonly cursor: TurnIndex;
  /** What the turn at the cursor is about. */
  readonly label: string;
  readonly onCursor: (turn: TurnIndex) => void;
  readonly onHover: (hover: { readonly cell: number; readonly text: string } | null) => void;
}

interface VerdictRowProps extends RowProps {
  readonly name: 'draft' | 'tried' | 'saved' | 'proposed';
  /** A sentence when there is no such rule. */
  readonly shown: Shown | string;
}

/** One rule's name, ribbon and counts. */
export function VerdictRow({ name, shown, ...row }: VerdictRowProps) {
  return (
    <>
      <span className={styles.name} data-strong={name === 'draft' || name === 'tried'}>
        {name}
      </span>
      {typeof shown === 'string' ? (
        <p className={styles.nothing}>{shown}</p>
      ) : (
        <VerdictTrack {...row} name={name} shown={shown} />
      )}
      <div className={styles.counts} data-waiting={typeof shown === 'object' && shown.isWaiting}>
        {typeof shown === 'object' && <Counts shown={shown} />}
        {typeof shown === 'object' && shown.isWaiting && <span className={styles.judging}>judging…</span>}
      </div>
    </>
  );
}

interface VerdictTrackProps extends RowProps {
  readonly name: string;
  readonly shown: Shown;
  /** The turns after this one would not have happened this way. */
  readonly divergesAt?: TurnIndex | null;
  readonly onEnter?: () => void;
}

/** The ribbon of one rule, or what stands in its place while there is none. */
export function VerdictTrack({ shown, ...row }: VerdictTrackProps) {
  if (shown.sweep === null) return <Waiting shown={shown} />;
  return <Verdicts {...row} sweep={shown.sweep} isStale={shown.problem !== null} isWaiting={shown.isWaiting} />;
}

function Waiting({ shown: { problem, isEmpty } }: { readonly shown: Shown }) {
  if (isEmpty) return <p className={styles.nothing}>write a rule, and its verdict at every turn stands here</p>;
  if (problem !== null) return <p className={styles.nothing}>no verdicts yet</p>;
  return (
    <div className={styles.track}>
      <Skeleton lines={1} label="Judging every turn" />
    </div>
  );
}

interface VerdictsProps extends Omit<VerdictTrackProps, 'shown'> {
  readonly sweep: Sweep;
  readonly isStale: boolean;
  readonly isWaiting: boolean;
}

function Verdicts({
  name,
  sweep: { codes },
  isStale,
  isWaiting,
  layout,
  cursor,
  label,
  onCursor,
  onHover,
  divergesAt = null,
  onEnter,
}: VerdictsProps) {
  const paint = useCallback(
    (brush: Brush, sheet: Sheet, token: (name: string) => string) =>
      paintVerdicts(brush, worstPerCell(codes, layout), sheet, verdictInk(token)),
    [codes, layout],
  );
  const word = wordSince(divergesAt, cursor, verdictWordOf(codes[cursor]));
  return (
    <Track
      name={name}
      valueText={turnText(cursor, isStale ? `${word} by the last valid text` : word, label)}
      codes={codes}
      layout={layout}
      cursor={cursor}
      onCursor={onCursor}
      onHover={(cell) =>
        onHover(cell === null ? null : { cell, text: cellText(contentOf(codes, layout, cell), verdictWordOf) })
      }
      paint={paint}
      divergesAt={divergesAt}
      onEnter={onEnter}
      isDimmed={isStale}
      isWaiting={isWaiting}
    />
  );
}
