import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import type { NodeOutline } from '../../worker/protocol.ts';
import { LongText } from '../LongText.tsx';
import styles from './Capabilities.module.css';

/** The whole input and output of the invocation at the cursor, and the context that it started. */
export function InvocationDetail({ name }: { readonly name: string }) {
  const { ref, nodes } = useSession();
  const cursor = useCalmCursor();
  const call = useQuery(callQuery(useEngine(), ref, cursor, useDecisions()));
  if (call.isPending) return <Skeleton lines={4} label="Loading the call" />;
  if (call.isError) return <Failure message={call.error.message} />;
  const { turn, invocation } = call.data;
  if (turn === null || invocation?.function !== name)
    return <EmptyState title={`Choose a call of ${name} above to see its whole input and output.`} />;
  const child = childOf(nodes, turn.node, turn.index);
  return (
    <div className={styles.detail}>
      {child !== null && <ChildLink child={child} />}
      <LongText title="Input" json={invocation.input} absent="The recording does not hold the input." />
      <LongText title="Output" json={invocation.output} absent="The recording does not hold the output." />
      {invocation.outputNote !== null && <p className={styles.aside}>{visible(invocation.outputNote)}</p>}
    </div>
  );
}

function ChildLink({ child: { title, firstTurn, lastTurn } }: { readonly child: NodeOutline }) {
  const { moveCursor } = useViewActions();
  return (
    <p>
      It ran in the context{' '}
      <Button look="quiet" onClick={() => moveCursor(firstTurn ?? 0)}>
        {visible(title)}
      </Button>{' '}
      <span className={styles.aside}>
        turns {firstTurn} to {lastTurn}
      </span>
    </p>
  );
}

/** The context that a call started: its turns are just before the turn of the result, or just after that of the call. */
export function childOf(nodes: readonly NodeOutline[], node: string, turn: number): NodeOutline | null {
  const children = nodes.filter(({ parent }) => parent === node);
  return (
    children.find(({ lastTurn }) => lastTurn === turn - 1) ??
    children.find(({ firstTurn }) => firstTurn === turn + 1) ??
    null
  );
}
