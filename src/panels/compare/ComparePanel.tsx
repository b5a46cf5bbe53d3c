import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import {
  type Alignment,
  firstDifference,
  nextDifference,
  reachedAt,
  rowAt,
  rowCount,
  rowOfTurn,
  turnsOn,
} from '../../engine/model/alignment.ts';
import type { TurnIndex } from '../../engine/model/history.ts';
import { type VerdictKind, verdictKinds } from '../../engine/model/verdict.ts';
import { alignedBy } from '../../services/engine/comparison.ts';
import { comparedActsQuery, comparedRowsQuery, sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useWindowed, windowOf } from '../../services/useWindowed.ts';
import type { ComparedRow } from '../../worker/compare-protocol.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { useCursor, useDecisions, useIsGrowing, useJudgedRule, useSession } from '../../state/useSession.ts';
import { useView, useViewActions, useViewStore } from '../../state/useView.ts';
import { otherCompared } from '../../state/view/compare.ts';
import { hasGrowing } from '../../state/view/sessions.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/Grid.tsx';
import { Region } from '../../ui/Region.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SplitPane } from '../../ui/SplitPane.tsx';
import { type ComparedWith, useComparison } from '../useComparison.ts';
import { useSplits } from '../useSplits.ts';
import { columnsFor, type ShownRow } from './columns.tsx';
import styles from './Compare.module.css';
import { RowDetail } from './RowDetail.tsx';
import { rowsSentence, totalsSentence } from './words.ts';

/** The shown session beside another one: their turns aligned, and how they differ. */
export function ComparePanel() {
  const compared = useComparison();
  const other = useView(otherCompared);
  const { showDialog } = useNoticeActions();
  if (other === null)
    return (
      <Region name="Compare" inTabs>
        <EmptyState title="No session is compared with this one.">
          <Button onClick={() => showDialog('compare')}>Compare with…</Button>
        </EmptyState>
      </Region>
    );
  if (compared.kind === 'compared')
    return <Compared key={`${compared.here.ref.id} ${compared.there.ref.id}`} {...compared} />;
  return (
    <Region name="Compare" inTabs>
      {compared.kind === 'failed' ? (
        <Failure message={compared.message} />
      ) : (
        <Skeleton lines={12} label="Comparing two sessions" />
      )}
    </Region>
  );
}

type ComparedProps = Omit<Extract<ComparedWith, { kind: 'compared' }>, 'kind'>;

