import { panels } from '../panels/registry.ts';
import { useSplits } from '../panels/useSplits.ts';
import { useOptionalSession } from '../state/useSession.ts';
import { useView, useViewActions } from '../state/useView.ts';
import { mainShown, otherCompared } from '../state/view/compare.ts';
import { mainViews } from '../state/view/layout.ts';
import { SplitPane } from '../ui/SplitPane.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import styles from './Layout.module.css';
import { PanelSlot } from './PanelSlot.tsx';

interface WideViewsProps {
  readonly failure: string | null;
}

/** The transcript beside the inspector. */
export function WideViews({ failure }: WideViewsProps) {
  const splits = useSplits();
  return (
    <SplitPane
      direction="row"
      {...splits('views')}
      panes={[
        { id: 'main', name: 'transcript', size: 58, least: 320, content: <MainViews failure={failure} /> },
        {
          id: 'inspector',
          name: 'inspector',
          size: 42,
          least: 280,
          content: <PanelSlot panel="inspector" failure={failure} />,
        },
      ]}
    />
  );
}

/** The transcript or the capabilities; below them the calls of a run. */
function MainViews({ failure }: WideViewsProps) {
  const isRun = useOptionalSession()?.outline.isRun === true;
  const main = useView(mainShown);
  const isComparing = useView((view) => otherCompared(view) !== null);
  const { openMain } = useViewActions();
  const tabs = (
    <Tabs
      label="Main views"
      tabs={mainViews.filter((id) => id !== 'compare' || isComparing).map((id) => ({ id, title: panels[id].name }))}
      selected={main}
      onSelect={openMain}
      className={styles.main}
    >
      <PanelSlot key={main} panel={main} failure={failure} />
    </Tabs>
  );
  const splits = useSplits();
  if (!isRun) return tabs;
  return (
    <SplitPane
      direction="column"
      {...splits('run')}
      panes={[
        { id: 'views', name: 'transcript', size: 42, least: 96, content: tabs },
        { id: 'run', name: 'run', size: 58, least: 144, content: <PanelSlot panel="run" failure={failure} /> },
      ]}
    />
  );
}
