import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { TurnIndex } from '../engine/model/history.ts';
import { whenAddressedAreOpen } from '../services/addressed.ts';
import { answerTo } from '../services/answerTo.ts';
import { askAgain, sessionQuery, suggestionsQuery, sweepQuery } from '../services/engine/queries.ts';
import { type Sample, samplesQuery, sampleSourceQuery } from '../services/samples.ts';
import { firingTurns } from '../state/hits.ts';
import { cursorOf, decisionsOf, emptyRule, shownKey, type ShownSession } from '../state/useSession.ts';
import { ruleInEditor } from '../state/view/rule.ts';
import type { Opening, SessionChoice } from '../state/view/sessions.ts';
import type { View, ViewStore } from '../state/view.ts';
import { type EngineClient, ProblemError } from '../worker/connect.ts';
import type { Method, Rule, SessionOutline, SourceId } from '../worker/protocol.ts';

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

/** What the panels that are read first ask of a session. */
const readFirst: readonly Method[] = ['sweep', 'explain', 'state', 'changes', 'capabilities', 'contexts', 'tokens'];

/** Shows each session that the user chooses as soon as it is open, or why it cannot be opened, until the result is called. */
export function showWhenOpen(engine: EngineClient, queries: QueryClient, view: ViewStore): () => void {
  const shownOf = (choice: SessionChoice | null) => queries.getQueryData<ShownSession>(shownKey(choice));
  const show = async (opening: Opening) => {
    await queries.prefetchQuery(shownQuery(engine, queries, opening.session));
    const now = view.getState();
    const [before, next] = [shownOf(now.session), shownOf(opening.session)];
    if (before !== undefined && next !== undefined) {
      const cursors = [cursorOf(now.turn, before), cursorOf(opening.turn, next)] as const;
      const ruleOf = ({ starter }: ShownSession) => ruleInEditor(now) ?? starter ?? emptyRule;
      const rules = [ruleOf(before), ruleOf(next)] as const;
      await askAgain(engine, queries, { before: before.outline, next: next.outline, cursors, rules }, readFirst);
    }
    if (view.getState().opening === opening) view.getState().actions.showOpened();
  };
  const follow = ({ opening }: View) => {
    if (opening !== null) show(opening).catch((cause: unknown) => reportError(cause));
  };
  follow(view.getState());
  return view.subscribe((now, before) => {
    if (now.opening !== before.opening) follow(now);
  });
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
  return firingTurns(sweep.codes)[0] ?? null;
}
