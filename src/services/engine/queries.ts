import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { TurnIndex } from '../../engine/model/history.ts';
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
 * The last answer stays until the next one arrives, so that nothing flickers, but only if it is about the same session: the
 * verdicts and values of another session would be wrong here.
 */
const askCalmly = <M extends Method>(engine: EngineClient, method: M, input: Input<M>) => ({
  ...ask(engine, method, input),
  placeholderData: (last: Output<M> | undefined, from?: { readonly queryKey: readonly unknown[] }) =>
    sessionIn(from?.queryKey[1] ?? {})?.id === sessionIn(input)?.id ? last : undefined,
});

/** Of two sessions that are compared, either one may grow. */
const hasGrown = (input: object): boolean =>
  [sessionIn(input), (input as { readonly other?: SessionRef }).other].some((session) => (session?.revision ?? 0) > 0);

/** A session that takes the place of the one on the screen: the same after it grew, or another one. */
export interface NextSession {
  readonly before: SessionOutline;
  readonly next: SessionOutline;
  /** Where the cursor is in both, if it moves. */
  readonly cursors: readonly [before: TurnIndex, next: TurnIndex] | null;
  /** The rules that are judged in both, if they differ. */
  readonly rules?: readonly [before: Rule, next: Rule];
}

/** The cursor stays at its turn, or moves from the last one to the new last one. */
export const growth = (before: SessionOutline, next: SessionOutline, isAtEnd: boolean): NextSession => ({
  before,
  next,
  cursors: isAtEnd ? [before.turns - 1, next.turns - 1] : null,
});

/** The longest time that the next session waits for an answer before it is shown without it. */
const longestWaitMs = 100;

/**
 * Asks what the page has on the screen again, of the session that is shown next: so its panels are drawn once, with the
 * answers, and not once for each of them.
 */
export async function askAgain(
  engine: EngineClient,
  queries: QueryClient,
  { before, next, cursors, rules }: NextSession,
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
    const [method, input] = queryKey as unknown as readonly [Method, AskedAgain]; // likewise
    const asked = {
      ...input,
      session: next.ref,
      ...(cursors !== null && input.turn === cursors[0] && { turn: cursors[1] }),
      ...(cursors !== null && input.to === before.turns && lastRows(next)),
      ...(rules !== undefined && JSON.stringify(input.rule) === JSON.stringify(rules[0]) && { rule: rules[1] }),
    };
    return queries.prefetchQuery(ask(engine, method, asked as unknown as Input<Method>)); // the input of that method
  });
  const late = new Promise((resolve) => {
    setTimeout(resolve, longestWaitMs);
  });
  await Promise.race([Promise.all(answers), late]);
}

