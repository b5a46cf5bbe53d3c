import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { TurnIndex } from '../engine/model/history.ts';
import { whenAddressedAreOpen } from '../services/addressed.ts';
import { answerTo } from '../services/answerTo.ts';
import { sessionQuery, suggestionsQuery, sweepQuery } from '../services/engine/queries.ts';
import { type Sample, samplesQuery, sampleSourceQuery } from '../services/samples.ts';
import { nextFire } from '../state/hits.ts';
import { decisionsOf, shownKey, type ShownSession } from '../state/useSession.ts';
import type { SessionChoice } from '../state/view/sessions.ts';
import type { ViewStore } from '../state/view.ts';
import { type EngineClient, ProblemError } from '../worker/connect.ts';
import type { Rule, SessionOutline, SourceId } from '../worker/protocol.ts';

/** The first sample by its name, so that a link shows the same session even if the order of samples changes. */
async function firstSample(queries: QueryClient): Promise<SessionChoice | null> {
  const [first] = await answerTo(queries, samplesQuery());
  return first === undefined ? null : { kind: 'sample', sample: first.id, entry: 0 };
}

/** Shows the first sample, unless the view has a session. */
export async function chooseFirst(queries: QueryClient, view: ViewStore): Promise<void> {
  const session = await firstSample(queries);
  if (session !== null && view.getState().session === null) view.getState().actions.restore({ session });
}

/** Opens the first sample before it is shown. */
export async function openFirst(engine: EngineClient, queries: QueryClient): Promise<void> {
  await answerTo(queries, shownQuery(engine, queries, await firstSample(queries)));
}

/** Opens the chosen session, with a suggested rule that fires in it and the first turn where it does. */
export const shownQuery = (engine: EngineClient, queries: QueryClient, choice: SessionChoice | null) =>
  queryOptions({
    queryKey: shownKey(choice),
    staleTime: Infinity,
    retry: false,
    queryFn: async (): Promise<ShownSession> => {
      const { source, rule } = await sourceOf(engine, queries, choice);
      const outline = await answerTo(queries, sessionQuery(engine, source, choice?.entry ?? 0));
      const suggestions = rule === null ? await answerTo(queries, suggestionsQuery(engine, outline.ref)) : undefined;
      const starter = rule ?? suggestions?.[0]?.rule ?? null;
      return { outline, starter, suggestions, firstHit: await firstHit(engine, queries, outline, starter) };
    },
  });

async function sourceOf(
  engine: EngineClient,
  queries: QueryClient,
  choice: SessionChoice | null,
): Promise<{ readonly source: SourceId; readonly rule: Rule | null }> {
  if (choice?.kind === 'source') {
    await whenAddressedAreOpen(queries);
    return { source: choice.source, rule: null };
  }
  const sample = pick(await answerTo(queries, samplesQuery()), choice?.sample);
  const { source } = await answerTo(queries, sampleSourceQuery(engine, sample));
  return { source, rule: sample.rule };
}

function pick(samples: readonly Sample[], id: string | undefined): Sample {
  const sample = id === undefined ? samples[0] : samples.find((one) => one.id === id);
  if (sample !== undefined) return sample;
  throw new ProblemError({
    code: 'sample/unknown',
    message:
      id === undefined
        ? 'This copy of the page has no samples. Open a session of your own.'
        : `The link names the sample “${id}”, which this page does not have. Choose another session.`,
  });
}

async function firstHit(
  engine: EngineClient,
  queries: QueryClient,
  outline: SessionOutline,
  starter: Rule | null,
): Promise<TurnIndex | null> {
  if (starter === null) return null;
  const sweep = await answerTo(queries, sweepQuery(engine, outline.ref, starter, decisionsOf({ outline }, {})));
  return nextFire(sweep.codes, -1, 1);
}
