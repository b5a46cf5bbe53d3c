import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useMemo, useRef } from 'react';
import type { Decisions } from '../engine/model/decisions.ts';
import { type ComparedSessions, comparisonQuery, pairOf } from '../services/engine/comparison.ts';
import { sessionQuery } from '../services/engine/queries.ts';
import { useEngine } from '../services/engine/useEngine.ts';
import { samplesQuery, sampleSourceQuery } from '../services/samples.ts';
import {
  CalmSessionContext,
  DeclaredContext,
  decisionsOf,
  useChosen,
  useDecisions,
  useShownSession,
} from '../state/useSession.ts';
import { useView } from '../state/useView.ts';
import { otherCompared } from '../state/view/compare.ts';
import type { OnBoth } from '../worker/compare-protocol.ts';
import type { EngineClient } from '../worker/connect.ts';
import type { SessionOutline } from '../worker/protocol.ts';

/** The shown session beside the one that it is compared with. */
export type ComparedWith =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly message: string }
  | ({ readonly kind: 'compared'; readonly otherDecisions: Decisions } & Omit<ComparedSessions, 'againAt'>);

/**
 * The comparison of the shown session with another one; it is waiting while there is none. While one of them grows, it is the
 * last comparison: both sessions are then as they were when they were compared.
 */
export function useComparison(): ComparedWith {
  const engine = useEngine();
  const shown = useShownSession();
  // All parts of the page compare the same two states, also those that show the newest turns.
  const { outline: here } = use(CalmSessionContext) ?? shown;
  const other = useView(otherCompared);
  const samples = useQuery({ ...samplesQuery(), enabled: other?.kind === 'sample' });
  const sample = other?.kind === 'sample' ? samples.data?.find(({ id }) => id === other.sample) : undefined;
  const opened = useQuery({
    ...sampleSourceQuery(engine, sample ?? { id: '', file: '' }),
    enabled: sample !== undefined,
  });
  const source = other?.kind === 'source' ? other.source : sample && opened.data?.source;
  const outline = useQuery({ ...sessionQuery(engine, source ?? '', other?.entry ?? 0), enabled: source !== undefined });
  const opening = source === undefined ? undefined : outline.data;
  // While the other session of the two is being shown, the page still has this one.
  const there = opening?.ref.id === here.ref.id ? undefined : opening;
  const chosen = useChosen();
  const declared = use(DeclaredContext);
  const decisions = useDecisions();
  const otherDecisions = useMemo(
    () => decisionsOf({ outline: there ?? here }, chosen, declared),
    [there, here, chosen, declared],
  );
  const query = useLastComparison(engine, here, there, { decisions, otherDecisions });

  const error = samples.error ?? opened.error ?? outline.error ?? query.error;
  if (other !== null && error !== null) return { kind: 'failed', message: error.message };
  if (there === undefined || query.data === undefined) return { kind: 'waiting' };
  return { kind: 'compared', otherDecisions, ...query.data };
}

/** Compares two sessions, and again when one of them has grown. */
function useLastComparison(
  engine: EngineClient,
  here: SessionOutline,
  there: SessionOutline | undefined,
  decided: OnBoth,
) {
  const queries = useQueryClient();
  const options = comparisonQuery(engine, here, there ?? here, decided);
  const query = useQuery({ ...options, enabled: there !== undefined });
  const { data, isError, isFetching, refetch } = query;
  const pair = there === undefined ? null : pairOf(here, there);
  const isLate = !isFetching && (data === undefined ? isError : pairOf(data.here, data.there) !== pair);
  /** The pair that was compared again last: if that failed, it is not tried once more. */
  const tried = useRef<string | null>(null);
  const key = useRef(options.queryKey);
  useEffect(() => {
    key.current = options.queryKey;
  });
  const againAt = data?.againAt;
  // A timer. Each part of the page that shows the comparison has one; the first to end begins the next comparison for all.
  useEffect(() => {
    if (!isLate || pair === null) return undefined;
    const timer = setTimeout(
      () => {
        const isDone = queries.getQueryData<ComparedSessions>(key.current)?.againAt !== againAt;
        if (isDone || tried.current === pair) return;
        tried.current = pair;
        void refetch({ cancelRefetch: false });
      },
      (againAt ?? 0) - performance.now(),
    );
    return () => clearTimeout(timer);
  }, [isLate, pair, againAt, refetch, queries]);
  return query;
}
