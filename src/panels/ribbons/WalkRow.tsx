import { useMemo } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import { type DecisionCell, turnsIn } from '../../state/decisionDiff.ts';
import { type Direction, nextOf } from '../../state/hits.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { count, counted } from '../../ui/format.ts';
import { verdictWords } from '../verdictWords.ts';
import styles from './Ribbons.module.css';

interface WalkRowProps {
  readonly walk: DecisionCell;
  readonly baseline: Uint8Array;
  readonly draft: Uint8Array;
  readonly cursor: TurnIndex;
  readonly onCursor: (turn: TurnIndex) => void;
  readonly onEnd: () => void;
}

/** The turns of one pair of verdicts, one after the other: where the cursor is among them, and the way on. */
export function WalkRow({ walk, baseline, draft, cursor, onCursor, onEnd }: WalkRowProps) {
  const turns = useMemo(() => turnsIn(baseline, draft, walk), [baseline, draft, walk]);
  const at = turns.indexOf(cursor);
  const step = (direction: Direction) => {
    const to = nextOf(turns, cursor, direction);
    return { disabled: to === null, onClick: () => to !== null && onCursor(to) };
  };
  return (
    <div className={styles.walk} role="group" aria-label="Walk through changed turns">
      <span>
        {verdictWords[walk.baseline]} → {verdictWords[walk.draft]}
      </span>
      <span role="status" aria-label="Place in the walk">
        {at < 0 ? (
          counted(turns.length, 'turn')
        ) : (
          <>
            <b>{count(at + 1)}</b> of {counted(turns.length, 'turn')}
          </>
        )}
      </span>
      <Button look="quiet" aria-keyshortcuts="p" title="previous turn of these (p)" {...step(-1)}>
        Previous
      </Button>
      <Button look="quiet" aria-keyshortcuts="n" title="next turn of these (n)" {...step(1)}>
        Next
      </Button>
      <IconButton icon="close" label="End the walk" onClick={onEnd} />
    </div>
  );
}
