import { useState } from 'react';
import { type PanelId, panels } from '../panels/registry.ts';
import { useOptionalSession } from '../state/useSession.ts';
import { useView } from '../state/useView.ts';
import { Tabs } from '../ui/Tabs.tsx';
import styles from './Layout.module.css';
import { PanelSlot } from './PanelSlot.tsx';

const tabs = [
  'sessions',
  'contexts',
  'turns',
  'run',
  'inspector',
  'policy',
  'rule',
  'why',
] as const satisfies readonly PanelId[];

/** One region at a time, and the ribbons always. */
export function NarrowLayout({ failure }: { readonly failure: string | null }) {
  const [shown, setShown] = useState<(typeof tabs)[number]>('turns');
  const session = useOptionalSession();
  const running = session?.outline.isRun === true;
  const hasPolicy = useView((view) => view.policy !== null);
  const offered = tabs.filter((id) => (id !== 'run' || running) && (id !== 'policy' || hasPolicy));
  const selected = offered.includes(shown) ? shown : 'turns';
  return (
    <div className={styles.narrow}>
      <div className={styles.deck}>
        <PanelSlot panel="ribbons" failure={failure} />
      </div>
      <Tabs
        label="Regions"
        tabs={offered.map((id) => ({ id, title: shortNames[id] }))}
        selected={selected}
        onSelect={setShown}
        className={styles.regions}
      >
        <PanelSlot key={selected} panel={selected} failure={failure} />
      </Tabs>
    </div>
  );
}

/** A phone's width holds six short words. */
const shortNames: { readonly [T in (typeof tabs)[number]]: string } = {
  sessions: panels.sessions.name,
  contexts: 'Contexts',
  turns: panels.turns.name,
  run: panels.run.name,
  inspector: panels.inspector.name,
  policy: panels.policy.name,
  rule: panels.rule.name,
  why: panels.why.name,
};
