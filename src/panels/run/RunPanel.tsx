import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { runOutlineQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useSession } from '../../state/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/EmptyState.tsx';
import { counted } from '../../ui/format.ts';
import { Region } from '../../ui/Region.tsx';
import { CallField } from './CallField.tsx';
import styles from './Run.module.css';
import { sourceOf } from './runs.ts';
import { StepList } from './StepList.tsx';
import { useRun } from './useRun.ts';

/** As many steps as are listed before the step cursor, and after it. */
const reach = 100;

/** The calls of a run: go back and forth, branch, put one in another's place, and type the next. */
export function RunPanel() {
  // What was being edited or typed belongs to one run.
  return <OneRun key={sourceOf(useSession())} />;
}

function OneRun() {
  const engine = useEngine();
  const { ref } = useSession();
  const [edited, setEdited] = useState<number | null>(null);
  const run = useRun();
  const head = useQuery(runOutlineQuery(engine, ref, 0, 0));
  const { cursor = 0, stepCount = 0 } = head.data ?? {};
  const from = Math.max(0, cursor - reach);
  const { steps = [] } = useQuery(runOutlineQuery(engine, ref, from, cursor + reach)).data ?? {};

  const last = cursor - 1;
  return (
    <Region
      name="Run"
      actions={
        <>
          <Button look="quiet" onClick={() => void run.save('script')}>
            Save script
          </Button>
          <Button look="quiet" onClick={() => void run.save('session')}>
            Save session
          </Button>
        </>
      }
    >
      <div className={styles.run}>
        <div className={styles.tools}>
          <Button look="quiet" disabled={cursor === 0} onClick={() => void run.rewind(cursor - 1)}>
            Step back
          </Button>
          <Button look="quiet" disabled={cursor >= stepCount} onClick={() => void run.rewind(cursor + 1)}>
            Step forward
          </Button>
          <Button look="quiet" onClick={() => void run.branch(cursor)}>
            Branch here
          </Button>
          <Button look="quiet" disabled={cursor === 0} onClick={() => setEdited(last)}>
            Edit call
          </Button>
          <Button look="quiet" disabled={cursor === 0} onClick={() => void run.edit(last, null)}>
            Remove call
          </Button>
          <span className={styles.count}>
            {cursor} of {counted(stepCount, 'step')}
          </span>
        </div>
        <p className={styles.said} role="status" aria-label="Run">
          {run.said}
        </p>
        {head.isError && <Failure message={head.error.message} />}
        <div className={styles.scroll}>
          <StepList
            steps={steps}
            cursor={cursor}
            edited={edited}
            session={ref}
            onRewind={(step) => void run.rewind(step)}
            onLeave={() => setEdited(null)}
            onEdit={async (step, line) => {
              const problems = await run.edit(step, { line });
              if (problems.length === 0) setEdited(null);
              return problems;
            }}
          />
        </div>
        <CallField
          label="Call"
          session={ref}
          past={steps.slice(0, cursor - from).map(({ line }) => line)}
          onEnter={run.perform}
        />
      </div>
    </Region>
  );
}
