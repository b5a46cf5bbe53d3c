import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { Path } from '../../engine/model/path.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import type { EngineClient } from '../../worker/connect.ts';
import type { WrittenCall } from '../../worker/run-protocol.ts';
import type { Input, Method, Output, Rule, SessionOutline, SourceId } from '../../worker/protocol.ts';

/**
 * One factory per query. The key is the method and everything the answer depends on, so an answer never goes stale. The
 * engine is not in the key, because there is only one.
 */
function ask<M extends Method>(engine: EngineClient, method: M, input: Input<M>) {
  // `engine[method]` takes the input of that method; the compiler cannot see this through the mapped type.
  const call = engine[method] as (input: Input<M>, options: { signal: AbortSignal }) => Promise<Output<M>>;
  return queryOptions<Output<M>>({
    queryKey: [method, input],
    queryFn: ({ signal }) => call(input, { signal }),
    staleTime: Infinity,
    retry: false,
    // A session that has grown does not go back to an earlier state, and there may be many a second.
    ...(hasGrown(input) && { gcTime: grownGcMs }),
  });
}

const grownGcMs = 5_000;

/** Inputs of the protocol have no session, or this one. */
const sessionIn = (input: object): SessionRef | null | undefined =>
  (input as { readonly session?: SessionRef | null }).session;

/**
 * The last answer stays until the next one arrives, if it is about the same session. What is written beside the rule would
 * be wrong with the values of another session.
 */
const keepWithin =
  (session: SessionRef) =>
  <T>(last: T | undefined, from: { readonly queryKey: readonly unknown[] } | undefined): T | undefined =>
    sessionIn(from?.queryKey[1] ?? {})?.id === session.id ? last : undefined;

/** Of two sessions that are compared, either one may grow. */
const hasGrown = (input: object): boolean =>
  [sessionIn(input), (input as { readonly other?: SessionRef }).other].some((session) => (session?.revision ?? 0) > 0);

/** A session before and after it grew. */
export interface Growth {
  readonly before: SessionOutline;
  readonly grown: SessionOutline;
  /** The cursor moves from the last turn to the new last one. */
  readonly isAtEnd: boolean;
}

/** The longest time that a growing session waits for an answer before it is shown without it. */
const longestWaitMs = 100;

/**
 * Asks what the page has on the screen again, of a session as it has grown: so its panels are drawn once, with the
 * answers, and not once for each of them.
 */
export async function askAgain(
  engine: EngineClient,
  queries: QueryClient,
  { before, grown, isAtEnd }: Growth,
  methods: readonly Method[],
): Promise<void> {
  const shown = queries.getQueryCache().findAll({
    type: 'active',
    predicate: ({ queryKey: [method, input] }) => {
      if (!methods.some((one) => one === method)) return false;
      const session = sessionIn(input as object); // the key of a method, which `ask` made
      return session?.id === before.ref.id && session.revision === before.ref.revision;
    },
  });
  const answers = shown.map(({ queryKey }) => {
    const [method, input] = queryKey as unknown as readonly [Method, { readonly turn?: number; readonly to?: number }]; // likewise
    const next = {
      ...input,
      session: grown.ref,
      ...(isAtEnd && input.turn === before.turns - 1 && { turn: grown.turns - 1 }),
      ...(isAtEnd && input.to === before.turns && lastRows(grown)),
    };
    return queries.prefetchQuery(ask(engine, method, next as unknown as Input<Method>)); // the input of that method
  });
  const late = new Promise((resolve) => {
    setTimeout(resolve, longestWaitMs);
  });
  await Promise.race([Promise.all(answers), late]);
}

/** Two sessions that are compared. */
interface Both {
  readonly session: SessionRef;
  readonly other: SessionRef;
}

const ofBoth: readonly unknown[] = ['comparedRows', 'comparedActs', 'comparedState'] satisfies readonly Method[];

