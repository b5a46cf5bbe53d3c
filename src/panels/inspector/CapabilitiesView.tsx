import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { capabilitiesQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import type { CapabilityRow } from '../../worker/protocol.ts';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Grid, type Sort } from '../../ui/Grid.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import { useTurnWords } from '../useTurnWords.ts';
import { capabilityColumns } from './capabilityColumns.tsx';
import styles from './InspectorPanel.module.css';
import { InvocationTable } from './InvocationTable.tsx';
import { sortedCapabilities } from './sorted.ts';

/**
 * The functions of the context at the cursor with their counts, and below them the invocations of one function with
 * their index in CEL.
 */
export function CapabilitiesView() {
  const cursor = useCalmCursor();
  const rows = useQuery(capabilitiesQuery(useEngine(), useSession().ref, cursor, useDecisions()));
  const words = useTurnWords();
  const [chosen, setChosen] = useState<string | null>(null);
  const [order, setOrder] = useState<Sort>({ column: 'function', direction: 'ascending' });
  const [inner, setInner] = useState<Sort>({ column: 'index', direction: 'ascending' });

  if (rows.isPending) return <Skeleton lines={8} label="Loading capabilities" />;
  if (rows.isError) return <Failure message={rows.error.message} />;
  if (rows.data === null) return <EmptyState title="Unknown: the recording does not hold context.capabilities." />;
  const capabilities = sortedCapabilities(rows.data, order);
  const shown = shownOf(capabilities, chosen);
  if (shown === undefined) return <EmptyState title="No capability is declared or used in this session." />;

  return (
    <div className={styles.column}>
      <div className={styles.functions} style={{ height: `min(40%, ${(capabilities.length + 1) * 24 + 2}px)` }}>
        <Grid
          label="Capabilities"
          columns={capabilityColumns}
          count={capabilities.length}
          rowAt={(index) => capabilities[index]}
          cursor={capabilities.indexOf(shown)}
          onCursor={(index) => setChosen(capabilities[index]?.function ?? null)}
          sort={order}
          onSort={setOrder}
        />
      </div>
      <div className={styles.strip}>
        <code className={styles.path}>context.capabilities.{visible(shown.function)}</code>
        <span className={styles.aside}>{words.upTo(cursor)}</span>
      </div>
      <div className={styles.fill}>
        <InvocationTable
          key={shown.function}
          name={shown.function}
          count={shown.uses}
          sort={inner}
          onSort={setInner}
          onChoose={() => setChosen(shown.function)}
        />
      </div>
    </div>
  );
}

/** The function the user chose, or else the one of the turn at the cursor. */
function shownOf(rows: readonly CapabilityRow[], chosen: string | null): CapabilityRow | undefined {
  return (
    rows.find((row) => row.function === chosen) ??
    rows.find((row) => row.here) ??
    rows.find((row) => row.uses > 0) ??
    rows[0]
  );
}
