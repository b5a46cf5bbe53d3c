import { memo } from 'react';
import type { PanelId } from '../panels/registry.ts';
import { useView } from '../state/useView.ts';
import { SplitPane } from '../ui/SplitPane.tsx';
import styles from './Layout.module.css';
import { MainViews } from './MainViews.tsx';
import { PanelSlot } from './PanelSlot.tsx';

/**
 * Shows all regions: at the left the sessions and derived contexts, beside them the open policy; then from the top the
 * rule, its timeline, and below both the transcript beside the inspector.
 */
export function WideLayout({ failure }: { readonly failure: string | null }) {
  const hasPolicy = useView((view) => view.policy !== null);
  const hasRail = useView((view) => view.hasRail);
  return <Regions failure={failure} hasPolicy={hasPolicy} hasRail={hasRail} />;
}

interface RegionsProps {
  readonly failure: string | null;
  readonly hasPolicy: boolean;
  readonly hasRail: boolean;
}

/** Not drawn again while the session grows. */
const Regions = memo(function Regions({ failure, hasPolicy, hasRail }: RegionsProps) {
  const slot = (panel: PanelId) => <PanelSlot panel={panel} failure={failure} />;
  return (
    <div className={styles.wide}>
      {hasRail && (
        <div className={styles.rail}>
          {slot('sessions')}
          <div className={styles.contexts}>{slot('contexts')}</div>
        </div>
      )}
      {hasPolicy && <div className={styles.drawer}>{slot('policy')}</div>}
      <div className={styles.work}>
        <div className={styles.rule}>{slot('rule')}</div>
        <div className={styles.deck}>{slot('timeline')}</div>
        <div className={styles.views}>
          <SplitPane
            direction="row"
            panes={[
              {
                id: 'main',
                name: 'transcript',
                size: 58,
                least: 320,
                content: <MainViews failure={failure} />,
              },
              { id: 'inspector', name: 'inspector', size: 42, least: 280, content: slot('inspector') },
            ]}
          />
        </div>
      </div>
    </div>
  );
});
