import { useMemo } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import { type DecisionCell, turnsIn } from '../../state/decisionDiff.ts';
import { type Direction, nextOf } from '../../state/hits.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { count, counted } from '../../ui/format.ts';
import { verdictWords } from '../words.ts';
import styles from './Timeline.module.css';

interface WalkRowProps {
  readonly walk: DecisionCell;
  readonly baseline: Uint8Array;
  readonly draft: Uint8Array;
  readonly cursor: TurnIndex;
  readonly onCursor: (turn: TurnIndex) => void;
  readonly onEnd: () => void;
}

/** The turns of one pair of verdicts: the cursor's position among them, and buttons to the previous and next. */
export function WalkRow({ walk, baseline, draft, cursor, onCursor, onEnd }: WalkRowProps) {
  const turns = useMemo(() => turnsIn(baseline, draft, walk), [baseline, draft, walk]);
  const at = turns.indexOf(cursor);
  const step = (direction: Direction) => {
    const to = nextOf(turns, cursor, direction);
    return { disabled: to === null, onClick: () => to !== null && onCursor(to) };
  };
  return (
    <div className={styles.walk} role="group" aria-label="Turns of the chosen cell">
      <span>
        {verdictWords[walk.baseline]} → {verdictWords[walk.draft]}
      </span>
      <span role="status" aria-label="Position among these turns">
        {at < 0 ? (
          counted(turns.length, 'turn')
        ) : (
          <>
            <b>{count(at + 1)}</b> of {counted(turns.length, 'turn')}
          </>
        )}
      </span>
      <Button look="quiet" aria-keyshortcuts="p" title="Previous of these turns (p)" {...step(-1)}>
        Previous
      </Button>
      <Button look="quiet" aria-keyshortcuts="n" title="Next of these turns (n)" {...step(1)}>
        Next
      </Button>
      <IconButton icon="close" label="Leave these turns" onClick={onEnd} />
    </div>
  );
}