/** What differs between two sessions in a question about them. */
interface AskedAgain {
  readonly turn?: TurnIndex;
  readonly to?: number;
  readonly rule?: Rule;
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

export const turnTextQuery = (engine: EngineClient, input: Input<'turnText'>) => askCalmly(engine, 'turnText', input);

export const argumentsQuery = (engine: EngineClient, input: Input<'callArguments'>) =>
  askCalmly(engine, 'callArguments', input);

/** More than a screen. */
const lastCount = 80;
const lastRows = ({ turns }: SessionOutline) => ({ from: Math.max(0, turns - lastCount), to: turns });

/** The newest rows of a session that grows. */
export const lastRowsQuery = (engine: EngineClient, session: SessionOutline) =>
  ask(engine, 'rows', { session: session.ref, ...lastRows(session) });

export const findQuery = (engine: EngineClient, session: SessionRef, expression: string, decisions: Decisions) =>
  ask(engine, 'find', { session, expression, decisions });

export const passageQuery = (engine: EngineClient, input: Input<'passage'>) => ask(engine, 'passage', input);

export const checkQuery = (engine: EngineClient, session: SessionRef, rule: Rule, decisions: Decisions) =>
  askCalmly(engine, 'check', { session, rule, decisions });

/** A verdict for every turn. The last verdicts stay until the next ones arrive, so the ribbon does not flicker. */
export const sweepQuery = (engine: EngineClient, session: SessionRef, rule: Rule, decisions: Decisions) =>
  askCalmly(engine, 'sweep', { session, rule, decisions });

export const explainQuery = (
  engine: EngineClient,
  session: SessionRef,
  rule: Rule,
  turn: number,
  decisions: Decisions,
) => askCalmly(engine, 'explain', { session, rule, turn, decisions });

export const explainedValueQuery = (engine: EngineClient, input: Input<'explainedValue'>) =>
  ask(engine, 'explainedValue', input);

/** The last turn's values stay until the next ones arrive, so that the text does not jump. */
export const readingQuery = (engine: EngineClient, input: Input<'reading'>) => askCalmly(engine, 'reading', input);

export const inlineValuesQuery = (engine: EngineClient, input: Input<'inlineValues'>) =>
  askCalmly(engine, 'inlineValues', input);

export const flipsQuery = (engine: EngineClient, input: Input<'flips'>) => ask(engine, 'flips', input);

export const wouldAllowQuery = (engine: EngineClient, input: Input<'wouldAllow'>) => ask(engine, 'wouldAllow', input);

export const thresholdsQuery = (engine: EngineClient, input: Input<'thresholds'>) =>
  askCalmly(engine, 'thresholds', input);

export const coverageQuery = (engine: EngineClient, input: Input<'coverage'>) => askCalmly(engine, 'coverage', input);

export const enginesQuery = (engine: EngineClient) => ask(engine, 'engines', {});

export const judgedByEngineQuery = (engine: EngineClient, input: Input<'judgedByEngine'>) =>
  ask(engine, 'judgedByEngine', input);

export const rewrittenQuery = (engine: EngineClient, input: Input<'rewritten'>) => ask(engine, 'rewritten', input);

export const fixesQuery = (engine: EngineClient, input: Input<'fixes'>) => ask(engine, 'fixes', input);

export const missesQuery = (engine: EngineClient, input: Input<'misses'>) => ask(engine, 'misses', input);

export const comparedRowsQuery = (engine: EngineClient, input: Input<'comparedRows'>) =>
  ask(engine, 'comparedRows', input);

export const comparedActsQuery = (engine: EngineClient, input: Input<'comparedActs'>) =>
  askCalmly(engine, 'comparedActs', input);

export const comparedStateQuery = (engine: EngineClient, input: Input<'comparedState'>) =>
  askCalmly(engine, 'comparedState', input);

export const stateQuery = (
  engine: EngineClient,
  session: SessionRef,
  turn: number,
  root: 'context' | 'system',
  path: Path,
  decisions: Decisions,
) => askCalmly(engine, 'state', { session, turn, root, path, decisions });

export const pathHistoryQuery = (engine: EngineClient, input: Input<'pathHistory'>) =>
  askCalmly(engine, 'pathHistory', input);

export const changesQuery = (engine: EngineClient, session: SessionRef, turn: number, decisions: Decisions) =>
  askCalmly(engine, 'changes', { session, turn, decisions });

export const valueTextQuery = (engine: EngineClient, input: Input<'valueText'>) =>
  askCalmly(engine, 'valueText', input);

export const callQuery = (engine: EngineClient, session: SessionRef, turn: number, decisions: Decisions) =>
  askCalmly(engine, 'call', { session, turn, decisions });

export const draftChildrenQuery = (engine: EngineClient, input: Input<'draftChildren'>) =>
  ask(engine, 'draftChildren', input);

export const draftFieldsQuery = (engine: EngineClient, input: Input<'draftFields'>) =>
  askCalmly(engine, 'draftFields', input);

export const previewMappingQuery = (engine: EngineClient, input: Input<'previewMapping'>) =>
  askCalmly(engine, 'previewMapping', input);

export const rawQuery = (engine: EngineClient, input: Input<'raw'>) => askCalmly(engine, 'raw', input);

export const placeQuery = (engine: EngineClient, session: SessionRef, place: string, inWhole: boolean) =>
  ask(engine, 'placeInSource', { session, place, inWhole });

export const leftOutQuery = (engine: EngineClient, session: SessionRef) => ask(engine, 'leftOut', { session });

export const lifecycleQuery = (engine: EngineClient, input: Input<'lifecycle'>) =>
  askCalmly(engine, 'lifecycle', input);

export const lifecycleStepsQuery = (engine: EngineClient, input: Input<'lifecycleSteps'>) =>
  ask(engine, 'lifecycleSteps', input);

export const artifactsQuery = (engine: EngineClient, input: Input<'artifacts'>) =>
  askCalmly(engine, 'artifacts', input);

export const artifactRowsQuery = (engine: EngineClient, input: Input<'artifactRows'>) =>
  ask(engine, 'artifactRows', input);

export const artifactContentQuery = (engine: EngineClient, input: Input<'artifactContent'>) =>
  askCalmly(engine, 'artifactContent', input);

export const artifactChunksQuery = (engine: EngineClient, input: Input<'artifactChunks'>) =>
  ask(engine, 'artifactChunks', input);

export const sharingQuery = (engine: EngineClient, input: Input<'sharing'>) => askCalmly(engine, 'sharing', input);

export const namespacesQuery = (engine: EngineClient, input: Input<'namespaces'>) =>
  askCalmly(engine, 'namespaces', input);

export const templatesQuery = (engine: EngineClient, input: Input<'templates'>) =>
  askCalmly(engine, 'templates', input);

export const itemLogQuery = (engine: EngineClient, input: Input<'itemLog'>) => askCalmly(engine, 'itemLog', input);

export const channelsQuery = (engine: EngineClient, input: Input<'channels'>) => askCalmly(engine, 'channels', input);

export const layersQuery = (engine: EngineClient, input: Input<'layers'>) => askCalmly(engine, 'layers', input);

export const capabilitiesQuery = (engine: EngineClient, session: SessionRef, turn: number, decisions: Decisions) =>
  askCalmly(engine, 'capabilities', { session, turn, decisions });

export const latencyQuery = (engine: EngineClient, input: Input<'latency'>) => askCalmly(engine, 'latency', input);

export const toolDefinitionQuery = (engine: EngineClient, input: Input<'toolDefinition'>) =>
  ask(engine, 'toolDefinition', input);

export const invocationsQuery = (engine: EngineClient, input: Input<'invocations'>) =>
  askCalmly(engine, 'invocations', input);

export const contextsQuery = (engine: EngineClient, session: SessionRef) => askCalmly(engine, 'contexts', { session });

/** The last columns of a growing session stay until the next ones arrive. */
export const turnColumnsQuery = (engine: EngineClient, session: SessionRef) =>
  askCalmly(engine, 'turnColumns', { session });

export const tokensQuery = (engine: EngineClient, session: SessionRef, turn: number) =>
  askCalmly(engine, 'tokens', { session, turn });

export const tokenCurveQuery = (engine: EngineClient, session: SessionRef) => ask(engine, 'tokenCurve', { session });

export const suggestionsQuery = (engine: EngineClient, session: SessionRef) => ask(engine, 'suggestions', { session });

export const runOutlineQuery = (engine: EngineClient, session: SessionRef) =>
  askCalmly(engine, 'runOutline', { session });

export const runStepsQuery = (engine: EngineClient, session: SessionRef, from: number, to: number) =>
  ask(engine, 'runSteps', { session, from, to });

export const stepLineQuery = (engine: EngineClient, session: SessionRef, step: number) =>
  ask(engine, 'stepLine', { session, step });

export const callScopeQuery = (engine: EngineClient, session: SessionRef, step: number) =>
  askCalmly(engine, 'callScope', { session, step });

export const readCallQuery = (engine: EngineClient, session: SessionRef, step: number, call: WrittenCall) =>
  askCalmly(engine, 'readCall', { session, step, call });

export const consoleQuery = (engine: EngineClient, input: Input<'completeConsole'>) =>
  askCalmly(engine, 'completeConsole', input);

export const readPolicyQuery = (engine: EngineClient, session: SessionRef | null, text: string) => ({
  ...ask(engine, 'readPolicy', { session, text }),
  // It is the same policy in each session.
  placeholderData: keepPreviousData,
});

export const replayPolicyQuery = (engine: EngineClient, session: SessionRef, text: string, decisions: Decisions) =>
  askCalmly(engine, 'replayPolicy', { session, text, decisions });

export const replayedTurnQuery = (engine: EngineClient, input: Input<'replayedTurn'>) =>
  askCalmly(engine, 'replayedTurn', input);

export const checkGivenQuery = (engine: EngineClient, input: Input<'checkGiven'>) => ask(engine, 'checkGiven', input);

export const runTestsQuery = (engine: EngineClient, input: Input<'runTests'>) => askCalmly(engine, 'runTests', input);
