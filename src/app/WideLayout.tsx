import { memo, type ReactNode, Suspense } from 'react';
import type { PanelId } from '../panels/registry.ts';
import { soon } from '../panels/soon.ts';
import { useView } from '../state/useView.ts';
import { ruleInEditor } from '../state/view/rule.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Afterwards } from './Afterwards.tsx';
import styles from './Layout.module.css';
import { PanelSlot } from './PanelSlot.tsx';

const WideViews = soon(async () => ({ default: (await import('./WideViews.tsx')).WideViews }));

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
  const isSample = useView((view) => view.session?.kind !== 'source');
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
        <div className={styles.rule} data-sample={isSample}>
          <RuleSoon>{slot('rule')}</RuleSoon>
        </div>
        <div className={styles.deck}>{slot('timeline')}</div>
        <div className={styles.views}>
          <Afterwards isLast>
            <ErrorBoundary name="The transcript">
              <Suspense>
                <WideViews failure={failure} />
              </Suspense>
            </ErrorBoundary>
          </Afterwards>
        </div>
      </div>
    </div>
  );
});

/** The rule takes long to draw. That of a sample takes the room that is kept for it, so it comes after the timeline. */
function RuleSoon({ children }: { readonly children: ReactNode }) {
  const isSamples = useView(
    (view) => view.session?.kind !== 'source' && ruleInEditor(view) === null && view.policy === null,
  );
  return <Afterwards isAtOnce={!isSamples}>{children}</Afterwards>;
}