/** Asks what the page shows of a comparison again, of the next one: so it is drawn once, with the answers. */
export async function askAgainOfBoth(
  engine: EngineClient,
  queries: QueryClient,
  before: Both,
  next: Both,
): Promise<void> {
  const shown = queries.getQueryCache().findAll({
    type: 'active',
    predicate: ({ queryKey: [method, input] }) => {
      if (!ofBoth.includes(method)) return false;
      const { session, other } = input as Both; // the key of one of these methods, which `ask` made
      return sameRef(session, before.session) && sameRef(other, before.other);
    },
  });
  const answers = shown.map(({ queryKey }) => {
    const [method, input] = queryKey as unknown as readonly [Method, Both]; // likewise
    return queries.prefetchQuery(ask(engine, method, { ...input, ...next }));
  });
  await Promise.all(answers);
}

const sameRef = (one: SessionRef, other: SessionRef): boolean => one.id === other.id && one.revision === other.revision;

export const sessionQuery = (engine: EngineClient, source: SourceId, entry: number) =>
  ask(engine, 'openSession', { source, entry });

export const rowsQuery = (engine: EngineClient, session: SessionRef, from: number, to: number) =>
  ask(engine, 'rows', { session, from, to });

export const turnTextQuery = (engine: EngineClient, input: Input<'turnText'>) => ({
  ...ask(engine, 'turnText', input),
  placeholderData: keepPreviousData,
});

export const argumentsQuery = (engine: EngineClient, input: Input<'callArguments'>) => ({
  ...ask(engine, 'callArguments', input),
  placeholderData: keepPreviousData,
});

/** More than a screen. */
const lastCount = 80;
const lastRows = ({ turns }: SessionOutline) => ({ from: Math.max(0, turns - lastCount), to: turns });

/** The newest rows of a session that grows. */
export const lastRowsQuery = (engine: EngineClient, session: SessionOutline) =>
  ask(engine, 'rows', { session: session.ref, ...lastRows(session) });

export const findQuery = (engine: EngineClient, session: SessionRef, expression: string, decisions: Decisions) =>
  ask(engine, 'find', { session, expression, decisions });

export const passageQuery = (engine: EngineClient, input: Input<'passage'>) => ask(engine, 'passage', input);

export const checkQuery = (engine: EngineClient, session: SessionRef, rule: Rule, decisions: Decisions) => ({
  ...ask(engine, 'check', { session, rule, decisions }),
  placeholderData: keepPreviousData,
});

/** A verdict for every turn. The last verdicts stay until the next ones arrive, so the ribbon does not flicker. */
export const sweepQuery = (engine: EngineClient, session: SessionRef, rule: Rule, decisions: Decisions) => ({
  ...ask(engine, 'sweep', { session, rule, decisions }),
  placeholderData: keepPreviousData,
});

export const explainQuery = (
  engine: EngineClient,
  session: SessionRef,
  rule: Rule,
  turn: number,
  decisions: Decisions,
) => ({ ...ask(engine, 'explain', { session, rule, turn, decisions }), placeholderData: keepPreviousData });

export const explainedValueQuery = (engine: EngineClient, input: Input<'explainedValue'>) =>
  ask(engine, 'explainedValue', input);

/** The last turn's values stay until the next ones arrive, so that the text does not jump. */
export const readingQuery = (engine: EngineClient, rule: Rule) => ({
  ...ask(engine, 'reading', { rule }),
  placeholderData: keepPreviousData,
});

export const inlineValuesQuery = (engine: EngineClient, input: Input<'inlineValues'>) => ({
  ...ask(engine, 'inlineValues', input),
  placeholderData: keepWithin(input.session),
});

export const flipsQuery = (engine: EngineClient, input: Input<'flips'>) => ask(engine, 'flips', input);

export const wouldAllowQuery = (engine: EngineClient, input: Input<'wouldAllow'>) => ask(engine, 'wouldAllow', input);

export const thresholdsQuery = (engine: EngineClient, input: Input<'thresholds'>) => ({
  ...ask(engine, 'thresholds', input),
  placeholderData: keepWithin(input.session),
});

export const coverageQuery = (engine: EngineClient, input: Input<'coverage'>) => ({
  ...ask(engine, 'coverage', input),
  placeholderData: keepWithin(input.session),
});

export const enginesQuery = (engine: EngineClient) => ask(engine, 'engines', {});

export const judgedByEngineQuery = (engine: EngineClient, input: Input<'judgedByEngine'>) =>
  ask(engine, 'judgedByEngine', input);

export const rewrittenQuery = (engine: EngineClient, input: Input<'rewritten'>) => ask(engine, 'rewritten', input);

