import { useCallback } from 'react';
import { count } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { Brush, Sheet } from '../paintVerdicts.ts';
import { contentOf, worstPerCell } from './aggregate.ts';
import { type Difference, differenceCodes, only } from './difference.ts';
import { paintDifference } from './paintDifference.ts';
import styles from './Ribbons.module.css';
import { Track } from './Track.tsx';
import type { RowProps } from './VerdictRow.tsx';
import { cellText, differenceWordOf, turnText } from './words.ts';

interface DifferenceRowProps extends RowProps {
  readonly difference: Difference | null;
  /** Opens the table of verdict pairs. */
  readonly onOpen: () => void;
}

/** The past decisions that the edit changes: ▲ newly blocked, ▼ no longer blocked. */
export function DifferenceRow({ difference, onOpen, ...row }: DifferenceRowProps) {
  return (
    <>
      {difference === null ? (
        <span className={styles.name}>difference</span>
      ) : (
        <button
          type="button"
          className={styles.open}
          aria-haspopup="dialog"
          aria-keyshortcuts="D"
          title="Show which verdicts changed, and to what (D)"
          onClick={onOpen}
        >
          difference <Icon name="right" />
        </button>
      )}
      {difference === null ? <p className={styles.nothing}>–</p> : <Changes {...row} difference={difference} />}
      <div className={styles.counts}>{difference !== null && <Sums difference={difference} />}</div>
    </>
  );
}

function Changes({
  difference,
  layout,
  cursor,
  label,
  onCursor,
  onHover,
}: RowProps & { readonly difference: Difference }) {
  const { codes } = difference;
  const paint = useCallback(
    (brush: Brush, sheet: Sheet, token: (name: string) => string) => {
      const cellsOf = (kind: keyof typeof differenceCodes) => worstPerCell(only(codes, differenceCodes[kind]), layout);
      const cells = { fires: cellsOf('fires'), released: cellsOf('released'), other: cellsOf('other') };
      const ink = { fires: token('--fire'), released: token('--pass'), other: token('--edge') };
      paintDifference(brush, cells, sheet, ink);
    },
    [codes, layout],
  );
  return (
    <Track
      name="difference"
      valueText={turnText(cursor, differenceWordOf(codes[cursor]), label)}
      codes={codes}
      layout={layout}
      cursor={cursor}
      onCursor={onCursor}
      onHover={(cell) =>
        onHover(cell === null ? null : { cell, text: cellText(contentOf(codes, layout, cell), differenceWordOf) })
      }
      paint={paint}
    />
  );
}

function Sums({ difference: { fires, released, other } }: { readonly difference: Difference }) {
  if (fires + released + other === 0) return 'no verdict changes';
  return (
    <>
      {released > 0 && (
        <span className={styles.count} data-kind="pass" title="no longer blocked">
          ▼ <b>−{count(released)}</b>
        </span>
      )}
      {fires > 0 && (
        <span className={styles.count} data-kind="fire" title="newly blocked">
          ▲ <b>+{count(fires)}</b>
        </span>
      )}
      {other > 0 && <span className={styles.of}>{count(other)} judged differently</span>}
    </>
  );
}
