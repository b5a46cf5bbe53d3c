import { memo, type ReactNode } from 'react';
import { type PanelId, panels } from '../panels/registry.ts';
import { useSplits } from '../panels/useSplits.ts';
import { useOptionalSession } from '../state/useSession.ts';
import { useView, useViewActions } from '../state/useView.ts';
import { mainShown, otherCompared } from '../state/view/compare.ts';
import { mainViews } from '../state/view/layout.ts';
import { ruleInEditor } from '../state/view/rule.ts';
import { SplitPane } from '../ui/SplitPane.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Afterwards } from './Afterwards.tsx';
import styles from './Layout.module.css';
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
  const splits = useSplits();
  const slot = (panel: PanelId) => <PanelSlot panel={panel} failure={failure} />;
  return (
    <div className={styles.wide}>
      {hasRail && (
        <div className={styles.rail}>
          <Afterwards isLast>
            {slot('sessions')}
            <div className={styles.contexts}>{slot('derived-contexts')}</div>
          </Afterwards>
        </div>
      )}
      {hasPolicy && <div className={styles.drawer}>{slot('policy')}</div>}
      <div className={styles.work}>
        <div className={styles.rule}>
          <RuleSoon>{slot('rule')}</RuleSoon>
        </div>
        <div className={styles.deck}>{slot('timeline')}</div>
        <div className={styles.views}>
          <Afterwards isLast>
            <SplitPane
              direction="row"
              {...splits('views')}
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
          </Afterwards>
        </div>
      </div>
    </div>
  );
});

/** From this width on, the rule of a sample takes exactly the room that is kept for it (Layout.module.css). */
const exactFrom = '(min-width: 1440px)';

/** The rule takes long to draw. It comes after the timeline where nothing moves then. */
function RuleSoon({ children }: { readonly children: ReactNode }) {
  const isSamples = useView(
    (view) => view.session?.kind !== 'source' && ruleInEditor(view) === null && view.policy === null,
  );
  return <Afterwards isAtOnce={!isSamples || !window.matchMedia(exactFrom).matches}>{children}</Afterwards>;
}

/** The transcript or the capabilities; below them the calls of a run. */
function MainViews({ failure }: { readonly failure: string | null }) {
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