export const fixesQuery = (engine: EngineClient, input: Input<'fixes'>) => ask(engine, 'fixes', input);

export const missesQuery = (engine: EngineClient, input: Input<'misses'>) => ask(engine, 'misses', input);

export const comparedRowsQuery = (engine: EngineClient, input: Input<'comparedRows'>) =>
  ask(engine, 'comparedRows', input);

export const comparedActsQuery = (engine: EngineClient, input: Input<'comparedActs'>) => ({
  ...ask(engine, 'comparedActs', input),
  placeholderData: keepPreviousData,
});

export const comparedStateQuery = (engine: EngineClient, input: Input<'comparedState'>) => ({
  ...ask(engine, 'comparedState', input),
  placeholderData: keepPreviousData,
});

export const stateQuery = (
  engine: EngineClient,
  session: SessionRef,
  turn: number,
  root: 'context' | 'system',
  path: Path,
  decisions: Decisions,
) => ({ ...ask(engine, 'state', { session, turn, root, path, decisions }), placeholderData: keepPreviousData });

export const pathHistoryQuery = (engine: EngineClient, input: Input<'pathHistory'>) => ({
  ...ask(engine, 'pathHistory', input),
  placeholderData: keepPreviousData,
});

export const changesQuery = (engine: EngineClient, session: SessionRef, turn: number, decisions: Decisions) => ({
  ...ask(engine, 'changes', { session, turn, decisions }),
  placeholderData: keepPreviousData,
});

export const valueTextQuery = (engine: EngineClient, input: Input<'valueText'>) => ({
  ...ask(engine, 'valueText', input),
  placeholderData: keepPreviousData,
});

export const callQuery = (engine: EngineClient, session: SessionRef, turn: number, decisions: Decisions) => ({
  ...ask(engine, 'call', { session, turn, decisions }),
  placeholderData: keepPreviousData,
});

export const draftChildrenQuery = (engine: EngineClient, input: Input<'draftChildren'>) =>
  ask(engine, 'draftChildren', input);

export const draftFieldsQuery = (engine: EngineClient, input: Input<'draftFields'>) => ({
  ...ask(engine, 'draftFields', input),
  placeholderData: keepPreviousData,
});

export const previewMappingQuery = (engine: EngineClient, input: Input<'previewMapping'>) => ({
  ...ask(engine, 'previewMapping', input),
  placeholderData: keepPreviousData,
});

export const rawQuery = (engine: EngineClient, input: Input<'raw'>) => ({
  ...ask(engine, 'raw', input),
  placeholderData: keepPreviousData,
});

export const placeQuery = (engine: EngineClient, session: SessionRef, place: string, inWhole: boolean) =>
  ask(engine, 'placeInSource', { session, place, inWhole });

export const leftOutQuery = (engine: EngineClient, session: SessionRef) => ask(engine, 'leftOut', { session });

export const lifecycleQuery = (engine: EngineClient, input: Input<'lifecycle'>) => ({
  ...ask(engine, 'lifecycle', input),
  placeholderData: keepPreviousData,
});

export const lifecycleStepsQuery = (engine: EngineClient, input: Input<'lifecycleSteps'>) =>
  ask(engine, 'lifecycleSteps', input);

export const artifactsQuery = (engine: EngineClient, input: Input<'artifacts'>) => ({
  ...ask(engine, 'artifacts', input),
  placeholderData: keepPreviousData,
});

export const artifactRowsQuery = (engine: EngineClient, input: Input<'artifactRows'>) =>
  ask(engine, 'artifactRows', input);

export const artifactContentQuery = (engine: EngineClient, input: Input<'artifactContent'>) => ({
  ...ask(engine, 'artifactContent', input),
  placeholderData: keepPreviousData,
});

export const artifactChunksQuery = (engine: EngineClient, input: Input<'artifactChunks'>) =>
  ask(engine, 'artifactChunks', input);

export const sharingQuery = (engine: EngineClient, input: Input<'sharing'>) => ({
  ...ask(engine, 'sharing', input),
  placeholderData: keepPreviousData,
});

export const namespacesQuery = (engine: EngineClient, input: Input<'namespaces'>) => ({
  ...ask(engine, 'namespaces', input),
  placeholderData: keepPreviousData,
});

