import { useState } from 'react';
import { type PanelId, panels } from '../panels/registry.ts';
import { Tabs } from '../ui/Tabs.tsx';
import styles from './Layout.module.css';
import { PanelSlot } from './PanelSlot.tsx';

const tabs = ['sessions', 'contexts', 'turns', 'inspector', 'rule', 'why'] as const satisfies readonly PanelId[];

/** One region at a time, and the ribbons always. */
export function NarrowLayout({ failure }: { readonly failure: string | null }) {
  const [shown, setShown] = useState<(typeof tabs)[number]>('turns');
  return (
    <div className={styles.narrow}>
      <div className={styles.deck}>
        <PanelSlot panel="ribbons" failure={failure} />
      </div>
      <Tabs
        label="Regions"
        tabs={tabs.map((id) => ({ id, title: shortNames[id] }))}
        selected={shown}
        onSelect={setShown}
        className={styles.regions}
      >
        <PanelSlot key={shown} panel={shown} failure={failure} />
      </Tabs>
    </div>
  );
}

/** A phone's width holds six short words. */
const shortNames: { readonly [T in (typeof tabs)[number]]: string } = {
  sessions: panels.sessions.name,
  contexts: 'Contexts',
  turns: panels.turns.name,
  inspector: panels.inspector.name,
  rule: panels.rule.name,
  why: panels.why.name,
};
