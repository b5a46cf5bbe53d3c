import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { useBaseline, useCursor, useJudgedRule, useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { useWidth } from '../useTrack.ts';
import { useTurnRow } from '../useTurnRow.ts';
import { DifferenceRow } from './DifferenceRow.tsx';
import styles from './Timeline.module.css';
import { Ruler } from './Ruler.tsx';
import { VerdictRow } from './VerdictRow.tsx';
import { type Difference, differenceOf } from '../difference.ts';
import { layoutOf, cellOf, type Layout, leftOf } from './layout.ts';
import { type Shown, useShown } from '../useShown.ts';

const VerdictTable = lazy(async () => ({ default: (await import('./VerdictTable.tsx')).VerdictTable }));
const WalkRow = lazy(async () => ({ default: (await import('./WalkRow.tsx')).WalkRow }));
const PolicyRows = lazy(async () => ({ default: (await import('./policy/PolicyRows.tsx')).PolicyRows }));

/** One ribbon over all turns each for the draft, the baseline, their difference, and the policy's rules. */
export function TimelinePanel() {
  const { ref } = useSession();
  // A new key per session: while its verdicts load, those of another session must not show.
  return <Deck key={ref.id} />;
}

function Deck() {
  const { turns } = useSession();
  const draftRule = useJudgedRule();
  const baselineRule = useBaseline();
  const isTried = useView((view) => view.trial !== null);

  const draft = useShown(draftRule);
  const baseline = useShown(baselineRule ?? draftRule);
  const difference = useDifference(baselineRule === null ? null : baseline, draft);

  const hasPolicy = useView((view) => view.policy !== null);
  const walk = useView((view) => view.walk);
  const { showDialog } = useNoticeActions();
  const cursor = useCursor();
  const label = useLabel(cursor);
  const actions = useViewActions();
  const moveCursor = (turn: TurnIndex) => actions.moveCursor(turn);
  const ruler = useRef<HTMLDivElement>(null);
  const width = useWidth(ruler);
  const layout = useMemo(() => layoutOf(turns, width), [turns, width]);
  const [hover, setHover] = useState<{ readonly cell: number; readonly text: string } | null>(null);
  const [isTable, setTable] = useState(false);

  const shared = { layout, cursor, label, onCursor: moveCursor, onHover: setHover };
  return (
    <section className={styles.deck} aria-label="Timeline" tabIndex={-1}>
      <div className={styles.rows} data-policy={hasPolicy}>
        <h2 className={styles.title}>Timeline</h2>
        <div className={styles.readout}>
          <span>
            cursor <b>{cursor < 0 ? '–' : cursor}</b>
          </span>
          <Button look="quiet" aria-haspopup="dialog" onClick={() => setTable(true)}>
            Table
          </Button>
        </div>
        <Ruler layout={layout} ref={ruler}>
          <CursorEnd layout={layout} cursor={cursor} />
          {hover !== null && <HoverLabel layout={layout} {...hover} />}
        </Ruler>
        <VerdictRow {...shared} name={isTried ? 'tried' : 'draft'} shown={draft} />
        {baselineRule !== null && (
          <>
            <VerdictRow {...shared} name="baseline" shown={baseline} />
            <DifferenceRow {...shared} difference={difference} onOpen={() => showDialog('decisions')} />
          </>
        )}
        {walk !== null && baselineRule !== null && draft.sweep !== null && baseline.sweep !== null && (
          <Suspense>
            <WalkRow
              walk={walk}
              baseline={baseline.sweep.codes}
              draft={draft.sweep.codes}
              cursor={cursor}
              onCursor={moveCursor}
              onEnd={() => actions.walkThrough(null)}
            />
          </Suspense>
        )}
        {hasPolicy && (
          <Suspense>
            <PolicyRows {...shared} isDraftWaiting={draft.isWaiting} />
          </Suspense>
        )}
        <CursorLine layout={layout} cursor={cursor} />
      </div>
      {isTable && (
        <Suspense>
          <VerdictTable
            draft={draft.sweep?.codes ?? null}

            baseline={baselineRule === null ? null : (baseline.sweep?.codes ?? null)}
            difference={difference}
            cursor={cursor}
            onCursor={moveCursor}
            onClose={() => setTable(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Null unless both rules have verdicts, of the same session. */
function useDifference(baseline: Shown | null, draft: Shown): Difference | null {
  const before = baseline?.sweep?.codes ?? null;
  const now = draft.sweep?.codes ?? null;
  const [errorStopped, errorStops] = [baseline?.errorStops ?? false, draft.errorStops];
  return useMemo(
    () =>
      before === null || now === null ? null : differenceOf(before, now, { baseline: errorStopped, draft: errorStops }),
    [before, now, errorStopped, errorStops],
  );
}

const maxLabelLength = 60;

/** A turn's label, cut to a few words; empty until it has loaded. */
function useLabel(turn: TurnIndex): string {
  const label = useTurnRow(turn)?.label ?? '';
  return label.length > maxLabelLength ? `${label.slice(0, maxLabelLength)}…` : label;
}

interface CursorProps {
  readonly layout: Layout;
  readonly cursor: TurnIndex;
}

/** The cursor across all ribbons, in its own layer, so that moving it repaints no ribbon. */
function CursorLine(props: CursorProps) {
  return (
    <div className={styles.overlay}>
      <Cursor {...props} />
    </div>
  );
}

/** The upper end of the cursor line, in the sticky ruler. */
function CursorEnd(props: CursorProps) {
  return (
    <div className={styles.upper}>
      <Cursor {...props} />
    </div>
  );
}

function Cursor({ layout, cursor }: CursorProps) {
  if (layout.cells === 0) return null;
  const cell = cellOf(layout, cursor);
  const left = leftOf(layout, cell);
  return (
    <div
      className={styles.cursor}
      style={{ transform: `translateX(${left}px)`, width: Math.max(1, leftOf(layout, cell + 1) - left) }}
    />
  );
}

interface HoverLabelProps {
  readonly layout: Layout;
  readonly cell: number;
  readonly text: string;
}

/** The text for the cell under the pointer, shown at the ruler. */
function HoverLabel({ layout, cell, text }: HoverLabelProps) {
  return (
    <div className={styles.hover} style={{ left: leftOf(layout, cell + 0.5) }}>
      {text}
    </div>
  );
}
