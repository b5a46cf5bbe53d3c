import { memo } from 'react';
import type { PanelId } from '../panels/registry.ts';
import { useOptionalSession } from '../state/useSession.ts';
import { useView } from '../state/useView.ts';
import { SplitPane } from '../ui/SplitPane.tsx';
import styles from './Layout.module.css';
import { PanelSlot } from './PanelSlot.tsx';

/**
 * Shows all regions: above, the sessions, the turns (with a run's calls and the policy below them) and the inspector;
 * across the middle, the timeline; below, the rule and Why.
 */
export function WideLayout({ failure }: { readonly failure: string | null }) {
  const isRun = useOptionalSession()?.outline.isRun === true;
  const hasPolicy = useView((view) => view.policy !== null);
  return <Panes failure={failure} isRun={isRun} hasPolicy={hasPolicy} />;
}

interface PanesProps {
  readonly failure: string | null;
  readonly isRun: boolean;
  readonly hasPolicy: boolean;
}

/** Not drawn again while the session grows. */
const Panes = memo(function Panes({ failure, isRun, hasPolicy }: PanesProps) {
  const slot = (panel: PanelId) => <PanelSlot panel={panel} failure={failure} />;
  const below = (['run', 'policy'] as const).filter((panel) => (panel === 'run' ? isRun : hasPolicy));
  const share = below.length === 2 ? 35 : 58;
  const turns = (
    <SplitPane
      direction="column"
      panes={[
        { id: 'turns', name: 'turns', size: 100 - share * below.length, least: 96, content: slot('turns') },
        ...below.map((panel) => ({ id: panel, name: panel, size: share, least: 144, content: slot(panel) })),
      ]}
    />
  );
  const left = (
    <SplitPane
      direction="column"
      panes={[
        { id: 'sessions', name: 'sessions', size: 68, least: 96, content: slot('sessions') },
        { id: 'contexts', name: 'derived contexts', size: 32, least: 80, content: slot('contexts') },
      ]}
    />
  );
  const upper = (
    <SplitPane
      direction="row"
      panes={[
        { id: 'left', name: 'sessions', size: 18, least: 228, content: left },
        { id: 'turns', name: 'turns', size: 50, least: 320, content: turns },
        { id: 'inspector', name: 'inspector', size: 32, least: 280, content: slot('inspector') },
      ]}
    />
  );
  const lower = (
    <div className={styles.lower}>
      <div className={styles.deck}>{slot('timeline')}</div>
      <div className={styles.foot}>
        <SplitPane
          direction="row"
          panes={[
            { id: 'rule', name: 'rule', size: 50, least: 280, content: slot('rule') },
            { id: 'why', name: 'why', size: 50, least: 280, content: slot('why') },
          ]}
        />
      </div>
    </div>
  );
  return (
    <SplitPane
      direction="column"
      panes={[
        { id: 'upper', name: 'turns', size: 60, least: 160, content: upper },
        { id: 'lower', name: 'timeline, rule and why', size: 40, least: 240, content: lower },
      ]}
    />
  );
});
