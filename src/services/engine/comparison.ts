import { queryOptions } from '@tanstack/react-query';
import { rowOfTurn, turnsOn } from '../../engine/model/alignment.ts';
import type { EngineClient } from '../../worker/connect.ts';
import type { Comparison, OnBoth } from '../../worker/compare-protocol.ts';
import type { Input, SessionOutline } from '../../worker/protocol.ts';
import { nextTime, type Rests } from '../rests.ts';
import { windowOf } from '../useWindowed.ts';
import { askAgainOfBoth, comparedRowsQuery } from './queries.ts';

/** Two sessions as they were when they were compared. */
export interface ComparedSessions {
  readonly here: SessionOutline;
  readonly there: SessionOutline;
  readonly comparison: Comparison;
  /** The earliest moment of the next comparison, on the clock of `performance.now`. */
  readonly againAt: number;
}

/** Identifies two sessions as they are at one time. */
export const pairOf = (here: SessionOutline, there: SessionOutline): string => JSON.stringify([here.ref, there.ref]);

/** Differences that change more often cannot be read. */
const rests: Rests = { everyMs: 500, oneIn: 5, longestRestMs: 2_000 };

/** What the alignment of two sessions depends on. Two snapshots are compared by their states, which depend on decisions. */
export const alignedBy = (here: SessionOutline, there: SessionOutline, decided: OnBoth): Input<'compare'> => ({
  session: here.ref,
  other: there.ref,
  ...(here.kinds.snapshot > 0 && there.kinds.snapshot > 0 && decided),
});

/**
 * The key has no revisions: while a session grows, its last comparison stays until the next one is there, which
 * `useComparison` requests.
 */
export function comparisonQuery(engine: EngineClient, here: SessionOutline, there: SessionOutline, decided: OnBoth) {
  const { session, other, ...decisions } = alignedBy(here, there, decided);
  return queryOptions({
    queryKey: ['comparison', session.id, other.id, decisions] as const,
    queryFn: async ({ client, signal, queryKey }): Promise<ComparedSessions> => {
      const begin = performance.now();
      const before = client.getQueryData<ComparedSessions>(queryKey);
      const both = { session, other, ...decisions };
      const comparison = await engine.compare(both, { signal });
      if (before !== undefined) {
        const { alignment } = comparison;
        // If the page follows the newest turn, it shows this row next.
        const newest = rowOfTurn(alignment, 'here', Math.max(0, turnsOn(alignment, 'here') - 1));
        await Promise.all([
          askAgainOfBoth(engine, client, { session: before.here.ref, other: before.there.ref }, both),
          client.prefetchQuery(comparedRowsQuery(engine, { ...both, ...windowOf(newest) })),
        ]);
      }
      return { here, there, comparison, againAt: nextTime(begin, rests) };
    },
    staleTime: Infinity,
    retry: false,
  });
}
