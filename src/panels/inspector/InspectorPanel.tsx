import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { blockOf, blockQuery, blockSize } from '../../services/rowBlocks.ts';
import { useCalmCursor, useSession, useTab } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { inspectorTabs, type SystemTab } from '../../state/view.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { Region } from '../../ui/Region.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { visible } from '../../ui/visible.tsx';
import { useTurnWords } from '../useTurnWords.ts';
import styles from './InspectorPanel.module.css';
import { inspectorViews } from './inspectorViews.ts';

interface InspectorPanelProps {
  /** Those that only some systems have; shown are the ones that suit the session. */
  readonly systemViews: { readonly [V in SystemTab]: { readonly title: string; readonly component: ComponentType } };
}

/** Everything about the turn under the cursor, one view at a time. */
export function InspectorPanel({ systemViews }: InspectorPanelProps) {
  const { ref, views: suiting } = useSession();
  const cursor = useCalmCursor();
  const tab = useTab();
  const moment = useTurnWords();
  const { openTab } = useViewActions();
  const row = useQuery(blockQuery(useEngine(), ref, blockOf(cursor))).data?.[cursor % blockSize];
  const views = { ...inspectorViews, ...systemViews };
  const { title, component: View } = views[tab];

  return (
    <Region
      name="Inspector"
      title={
        <span className={styles.title}>
          {moment.title(cursor)}
          <span className={styles.what} dir="auto">
            {row === undefined || moment.isSnapshot ? '' : visible(row.label)}
          </span>
        </span>
      }
    >
      <Tabs
        label="Inspector views"
        tabs={[...inspectorTabs, ...suiting].map((id) => ({ id, title: views[id].title }))}
        selected={tab}
        onSelect={openTab}
      >
        <ErrorBoundary key={tab} name={title}>
          <Suspense fallback={<Skeleton lines={8} label={`Loading: ${title}`} />}>
            <View />
          </Suspense>
        </ErrorBoundary>
      </Tabs>
    </Region>
  );
}
