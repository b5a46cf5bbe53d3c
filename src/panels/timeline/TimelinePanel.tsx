import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import { turnColumnsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { extended } from '../../state/sight.ts';
import { useBaseline, useCalmCursor, useCursor, useJudgedRule, useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { otherCompared } from '../../state/view/compare.ts';
import type { TurnColumns } from '../../worker/protocol.ts';
import { hidingWith } from '../hidingWith.ts';
import type { PictureKind } from '../SaveMenu.tsx';
import { useTurnRow } from '../useTurnRow.ts';
import { useUserNotes } from '../useUserNotes.ts';
import { DifferenceRow } from './DifferenceRow.tsx';
import { timelines } from './drawings.ts';
import { HoverText } from './HoverText.tsx';
import { Key } from './Key.tsx';
import { KindsRow } from './KindsRow.tsx';
import { Cursor, RangeBand, RangeChip } from './Marks.tsx';
import styles from './Timeline.module.css';
import { breaksOf, Ruler } from './Ruler.tsx';
import { TokensRow } from './TokensRow.tsx';
import { Toolbar } from './Toolbar.tsx';
import { type Hover, VerdictRow } from './VerdictRow.tsx';
import { type Difference, differenceOf } from '../difference.ts';
import { centreOf, type Layout } from './layout.ts';
import { Overview } from './Overview.tsx';
import { useJudgedAtOnce } from './useJudgedAtOnce.ts';
import { useSight } from './useSight.ts';
import { type Shown, useShown } from '../useShown.ts';

const VerdictTable = lazy(async () => ({ default: (await import('./VerdictTable.tsx')).VerdictTable }));
const WalkRow = lazy(async () => ({ default: (await import('./WalkRow.tsx')).WalkRow }));
const ComparedRow = lazy(async () => ({ default: (await import('./ComparedRow.tsx')).ComparedRow }));
const NoteSigns = lazy(async () => ({ default: (await import('./NoteSigns.tsx')).NoteSigns }));
const PolicyRows = lazy(async () => ({ default: (await import('./policy/PolicyRows.tsx')).PolicyRows }));

/**
 * Over all turns: their kinds, the tokens of model calls, and one ribbon each for the draft, the baseline, their
 * difference, and the policy's rules.
 */
export function TimelinePanel() {
  const { ref } = useSession();
  // A new key per session: while its verdicts load, those of another session must not show.
  return <Deck key={ref.id} />;
}

/** Until they have loaded, the lanes are empty, but as high as they will be. */
const noColumns: TurnColumns = {
  kinds: new Uint8Array(),
  nodes: new Uint32Array(),
  calls: new Uint32Array(),
  functions: [],
  prompt: new Uint32Array(),
  completion: new Uint32Array(),
  cached: new Uint32Array(),
  contextWindow: null,
  times: new Float64Array(),
};

function Deck() {
  const { ref, recorded, title, nodes, kinds } = useSession();
  const engine = useEngine();
  const { data: columns = noColumns } = useQuery(turnColumnsQuery(engine, ref));
  useJudgedAtOnce();
  const draftRule = useJudgedRule();
  const baselineRule = useBaseline();
  const isTried = useView((view) => view.trial !== null);

  const draft = useShown(draftRule);
  const baseline = useShown(baselineRule ?? draftRule);
  const difference = useDifference(baselineRule === null ? null : baseline, draft);

  const hasPolicy = useView((view) => view.policy !== null);
  const isComparing = useView((view) => otherCompared(view) !== null);
  const walk = useView((view) => view.walk);
  const { showDialog } = useNoticeActions();
  const cursor = useCursor();
  const notes = useUserNotes();
  const label = useLabel(cursor, useCalmCursor()) + (notes?.byTurn.has(cursor) === true ? ', with a note' : '');
  const actions = useViewActions();
  const moveCursor = (turn: TurnIndex) => actions.moveCursor(turn);
  const deck = useRef<HTMLElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const { layout, sight, axis, hasTime, pan } = useSight(columns.times, ruler, rows);
  const range = useView((view) => view.range);
  const breaks = useMemo(() => (axis === null ? [] : breaksOf(layout, axis)), [layout, axis]);
  const [pointed, setPointed] = useState<{ readonly hover: Hover | null; readonly on: Layout } | null>(null);
  // After zooming, another turn is under the pointer, which says so when it moves.
  const hover = pointed?.on === layout ? pointed.hover : null;
  const [isTable, setTable] = useState(false);

  const onExtend = (to: TurnIndex) => {
    actions.selectTurns(extended(range, cursor, to));
    moveCursor(to);
  };
  const letGo = () => {
    actions.selectTurns(null);
    deck.current?.focus({ preventScroll: true });
  };

  const onHover = (to: Hover | null) => setPointed({ hover: to, on: layout });

  const times = axis === null ? null : columns.times;
  const save = async (kind: PictureKind) => {
    if (rows.current === null) return;
    const { saveTimeline } = await import('./saveTimeline.ts');
    await saveTimeline(rows.current, kind);
  };
  // For a command of the palette, which looks for the timeline in the page.
  useLayoutEffect(() => {
    if (rows.current !== null) timelines.set(rows.current, { layout, times, session: title, hide: hidingWith(engine) });
  }, [layout, times, title, engine]);

  const shared = { layout, cursor, label, onCursor: moveCursor, onExtend, onHover };
  return (
    // Escape comes from whatever in it has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={deck}
      className={styles.deck}
      aria-label="Timeline"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || range === null) return;
        event.preventDefault();
        letGo();
      }}
    >
      <div
        ref={rows}
        className={styles.rows}
        data-picture="timeline"
        data-lanes={nodes.filter(({ firstTurn }) => firstTurn !== null).length > 1 ? 'many' : 'one'}
        data-tokens={recorded.tokens > 0 ? 'some' : 'none'}
        data-dense={hasPolicy || kinds.snapshot > 0}
      >
        <h2 className="visually-hidden">Timeline</h2>
        <Toolbar
          layout={layout}
          hasTime={hasTime}
          isWhole={sight === null}
          onAll={() => actions.lookAt(null)}
          onTable={() => setTable(true)}
          onSave={save}
        />
        <Ruler
          layout={layout}
          times={times}
          cursor={cursor}
          onCursor={moveCursor}
          onRange={(chosen) => {
            actions.selectTurns(chosen);
            // So that Escape lets go of them.
            if (deck.current?.contains(document.activeElement) === false) deck.current.focus({ preventScroll: true });
          }}
          ref={ruler}
        >
          {range !== null && <RangeBand layout={layout} range={range} />}
          {sight !== null && (
            <Overview layout={layout} sight={sight} axis={axis} codes={draft.sweep?.codes ?? null} onPan={pan} />
          )}
          {notes !== null && notes.notes.length > 0 && (
            <Suspense>
              <NoteSigns layout={layout} notes={notes} />
            </Suspense>
          )}
          {breaks.map((x) => (
            <span key={x} className={styles.break} style={{ left: x }} />
          ))}
          {hover !== null && (
            <HoverText layout={layout} hover={hover} columns={columns} axis={axis} codes={draft.sweep?.codes ?? null} />
          )}
        </Ruler>
        {range !== null && <RangeChip layout={layout} range={range} cursor={cursor} onClick={letGo} />}
        <KindsRow {...shared} onPan={pan} columns={columns} />
        {recorded.tokens > 0 && <TokensRow {...shared} onPan={pan} columns={columns} />}
        {isComparing && (
          <Suspense>
            <ComparedRow {...shared} onPan={pan} />
          </Suspense>
        )}
        <VerdictRow {...shared} name={isTried ? 'tried' : 'draft'} shown={draft} />
        {baselineRule === null ? (
          <Key isEmpty={draft.isEmpty} computes={(draft.sweep?.counts.value ?? 0) > 0} />
        ) : (
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
        <div className={styles.overlay}>
          {range !== null && <RangeBand layout={layout} range={range} />}
          {breaks.map((x) => (
            <div key={x} className={styles.breakLine} style={{ left: x }} />
          ))}
          {hover !== null && <div className={styles.hairline} style={{ left: centreOf(layout, hover.cell) }} />}
          <Cursor layout={layout} cursor={cursor} />
        </div>
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
  const range = useView((view) => view.range);
  return useMemo(
    () =>
      before === null || now === null
        ? null
        : differenceOf(before, now, { baseline: errorStopped, draft: errorStops }, range),
    [before, now, errorStopped, errorStops, range],
  );
}

const maxLabelLength = 60;

/** The label of the cursor's turn, cut to a few words; empty until the cursor rests there and the label has loaded. */
function useLabel(cursor: TurnIndex, calm: TurnIndex): string {
  const label = useTurnRow(calm)?.label ?? '';
  if (calm !== cursor) return '';
  return label.length > maxLabelLength ? `${label.slice(0, maxLabelLength)}…` : label;
}
