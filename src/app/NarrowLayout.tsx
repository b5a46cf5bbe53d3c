import { lazy, Suspense } from 'react';
import { panels } from '../panels/registry.ts';
import { useOptionalSession } from '../state/useSession.ts';
import { useView, useViewActions } from '../state/useView.ts';
import { mainShown, otherCompared } from '../state/view/compare.ts';
import { type MainView, mainViews, type NarrowRegion, narrowRegions } from '../state/view/layout.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { Afterwards } from './Afterwards.tsx';
import styles from './Layout.module.css';
import { PanelSlot } from './PanelSlot.tsx';

type RegionTab = Exclude<NarrowRegion, 'main'> | MainView;

const regionTabs = narrowRegions.flatMap((id): readonly RegionTab[] => (id === 'main' ? mainViews : [id]));

const VerdictSentence = lazy(async () => ({
  default: (await import('../panels/rule/VerdictSentence.tsx')).VerdictSentence,
}));

/** Shows one region at a time, and the timeline and what the rule does always. */
export function NarrowLayout({ failure }: { readonly failure: string | null }) {
  const region = useView((view) => view.region);
  const main = useView(mainShown);
  const isComparing = useView((view) => otherCompared(view) !== null);
  const { openMain, showRegion } = useViewActions();
  const outline = useOptionalSession()?.outline;
  const hasPolicy = useView((view) => view.policy !== null);
  const isOffered = (id: RegionTab) => {
    if (id === 'compare') return isComparing;
    if (id === 'run') return outline?.isRun === true;
    if (id === 'contexts') return (outline?.nodes.length ?? 0) > 1;
    return id !== 'policy' || hasPolicy;
  };
  const offered = regionTabs.filter(isOffered);
  const asked = region === 'main' ? main : region;
  const selected = offered.includes(asked) ? asked : main;
  return (
    <div className={styles.narrow}>
      <div className={styles.deck}>
        <PanelSlot panel="timeline" failure={failure} />
        {outline !== undefined && selected !== 'rule' && (
          <div className={styles.verdicts}>
            <Suspense>
              <VerdictSentence isFaulty={false} />
            </Suspense>
          </div>
        )}
      </div>
      <Tabs
        label="Regions"
        tabs={offered.map((id) => ({ id, title: panels[id].name }))}
        selected={selected}
        onSelect={(id) => (isMain(id) ? openMain(id) : showRegion(id))}
        className={styles.regions}
      >
        <Afterwards>
          <PanelSlot key={selected} panel={selected} failure={failure} />
        </Afterwards>
      </Tabs>
    </div>
  );
}

const isMain = (id: RegionTab): id is MainView => mainViews.some((main) => main === id);
