import { panels } from '../panels/registry.ts';
import { useOptionalSession } from '../state/useSession.ts';
import { useView, useViewActions } from '../state/useView.ts';
import { mainViews } from '../state/view/layout.ts';
import { SplitPane } from '../ui/SplitPane.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import styles from './Layout.module.css';
import { PanelSlot } from './PanelSlot.tsx';

/** The transcript or the capabilities; below them the calls of a run. */
export function MainViews({ failure }: { readonly failure: string | null }) {
  const isRun = useOptionalSession()?.outline.isRun === true;
  const main = useView((view) => view.main);
  const { openMain } = useViewActions();
  const tabs = (
    <Tabs
      label="Main views"
      tabs={mainViews.map((id) => ({ id, title: panels[id].name }))}
      selected={main}
      onSelect={openMain}
      className={styles.main}
    >
      <PanelSlot key={main} panel={main} failure={failure} />
    </Tabs>
  );
  if (!isRun) return tabs;
  return (
    <SplitPane
      direction="column"
      panes={[
        { id: 'views', name: 'transcript', size: 42, least: 96, content: tabs },
        { id: 'run', name: 'run', size: 58, least: 144, content: <PanelSlot panel="run" failure={failure} /> },
      ]}
    />
  );
}
