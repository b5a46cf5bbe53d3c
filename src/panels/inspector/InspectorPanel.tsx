import { type ComponentType, Suspense, lazy } from 'react';
import { useCalmCursor, useSession, useTab } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { inspectorTabs, type SystemTab } from '../../state/view/layout.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { Region } from '../../ui/Region.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTurnRow } from '../useTurnRow.ts';
import { visible } from '../../ui/visible.tsx';
import { useTurnWords } from '../useTurnWords.ts';
import styles from './InspectorPanel.module.css';
import { StateView } from './StateView.tsx';

interface InspectorPanelProps {
  /** Views of particular systems; only those of the session's system are shown. */
  readonly systemViews: { readonly [V in SystemTab]: { readonly title: string; readonly component: ComponentType } };
}

/** The views of the turn at the cursor, one at a time. */
export function InspectorPanel({ systemViews }: InspectorPanelProps) {
  const { views: suiting } = useSession();
  const cursor = useCalmCursor();
  const tab = useTab();
  const moment = useTurnWords();
  const { openTab } = useViewActions();
  const row = useTurnRow(cursor);
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

/**
 * The state view is loaded with the page; the others load when they are first opened, to keep the first script small.
 */
const inspectorViews: {
  readonly [Tab in (typeof inspectorTabs)[number]]: { readonly title: string; readonly component: ComponentType };
} = {
  state: { title: 'State', component: StateView },
  changes: {
    title: 'Changes',
    component: lazy(async () => ({ default: (await import('./ChangesView.tsx')).ChangesView })),
  },
  call: { title: 'Call', component: lazy(async () => ({ default: (await import('./CallView.tsx')).CallView })) },
  raw: { title: 'Raw', component: lazy(async () => ({ default: (await import('./RawView.tsx')).RawView })) },
  tokens: {
    title: 'Tokens',
    component: lazy(async () => ({ default: (await import('./TokensView.tsx')).TokensView })),
  },
  capabilities: {
    title: 'Capabilities',
    component: lazy(async () => ({ default: (await import('./CapabilitiesView.tsx')).CapabilitiesView })),
  },
};
