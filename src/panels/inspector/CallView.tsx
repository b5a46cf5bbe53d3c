import { useQuery } from '@tanstack/react-query';
import { formatPath } from '../../engine/model/path.ts';
import { callQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { CopyAsItIs } from '../CopyAsItIs.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { counted, milliseconds } from '../../ui/format.ts';
import { visible } from '../../ui/visible.tsx';
import type { CallDetail, InvocationDetail, TurnRow } from '../../worker/protocol.ts';
import { LongText } from '../LongText.tsx';
import { OutcomeText } from '../OutcomeText.tsx';
import { tokensInWords } from '../words.ts';
import { GateDecisions } from './GateDecisions.tsx';
import styles from './InspectorPanel.module.css';

/** The full message or invocation of the turn at the cursor. */
export function CallView() {
  const call = useQuery(callQuery(useEngine(), useSession().ref, useCalmCursor(), useDecisions()));

  if (call.isPending) return <Skeleton lines={8} label="Loading the call" />;
  if (call.isError) return <Failure message={call.error.message} />;
  const { turn, message, withheld, gate, invocation, planned, plannedCount } = call.data;
  if (turn === null) return <EmptyState title="There is no call yet." />;
  return (
    <div className={styles.call}>
      <Facts turn={turn} invocation={invocation} />
      {gate.length > 0 && <GateDecisions turn={turn.index} gate={gate} />}
      {(turn.kind === 'input' || turn.kind === 'llm') && (
        <LongText
          title={turn.kind === 'input' ? 'Message of the user' : 'Message of the model'}
          text={message}
          absent={absentWords(turn)}
        />
      )}
      {withheld !== null && withheld !== message && (
        <LongText title="Answer kept from the user" text={withheld} absent="Its text was not recorded." />
      )}
      {planned.length > 0 && <Planned planned={planned} more={plannedCount - planned.length} />}
      {invocation !== null && (
        <>
          <LongText title="Input" json={invocation.input} absent="The recording does not hold the input." />
          <LongText title="Output" json={invocation.output} absent="The recording does not hold the output." />
          {invocation.outputNote !== null && <p className={styles.aside}>{visible(invocation.outputNote)}</p>}
        </>
      )}
    </div>
  );
}

function absentWords({ kind, isRemark, label }: TurnRow): string {
  if (kind === 'input') return 'The user’s message was not recorded.';
  return `The model’s message was not recorded${isRemark ? `: ${label}` : '.'}`;
}

function Facts({ turn, invocation }: { readonly turn: TurnRow; readonly invocation: InvocationDetail | null }) {
  return (
    <dl className={styles.facts}>
      {invocation !== null && (
        <>
          <dt>function</dt>
          <dd>
            <code>{visible(invocation.function)}</code>
          </dd>
          <dt>outcome</dt>
          <dd data-outcome={invocation.outcome}>
            <OutcomeText outcome={invocation.outcome} />
            {invocation.reason !== null && visible(`: ${invocation.reason}`)}
          </dd>
          <dt>in CEL</dt>
          <dd className={styles.withButton}>
            <code>{visible(formatPath(invocation.path))}</code>
            <CopyAsItIs label="Copy the path" text={formatPath(invocation.path)} />
          </dd>
        </>
      )}
      {turn.ended !== null && (
        <>
          <dt>task</dt>
          <dd data-outcome="restricted">{visible(turn.ended)}</dd>
        </>
      )}
      {invocation?.taskId != null && (
        <>
          <dt>child task</dt>
          <dd>
            <code>{invocation.taskId}</code>
          </dd>
        </>
      )}
      <dt>at</dt>
      <dd>{turn.at ?? 'not recorded'}</dd>
      {turn.tookMs !== null && (
        <>
          <dt>took</dt>
          <dd>{milliseconds(turn.tookMs)}</dd>
        </>
      )}
      {turn.kind === 'llm' && (
        <>
          <dt>tokens</dt>
          <dd>{turn.tokens === null ? 'not recorded' : tokensInWords(turn.tokens)}</dd>
        </>
      )}
    </dl>
  );
}

interface PlannedProps {
  readonly planned: CallDetail['planned'];
  /** The number of further calls. */
  readonly more: number;
}

function Planned({ planned, more }: PlannedProps) {
  const { moveCursor } = useViewActions();
  return (
    <section aria-label="Requested calls">
      <h3 className={styles.partTitle}>Requested calls</h3>
      <ul className={styles.planned}>
        {planned.map((step) => (
          <li key={step.turn}>
            <button type="button" className={styles.link} onClick={() => moveCursor(step.turn)}>
              <code>{visible(step.function)}</code> at turn {step.turn}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.aside}>and {counted(more, 'turn')} more, one after the other</p>}
    </section>
  );
}
