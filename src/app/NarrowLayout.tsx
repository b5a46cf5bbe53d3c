import { panels } from '../panels/registry.ts';
import { useOptionalSession } from '../state/useSession.ts';
import { useView, useViewActions } from '../state/useView.ts';
import { type NarrowRegion, narrowRegions } from '../state/view/layout.ts';
import { Tabs } from '../ui/Tabs.tsx';
import styles from './Layout.module.css';
import { PanelSlot } from './PanelSlot.tsx';

/** Shows one region at a time, and the timeline always. */
export function NarrowLayout({ failure }: { readonly failure: string | null }) {
  const shown = useView((view) => view.region);
  const { showRegion } = useViewActions();
  const session = useOptionalSession();
  const running = session?.outline.isRun === true;
  const hasPolicy = useView((view) => view.policy !== null);
  const offered = narrowRegions.filter((id) => (id !== 'run' || running) && (id !== 'policy' || hasPolicy));
  const selected = offered.includes(shown) ? shown : 'turns';
  return (
    <div className={styles.narrow}>
      <div className={styles.deck}>
        <PanelSlot panel="timeline" failure={failure} />
      </div>
      <Tabs
        label="Regions"
        tabs={offered.map((id) => ({ id, title: shortNames[id] }))}
        selected={selected}
        onSelect={showRegion}
        className={styles.regions}
      >
        <PanelSlot key={selected} panel={selected} failure={failure} />
      </Tabs>
    </div>
  );
}

/** Short, because a phone's width holds only six short words. */
const shortNames: { readonly [R in NarrowRegion]: string } = {
  sessions: panels.sessions.name,
  contexts: 'Contexts',
  turns: panels.turns.name,
  run: panels.run.name,
  inspector: panels.inspector.name,
  policy: panels.policy.name,
  rule: panels.rule.name,
  why: panels.why.name,
};
