import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { Path } from '../../engine/model/path.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import type { EngineClient } from '../../worker/connect.ts';
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

export const rawQuery = (engine: EngineClient, session: SessionRef, turn: number) => ({
  ...ask(engine, 'raw', { session, turn }),
  placeholderData: keepPreviousData,
});

export const lifecycleQuery = (engine: EngineClient, seen: Input<'lifecycle'>) => ({
  ...ask(engine, 'lifecycle', seen),
  placeholderData: keepPreviousData,
});

export const sharingQuery = (engine: EngineClient, seen: Input<'sharing'>) => ({
  ...ask(engine, 'sharing', seen),
  placeholderData: keepPreviousData,
});

export const capabilitiesQuery = (engine: EngineClient, session: SessionRef, turn: number) => ({
  ...ask(engine, 'capabilities', { session, turn }),
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

export const runOutlineQuery = (engine: EngineClient, session: SessionRef, from: number, to: number) => ({
  ...ask(engine, 'runOutline', { session, from, to }),
  placeholderData: keepPreviousData,
});

export const consoleQuery = (engine: EngineClient, session: SessionRef, text: string, offset: number) => ({
  ...ask(engine, 'completeConsole', { session, text, offset }),
  placeholderData: keepPreviousData,
});
