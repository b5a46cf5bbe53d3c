import { useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import type { Decisions } from '../engine/model/decisions.ts';
import { compareQuery, sessionQuery } from '../services/engine/queries.ts';
import { useEngine } from '../services/engine/useEngine.ts';
import { samplesQuery, sampleSourceQuery } from '../services/samples.ts';
import { DeclaredContext, decisionsOf, useSession } from '../state/useSession.ts';
import { useView } from '../state/useView.ts';
import { otherCompared } from '../state/view/compare.ts';
import type { Comparison } from '../worker/compare-protocol.ts';
import type { SessionOutline } from '../worker/protocol.ts';

/** The shown session beside the one that it is compared with. */
export type ComparedWith =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'compared';
      readonly here: SessionOutline;
      readonly there: SessionOutline;
      readonly otherDecisions: Decisions;
      readonly comparison: Comparison;
    };

/** The comparison of the shown session with another one; it is waiting while there is none. */
export function useComparison(): ComparedWith {
  const engine = useEngine();
  const here = useSession();
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
  const query = useQuery({ ...compareQuery(engine, here.ref, (there ?? here).ref), enabled: there !== undefined });

  const chosen = useView((view) => view.decisions);
  const declared = use(DeclaredContext);
  const otherDecisions = useMemo(
    () => (there === undefined ? null : decisionsOf({ outline: there }, chosen, declared)),
    [there, chosen, declared],
  );

  const error = samples.error ?? opened.error ?? outline.error ?? query.error;
  if (other !== null && error !== null) return { kind: 'failed', message: error.message };
  if (there === undefined || otherDecisions === null || query.data === undefined) return { kind: 'waiting' };
  return { kind: 'compared', here, there, otherDecisions, comparison: query.data };
}