export const templatesQuery = (engine: EngineClient, input: Input<'templates'>) => ({
  ...ask(engine, 'templates', input),
  placeholderData: keepPreviousData,
});

export const itemLogQuery = (engine: EngineClient, input: Input<'itemLog'>) => ({
  ...ask(engine, 'itemLog', input),
  placeholderData: keepPreviousData,
});

export const channelsQuery = (engine: EngineClient, input: Input<'channels'>) => ({
  ...ask(engine, 'channels', input),
  placeholderData: keepPreviousData,
});

export const layersQuery = (engine: EngineClient, input: Input<'layers'>) => ({
  ...ask(engine, 'layers', input),
  placeholderData: keepPreviousData,
});

export const capabilitiesQuery = (engine: EngineClient, session: SessionRef, turn: number, decisions: Decisions) => ({
  ...ask(engine, 'capabilities', { session, turn, decisions }),
  placeholderData: keepPreviousData,
});

export const latencyQuery = (engine: EngineClient, input: Input<'latency'>) => ({
  ...ask(engine, 'latency', input),
  placeholderData: keepPreviousData,
});

export const toolDefinitionQuery = (engine: EngineClient, input: Input<'toolDefinition'>) =>
  ask(engine, 'toolDefinition', input);

export const invocationsQuery = (engine: EngineClient, input: Input<'invocations'>) =>
  ask(engine, 'invocations', input);

export const contextsQuery = (engine: EngineClient, session: SessionRef) => ({
  ...ask(engine, 'contexts', { session }),
  placeholderData: keepPreviousData,
});

/** The last columns of a growing session stay until the next ones arrive. */
export const turnColumnsQuery = (engine: EngineClient, session: SessionRef) => ({
  ...ask(engine, 'turnColumns', { session }),
  placeholderData: keepPreviousData,
});

export const tokensQuery = (engine: EngineClient, session: SessionRef, turn: number) => ({
  ...ask(engine, 'tokens', { session, turn }),
  placeholderData: keepPreviousData,
});

export const tokenCurveQuery = (engine: EngineClient, session: SessionRef) => ask(engine, 'tokenCurve', { session });

export const suggestionsQuery = (engine: EngineClient, session: SessionRef) => ask(engine, 'suggestions', { session });

export const runOutlineQuery = (engine: EngineClient, session: SessionRef) => ({
  ...ask(engine, 'runOutline', { session }),
  placeholderData: keepPreviousData,
});

export const runStepsQuery = (engine: EngineClient, session: SessionRef, from: number, to: number) =>
  ask(engine, 'runSteps', { session, from, to });

export const stepLineQuery = (engine: EngineClient, session: SessionRef, step: number) =>
  ask(engine, 'stepLine', { session, step });

export const callScopeQuery = (engine: EngineClient, session: SessionRef, step: number) => ({
  ...ask(engine, 'callScope', { session, step }),
  placeholderData: keepPreviousData,
});

export const readCallQuery = (engine: EngineClient, session: SessionRef, step: number, call: WrittenCall) => ({
  ...ask(engine, 'readCall', { session, step, call }),
  placeholderData: keepPreviousData,
});

export const consoleQuery = (engine: EngineClient, input: Input<'completeConsole'>) => ({
  ...ask(engine, 'completeConsole', input),
  placeholderData: keepPreviousData,
});

export const readPolicyQuery = (engine: EngineClient, session: SessionRef | null, text: string) => ({
  ...ask(engine, 'readPolicy', { session, text }),
  placeholderData: keepPreviousData,
});

export const replayPolicyQuery = (engine: EngineClient, session: SessionRef, text: string, decisions: Decisions) => ({
  ...ask(engine, 'replayPolicy', { session, text, decisions }),
  placeholderData: keepPreviousData,
});

export const replayedTurnQuery = (engine: EngineClient, input: Input<'replayedTurn'>) => ({
  ...ask(engine, 'replayedTurn', input),
  placeholderData: keepPreviousData,
});

export const checkGivenQuery = (engine: EngineClient, input: Input<'checkGiven'>) => ask(engine, 'checkGiven', input);

export const runTestsQuery = (engine: EngineClient, input: Input<'runTests'>) => ({
  ...ask(engine, 'runTests', input),
  placeholderData: keepPreviousData,
});
