import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { Path } from '../../engine/model/path.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import type { EngineClient } from '../../worker/connect.ts';
import type { WrittenCall } from '../../worker/run-protocol.ts';
import type { Input, Method, Output, Rule, SourceId } from '../../worker/protocol.ts';

/**
 * One factory per question. The key is the method and everything the answer depends on, so an answer never goes stale;
 * the engine is not part of it, because there is one.
 */
function ask<M extends Method>(engine: EngineClient, method: M, input: Input<M>) {
  // `engine[method]` takes the input of that method; the compiler cannot follow the pairing through the mapped type.
  const call = engine[method] as (input: Input<M>, options: { signal: AbortSignal }) => Promise<Output<M>>;
  return queryOptions<Output<M>>({
    queryKey: [method, input],
    queryFn: ({ signal }) => call(input, { signal }),
    staleTime: Infinity,
    retry: false,
  });
}

export const sessionQuery = (engine: EngineClient, source: SourceId, entry: number) =>
  ask(engine, 'openSession', { source, entry });

export const rowsQuery = (engine: EngineClient, session: SessionRef, from: number, to: number) =>
  ask(engine, 'rows', { session, from, to });

export const findQuery = (engine: EngineClient, session: SessionRef, expression: string, decisions: Decisions) =>
  ask(engine, 'find', { session, expression, decisions });

export const checkQuery = (engine: EngineClient, session: SessionRef, rule: Rule, decisions: Decisions) => ({
  ...ask(engine, 'check', { session, rule, decisions }),
  placeholderData: keepPreviousData,
});

/** A verdict for every turn. While the next one is computed the last one stays, so the ribbon does not flicker. */
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

/** While those of the next turn are asked for, the last ones stay, so that the text does not jump. */
export const inlineValuesQuery = (engine: EngineClient, asked: Input<'inlineValues'>) => ({
  ...ask(engine, 'inlineValues', asked),
  placeholderData: keepPreviousData,
});

export const flipsQuery = (engine: EngineClient, asked: Input<'flips'>) => ask(engine, 'flips', asked);

export const scrubQuery = (engine: EngineClient, asked: Input<'scrub'>) => ({
  ...ask(engine, 'scrub', asked),
  placeholderData: keepPreviousData,
});

export const coverageQuery = (engine: EngineClient, asked: Input<'coverage'>) => ({
  ...ask(engine, 'coverage', asked),
  placeholderData: keepPreviousData,
});

export const fixesQuery = (engine: EngineClient, asked: Input<'fixes'>) => ask(engine, 'fixes', asked);

export const missesQuery = (engine: EngineClient, asked: Input<'misses'>) => ask(engine, 'misses', asked);

export const stateQuery = (
  engine: EngineClient,
  session: SessionRef,
  turn: number,
  root: 'context' | 'system',
  path: Path,
  decisions: Decisions,
) => ({ ...ask(engine, 'state', { session, turn, root, path, decisions }), placeholderData: keepPreviousData });

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

export const draftChildrenQuery = (engine: EngineClient, asked: Input<'draftChildren'>) =>
  ask(engine, 'draftChildren', asked);

export const draftFieldsQuery = (engine: EngineClient, asked: Input<'draftFields'>) => ({
  ...ask(engine, 'draftFields', asked),
  placeholderData: keepPreviousData,
});

export const previewMappingQuery = (engine: EngineClient, asked: Input<'previewMapping'>) => ({
  ...ask(engine, 'previewMapping', asked),
  placeholderData: keepPreviousData,
});

export const rawQuery = (engine: EngineClient, asked: Input<'raw'>) => ({
  ...ask(engine, 'raw', asked),
  placeholderData: keepPreviousData,
});

export const placeQuery = (engine: EngineClient, session: SessionRef, place: string, inWhole: boolean) =>
  ask(engine, 'placeInSource', { session, place, inWhole });

export const leftOutQuery = (engine: EngineClient, session: SessionRef) => ask(engine, 'leftOut', { session });

export const lifecycleQuery = (engine: EngineClient, seen: Input<'lifecycle'>) => ({
  ...ask(engine, 'lifecycle', seen),
  placeholderData: keepPreviousData,
});

export const lifecycleStepsQuery = (engine: EngineClient, seen: Input<'lifecycleSteps'>) =>
  ask(engine, 'lifecycleSteps', seen);

export const artifactsQuery = (engine: EngineClient, seen: Input<'artifacts'>) => ({
  ...ask(engine, 'artifacts', seen),
  placeholderData: keepPreviousData,
});

export const artifactRowsQuery = (engine: EngineClient, seen: Input<'artifactRows'>) =>
  ask(engine, 'artifactRows', seen);

export const artifactContentQuery = (engine: EngineClient, seen: Input<'artifactContent'>) => ({
  ...ask(engine, 'artifactContent', seen),
  placeholderData: keepPreviousData,
});

export const artifactChunksQuery = (engine: EngineClient, seen: Input<'artifactChunks'>) =>
  ask(engine, 'artifactChunks', seen);

export const sharingQuery = (engine: EngineClient, seen: Input<'sharing'>) => ({
  ...ask(engine, 'sharing', seen),
  placeholderData: keepPreviousData,
});

export const namespacesQuery = (engine: EngineClient, seen: Input<'namespaces'>) => ({
  ...ask(engine, 'namespaces', seen),
  placeholderData: keepPreviousData,
});

export const templatesQuery = (engine: EngineClient, seen: Input<'templates'>) => ({
  ...ask(engine, 'templates', seen),
  placeholderData: keepPreviousData,
});

export const itemLogQuery = (engine: EngineClient, asked: Input<'itemLog'>) => ({
  ...ask(engine, 'itemLog', asked),
  placeholderData: keepPreviousData,
});

export const channelsQuery = (engine: EngineClient, asked: Input<'channels'>) => ({
  ...ask(engine, 'channels', asked),
  placeholderData: keepPreviousData,
});

export const layersQuery = (engine: EngineClient, asked: Input<'layers'>) => ({
  ...ask(engine, 'layers', asked),
  placeholderData: keepPreviousData,
});

export const capabilitiesQuery = (engine: EngineClient, session: SessionRef, turn: number, decisions: Decisions) => ({
  ...ask(engine, 'capabilities', { session, turn, decisions }),
  placeholderData: keepPreviousData,
});

export const invocationsQuery = (engine: EngineClient, input: Input<'invocations'>) =>
  ask(engine, 'invocations', input);

export const tokensQuery = (engine: EngineClient, session: SessionRef, turn: number) => ({
  ...ask(engine, 'tokens', { session, turn }),
  placeholderData: keepPreviousData,
});

export const tokenCurveQuery = (engine: EngineClient, session: SessionRef) => ask(engine, 'tokenCurve', { session });

export const starterQuery = (engine: EngineClient, session: SessionRef) => ask(engine, 'starter', { session });

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

export const runTestsQuery = (engine: EngineClient, session: SessionRef | null, text: string) => ({
  ...ask(engine, 'runTests', { session, text }),
  placeholderData: keepPreviousData,
});