function Compared({ here, there, otherDecisions, comparison: { alignment, totals } }: ComparedProps) {
  const engine = useEngine();
  const rule = useJudgedRule();
  const decisions = useDecisions();
  const both = alignedBy(here, there, { decisions, otherDecisions });
  const isJudged = rule.expression.trim() !== '';
  const isGrowing = useView(hasGrowing);
  const onScroll = useLeaving();
  // The verdicts that the ribbon shows, which are there already.
  const newest = useSession().ref;
  const own = useQuery({ ...sweepQuery(engine, newest, rule, decisions), enabled: isJudged }).data;
  const others = useQuery({ ...sweepQuery(engine, there.ref, rule, otherDecisions), enabled: isJudged }).data;
  const acts = useQuery({
    ...comparedActsQuery(engine, { ...both, rule, decisions, otherDecisions }),
    enabled: isJudged,
  }).data;
  const splits = useSplits();
  const { row, choose } = useRow(alignment);
  const { rowAt: loadedAt, onRange } = useWindowed(rowCount(alignment), (from, to) =>
    comparedRowsQuery(engine, { ...both, from, to }),
  );
  const verdictsAt = (at: number) => {
    const turns = rowAt(alignment, at);
    return isJudged ? { here: verdictOf(own?.codes, turns.here), there: verdictOf(others?.codes, turns.there) } : null;
  };
  const shownAt = (at: number): ShownRow | undefined => withVerdicts(loadedAt(at), at);
  const withVerdicts = (loaded: ComparedRow | undefined, at: number): ShownRow | undefined =>
    loaded && { ...loaded, verdicts: verdictsAt(at), nodes: { here: here.nodes, there: there.nodes } };
  const step = (direction: 1 | -1) => {
    const to = nextDifference(alignment, row, direction);
    return { disabled: to === null, onClick: () => to !== null && choose(to) };
  };
  // Inside this view the keys of flips go to differences.
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.ctrlKey || event.metaKey || event.altKey ? undefined : { ']': 1, '[': -1 }[event.key];
    if (direction !== 1 && direction !== -1) return;
    event.preventDefault();
    const to = nextDifference(alignment, row, direction);
    if (to !== null) choose(to);
  };
  // The grid may show other rows.
  const around = windowOf(row);
  const chosen = useQuery(comparedRowsQuery(engine, { ...both, ...around })).data?.[row - around.from];
  const shown = withVerdicts(chosen, row);
  const first = firstDifference(alignment);

  return (
    <Region name="Compare" inTabs className={styles.panel}>
      {/* The keys come from whatever in it has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.compare} onKeyDown={onKeyDown}>
        <div className={styles.bar}>
          <p className={styles.sentence} role="status" aria-label="Differences">
            <span>{rowsSentence(alignment, totals)}</span> <span>{totalsSentence(totals, acts ?? null)}</span>
            {alignment.isCoarse && (
              <span className={styles.quiet}>
                {' '}
                The sessions have little in common, so equal turns that are far apart may be missed.
              </span>
            )}
          </p>
          <div className={styles.actions}>
            <Button look="quiet" disabled={first === null} onClick={() => first !== null && choose(first)}>
              First difference
            </Button>
            <IconButton icon="up" label="Previous difference ([)" aria-keyshortcuts="[" {...step(-1)} />
            <IconButton icon="down" label="Next difference (])" aria-keyshortcuts="]" {...step(1)} />
            <SwapAndStop alignment={alignment} row={row} />
          </div>
        </div>
        <SplitPane
          direction="column"
          {...splits('compare')}
          panes={[
            {
              id: 'rows',
              name: 'aligned turns',
              size: 62,
              least: 96,
              content: (
                <Grid
                  label="Aligned turns"
                  columns={columnsFor(here.title, there.title, {
                    tokens: here.recorded.tokens > 0 && there.recorded.tokens > 0,
                    time: totals.tookMs.here !== null && totals.tookMs.there !== null,
                  })}
                  count={rowCount(alignment)}
                  rowAt={shownAt}
                  lines={2}
                  cursor={rowCount(alignment) === 0 ? null : row}
                  onCursor={choose}
                  onRange={onRange}
                  isGrowing={isGrowing}
                  onScroll={onScroll}
                  entry
                  empty={<EmptyState title="Neither session has a turn." />}
                />
              ),
            },
            {
              id: 'row',
              name: 'chosen row',
              size: 38,
              least: 72,
              content:
                shown === undefined ? (
                  <Skeleton lines={3} label="Loading the row" />
                ) : (
                  <RowDetail
                    key={shown.here === null ? `there ${shown.there?.index}` : `here ${shown.here.index}`}
                    row={shown}
                    verdicts={shown.verdicts}
                    reached={reachedAt(alignment, row)}
                  />
                ),
            },
          ]}
        />
      </div>
    </Region>
  );
}

const verdictOf = (codes: Uint8Array | undefined, turn: number | null): VerdictKind =>
  verdictKinds[(turn === null ? undefined : codes?.[turn]) ?? 0] ?? 'n/a';

/** A turn of the other session alone, which the user chose here while the cursor was at a turn. */
interface Picked {
  readonly there: TurnIndex;
  readonly cursor: TurnIndex;
  /** That was the last turn that was compared: the cursor may move on with the newest turn, and the row stays chosen. */
  readonly isLast: boolean;
}

/** The chosen row: that of the cursor, or of the turn that the user picked. Of a session that grows, the row of the same turn. */
function useRow(alignment: Alignment) {
  const cursor = useCursor();
  const isAtNewest = useView(({ turn }) => turn === 'newest');
  const { moveCursor } = useViewActions();
  const [picked, setPicked] = useState<Picked | null>(null);
  const last = turnsOn(alignment, 'here') - 1;
  if (picked !== null && picked.cursor !== cursor)
    setPicked(picked.isLast && isAtNewest ? { ...picked, cursor } : null);
  const row =
    picked?.cursor === cursor
      ? rowOfTurn(alignment, 'there', picked.there)
      : rowOfTurn(alignment, 'here', Math.max(0, Math.min(cursor, last)));
  const choose = (to: number) => {
    const { here, there } = rowAt(alignment, to);
    const turn = Math.max(0, reachedAt(alignment, to).here);
    setPicked(here === null && there !== null ? { there, cursor: turn, isLast: turn >= last } : null);
    moveCursor(turn);
  };
  return { row: Math.min(row, Math.max(0, rowCount(alignment) - 1)), choose };
}

/** Scrolling away from the newest turn stops following it, as in the transcript. */
function useLeaving() {
  const { scrollTurns } = useViewActions();
  const isLive = useIsGrowing();
  const cursor = useCursor();
  const { turns } = useSession();
  return isLive ? (isEndInSight: boolean) => scrollTurns(isEndInSight, { turns, cursor }) : undefined;
}

function SwapAndStop({ alignment, row }: { readonly alignment: Alignment; readonly row: number }) {
  const view = useViewStore();
  const { showDialog } = useNoticeActions();
  const { chooseSession, stopComparing } = useViewActions();
  const swap = () => {
    const other = otherCompared(view.getState());
    if (other !== null) chooseSession(other, Math.max(0, reachedAt(alignment, row).there));
  };
  return (
    <>
      <Button look="quiet" onClick={swap}>
        Swap
      </Button>
      <Button look="quiet" onClick={() => showDialog('compare')}>
        Change…
      </Button>
      <Button look="quiet" onClick={stopComparing}>
        Stop
      </Button>
    </>
  );
}
