import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { capabilitiesQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Grid, type Sort } from '../../ui/Grid.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { capabilityColumns, invocationColumns } from './capabilityColumns.tsx';
import styles from './InspectorPanel.module.css';
import { sortedCapabilities, sortedInvocations } from './sorted.ts';

/** Each function and how often it was used, and below it every invocation with the index CEL finds it under. */
export function CapabilitiesView() {
  const cursor = useCursor();
  const { moveCursor } = useViewActions();
  const rows = useQuery(capabilitiesQuery(useEngine(), useSession().ref, cursor, useDecisions()));
  const [chosen, setChosen] = useState<string | null>(null);
  const [order, setOrder] = useState<Sort>({ column: 'function', direction: 'ascending' });
  const [inner, setInner] = useState<Sort>({ column: 'index', direction: 'ascending' });

  if (rows.isPending) return <Skeleton lines={8} label="Loading capabilities" />;
  if (rows.isError) return <Failure message={rows.error.message} />;
  if (rows.data.length === 0) return <EmptyState title="No capability is declared or used in this session." />;

  const capabilities = sortedCapabilities(rows.data, order);
  // The function of the turn under the cursor, until the user looks at another one.
  const shown =
    capabilities.find((row) => row.function === chosen) ??
    capabilities.find((row) => row.invocations.some((invocation) => invocation.turn === cursor)) ??
    capabilities.find((row) => row.invocations.length > 0) ??
    capabilities[0];
  const invocations = sortedInvocations(shown?.invocations ?? [], inner);
  const here = invocations.findIndex((invocation) => invocation.turn === cursor);

  return (
    <div className={styles.column}>
      <div className={styles.functions} style={{ height: `min(40%, ${(capabilities.length + 1) * 24 + 2}px)` }}>
        <Grid
          label="Capabilities"
          columns={capabilityColumns}
          count={capabilities.length}
          rowAt={(index) => capabilities[index]}
          cursor={shown === undefined ? null : capabilities.indexOf(shown)}
          onCursor={(index) => setChosen(capabilities[index]?.function ?? null)}
          sort={order}
          onSort={setOrder}
        />
      </div>
      <div className={styles.strip}>
        <code className={styles.path}>context.capabilities.{shown?.function}</code>
        <span className={styles.aside}>up to turn {cursor}</span>
      </div>
      <div className={styles.fill}>
        <Grid
          label="Invocations"
          columns={invocationColumns}
          count={invocations.length}
          rowAt={(index) => invocations[index]}
          cursor={here < 0 ? null : here}
          onCursor={(index) => {
            const turn = invocations[index]?.turn;
            if (turn === undefined) return;
            setChosen(shown?.function ?? null);
            moveCursor(turn);
          }}
          sort={inner}
          onSort={setInner}
          empty={<EmptyState title="Not used up to this turn." />}
        />
      </div>
    </div>
  );
}
