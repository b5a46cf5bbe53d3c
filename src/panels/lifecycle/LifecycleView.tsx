import { useQuery } from '@tanstack/react-query';
import { lifecycleQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The states a system knows, the way taken through them up to the cursor, and the moves that are allowed there. */
export function LifecycleView() {
  const { ref } = useSession();
  const asked = useQuery(
    lifecycleQuery(useEngine(), { session: ref, turn: useCalmCursor(), decisions: useDecisions() }),
  );
  if (asked.isError) return <Failure message={asked.error.message} />;
  if (asked.data === undefined) return <Skeleton lines={8} label="Loading: Lifecycle" />;
  const { path, current, allowed, states } = asked.data;
  return (
    <>
      <p>{states.find(({ id }) => id === current)?.title ?? current}</p>
      <ol aria-label="Path">
        {path.map(({ to, by, turn }, index) => (
          <li key={index}>{`${to} by ${by}, turn ${turn}`}</li>
        ))}
      </ol>
      <ul aria-label="Allowed">
        {allowed.map(({ operation, to }) => (
          <li key={operation}>{to === null ? operation : `${operation} → ${to}`}</li>
        ))}
      </ul>
    </>
  );
}
