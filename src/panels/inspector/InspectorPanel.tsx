import { useQuery } from '@tanstack/react-query';
import { useEngine } from '../../services/engine/useEngine.ts';
import { blockOf, blockQuery, blockSize } from '../../services/rowBlocks.ts';
import { useCalmCursor, useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { inspectorTabs } from '../../state/view.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { Region } from '../../ui/Region.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './InspectorPanel.module.css';
import { inspectorViews } from './inspectorViews.ts';

/** Everything about the turn under the cursor, one view at a time. */
export function InspectorPanel() {
  const { ref, turns } = useSession();
  const cursor = useCalmCursor();
  const tab = useView((view) => view.tab);
  const { openTab } = useViewActions();
  const row = useQuery(blockQuery(useEngine(), ref, blockOf(cursor))).data?.[cursor % blockSize];
  const View = inspectorViews[tab].component;

  return (
    <Region
      name="Inspector"
      title={
        <span className={styles.title}>
          Turn {cursor}
          <span className={styles.what}>{row === undefined ? '' : row.label}</span>
        </span>
      }
    >
      {turns === 0 ? (
        <EmptyState title="There is no turn to look at." />
      ) : (
        <Tabs
          label="Inspector views"
          tabs={inspectorTabs.map((id) => ({ id, title: inspectorViews[id].title }))}
          selected={tab}
          onSelect={openTab}
        >
          <ErrorBoundary key={tab} name={inspectorViews[tab].title}>
            <View />
          </ErrorBoundary>
        </Tabs>
      )}
    </Region>
  );
}
