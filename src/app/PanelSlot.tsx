import { Suspense, useMemo } from 'react';
import { Calmly } from './CalmSession.tsx';
import { type PanelId, type Panel, panels } from '../panels/registry.ts';
import { useOptionalSession } from '../state/useSession.ts';
import { EmptyState, Failure } from '../ui/EmptyState.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Region } from '../ui/Region.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

interface PanelSlotProps {
  readonly panel: PanelId;
  /** Why no session could be opened; shown once, in place of the turns. */
  readonly failure: string | null;
}

/** A panel, or its placeholder while there is no session. A crash is contained in the panel. */
export function PanelSlot({ panel: id, failure }: PanelSlotProps) {
  const { name, component: Component, needsSession, isCalm, lines }: Panel = panels[id];
  const hasSession = useOptionalSession() !== null;
  // The same element while the session grows: what the panel shows of it decides when it is drawn again.
  const panel = useMemo(
    () => (
      <ErrorBoundary name={name}>
        <Suspense fallback={<Loading name={name} lines={lines} />}>
          <Component />
        </Suspense>
      </ErrorBoundary>
    ),
    [Component, name, lines],
  );
  if (hasSession || !needsSession) return isCalm ? <Calmly>{panel}</Calmly> : panel;
  return (
    <Region name={name}>
      {failure === null && <Skeleton lines={lines} label={`Loading: ${name}`} />}
      {failure !== null && id === 'transcript' && (
        <Failure message={failure}>
          <p>Choose another session, open a file, or paste a text anywhere on this page.</p>
        </Failure>
      )}
      {failure !== null && id !== 'transcript' && <EmptyState title="No session is open." />}
    </Region>
  );
}

function Loading({ name, lines }: Pick<Panel, 'name' | 'lines'>) {
  return (
    <Region name={name}>
      <Skeleton lines={lines} label={`Loading: ${name}`} />
    </Region>
  );
}
