import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionRef } from '../../engine/model/session.ts';
import { runStepsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { type Column, Grid } from '../../ui/Grid.tsx';
import { visible } from '../../ui/visible.tsx';
import type { RunStepRow } from '../../worker/run-protocol.ts';
import styles from './Run.module.css';
import { unreachable } from '../../base/unreachable.ts';
import { hasFailed } from './useRun.ts';

interface StepGridProps {
  readonly session: SessionRef;
  /** The number of steps performed; later steps are listed and can be performed again. */
  readonly cursor: number;
  readonly stepCount: number;
  readonly edited: number | null;
  readonly onRewind: (step: number) => void;
}

/** A row: the run after a number of steps. */
interface RunState {
  readonly taken: number;
  /** The last of these steps; null for the initial state. */
  readonly step: RunStepRow | null;
  readonly isAhead: boolean;
  readonly isEdited: boolean;
}

/** Rows are fetched in blocks, so that scrolling makes few queries. */
const block = 100;

/** The initial state and the steps; the up and down keys undo and redo steps. */
export function StepGrid({ session, cursor, stepCount, edited, onRewind }: StepGridProps) {
  const [sight, setSight] = useState({ from: 0, to: 1 });
  const from = Math.floor(Math.max(0, sight.from - 1) / block) * block;
  const to = Math.ceil(sight.to / block) * block;
  const steps = useQuery(runStepsQuery(useEngine(), session, from, to)).data ?? [];
  const [shown, setShown] = useState(steps);
  // After a call all steps are fetched again; the old ones are shown until then.
  if (steps.length > 0 && shown !== steps) setShown(steps);
  const first = shown[0]?.index ?? 0;

  const standAt = (taken: number): RunState | undefined => {
    const about = { taken, isAhead: taken > cursor, isEdited: taken - 1 === edited };
    if (taken === 0) return { ...about, step: null };
    const step = shown[taken - 1 - first];
    return step === undefined ? undefined : { ...about, step };
  };
  return (
    <div className={styles.grid}>
      <Grid
        label="Steps"
        columns={columns}
        count={stepCount + 1}
        rowAt={standAt}
        cursor={cursor}
        onCursor={onRewind}
        onRange={(low, high) =>
          setSight((last) => (last.from === low && last.to === high ? last : { from: low, to: high }))
        }
      />
    </div>
  );
}

const columns: readonly Column<RunState>[] = [
  {
    id: 'step',
    title: 'step',
    track: '36px',
    align: 'end',
    cell: ({ taken }) => <span className={styles.index}>{taken}</span>,
  },
  {
    id: 'call',
    title: 'call',
    track: 'minmax(0, 3fr)',
    cell: ({ step, isAhead, isEdited }) => (
      <span className={styles.line} data-ahead={isAhead} title={step?.line}>
        {isEdited && <span className={styles.editing}>editing </span>}
        {step === null ? 'initial state' : visible(step.line)}
      </span>
    ),
  },
  {
    id: 'outcome',
    title: 'result',
    track: 'minmax(0, 2fr)',
    cell: ({ step, isAhead }) => (step === null ? null : <StepOutcome step={step} isAhead={isAhead} />),
  },
];

/** A step's result in its row: a value, or the error with its message. */
function StepOutcome({ step, isAhead }: { readonly step: RunStepRow; readonly isAhead: boolean }) {
  const words = outcomeWords(step);
  return (
    <span className={styles.outcome} data-failed={hasFailed(step)} data-ahead={isAhead} title={words}>
      {visible(words)}
    </span>
  );
}

function outcomeWords({ outcome, words, errorKind }: RunStepRow): string {
  switch (outcome) {
    case 'returned':
      return words;
    case 'resolved':
      return `resolved ${words}`;
    case 'refused':
    case 'rejected':
      return [outcome, errorKind, words].filter((part) => part !== null && part !== '').join(' · ');
    case 'waiting':
      return 'waiting';
    case 'ignored':
      return 'ignored: nothing happened';
    default:
      return unreachable(outcome);
  }
}
