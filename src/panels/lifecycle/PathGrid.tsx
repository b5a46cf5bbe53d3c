import { useState } from 'react';
import type { LifecycleStep } from '../../engine/systems/lifecycle.ts';
import { lifecycleStepsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useWindowed } from '../../services/useWindowed.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type Column, Grid } from '../../ui/Grid.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './LifecycleView.module.css';

interface NumberedStep extends LifecycleStep {
  readonly number: number;
}

type TitleOf = (state: string) => string;

const columnsWith = (titleOf: TitleOf): readonly Column<NumberedStep>[] => [
  { id: 'number', title: 'step', track: '36px', align: 'end', cell: ({ number }) => number },
  { id: 'turn', title: 'turn', track: '36px', align: 'end', cell: ({ turn }) => (turn < 0 ? '–' : turn) },
  {
    id: 'to',
    title: 'to',
    track: 'minmax(92px, 1fr)',
    cell: ({ from, to }) => (
      <span className={styles.to} title={from === null ? titleOf(to) : `from ${titleOf(from)} to ${titleOf(to)}`}>
        {titleOf(to)}
      </span>
    ),
  },
  {
    id: 'by',
    title: 'by',
    track: 'minmax(96px, 1fr)',
    cell: ({ by }) => (
      <code className={styles.by} title={by}>
        {by}
      </code>
    ),
  },
  {
    id: 'reason',
    title: 'message',
    track: 'minmax(0, 2fr)',
    cell: ({ reason }) => <span title={reason ?? undefined}>{visible(reason ?? '')}</span>,
  },
];

/** The path step by step, up to the cursor. Choosing a step moves the cursor to its turn. */
export function PathGrid({ count, titleOf }: { readonly count: number; readonly titleOf: TitleOf }) {
  const engine = useEngine();
  const { ref: session } = useSession();
  const turn = useCalmCursor();
  const decisions = useDecisions();
  const { moveCursor } = useViewActions();
  const { rowAt, onRange } = useWindowed(count, (from, to) =>
    lifecycleStepsQuery(engine, { session, turn, decisions, from, to }),
  );
  // Several steps may belong to one turn, so the list stores which one was chosen.
  const [chosen, setChosen] = useState({ index: -1, turn: -1 });
  const isMeant = chosen.turn === turn && chosen.index < count;
  return (
    <Grid
      label="Path"
      columns={columnsWith(titleOf)}
      count={count}
      rowAt={(index) => {
        const step = rowAt(index);
        return step && { ...step, number: index + 1 };
      }}
      cursor={count === 0 ? null : isMeant ? chosen.index : count - 1}
      onCursor={(index) => {
        const step = rowAt(index);
        if (step === undefined) return;
        setChosen({ index, turn: Math.max(0, step.turn) });
        moveCursor(step.turn);
      }}
      onRange={onRange}
      empty={<EmptyState title="No step was taken up to this turn." />}
    />
  );
}
