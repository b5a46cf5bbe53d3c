import { type ComponentType, Suspense, lazy } from 'react';
import { useSession, useTab } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { inspectorTabs, type SystemTab } from '../../state/view/layout.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './InspectorPanel.module.css';
import { StateView } from './StateView.tsx';

interface InspectorPanelProps {
  /** The reasons for the verdict at the cursor. */
  readonly why: ComponentType;
  /** Views of particular systems; only those of the session's system are shown. */
  readonly systemViews: { readonly [V in SystemTab]: { readonly title: string; readonly component: ComponentType } };
}

/** The views of the turn at the cursor, one at a time. */
export function InspectorPanel({ why, systemViews }: InspectorPanelProps) {
  const { views: suiting } = useSession();
  const tab = useTab();
  const { openTab } = useViewActions();
  const views = { why: { title: 'Why', component: why }, ...inspectorViews, ...systemViews };
  const { title, component: View } = views[tab];

  return (
    <section className={styles.inspector} data-region="Inspector" aria-label="Inspector" tabIndex={-1}>
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
    </section>
  );
}

/**
 * The state view is loaded with the page; the others load when they are first opened, to keep the first script small.
 */
const inspectorViews: {
  readonly [Tab in Exclude<(typeof inspectorTabs)[number], 'why'>]: {
    readonly title: string;
    readonly component: ComponentType;
  };
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
};
