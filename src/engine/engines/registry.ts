import { bufbuildCel } from './bufbuild-cel/index.ts';
import { celJs } from './cel-js/index.ts';
import type { EngineId } from '../model/decisions.ts';
import { contextscope } from './contextscope/index.ts';
import type { Engine, Judging, WithVariables, Within } from './engine.ts';
import type { Expr, Program } from '../cel/index.ts';
import { marcbachmannCelJs } from './marcbachmann-cel-js/index.ts';

/**
 * Ours first. The code of each other one is a script of its own, loaded before the first rule is judged by it; and so is what all of
 * them need.
 */
export const engines: readonly Engine[] = [contextscope, celJs, marcbachmannCelJs, bufbuildCel];

export const isOurs = (id: EngineId): boolean => id === contextscope.id;

/** All but ours. */
export const otherEngines: readonly Engine[] = engines.filter(({ id }) => !isOurs(id));

export interface LoadedEngine extends Judging {
  /** A program of ours that this engine runs in its place. */
  readonly judgedBy: (rule: WithVariables, expr: Expr, ours: Program) => Program;
}

const loaded = new Map<EngineId, LoadedEngine>();

/**
 * Must be awaited before a rule is judged by one of these. `within` guards each evaluation of an engine that may hang; where
 * it is not given, the caller must be able to end the whole thread.
 */
export async function loadEngines(ids: Iterable<EngineId>, within: Within = (run) => run()): Promise<void> {
  for (const id of ids) {
    const engine = engines.find((one) => one.id === id);
    if (engine === undefined || loaded.has(id)) continue;
    const [prepare, judging] = await Promise.all([engine.load(), import('./judged-by.ts')]);
    const judged: Judging = { ...engine, prepare, within };
    loaded.set(id, { ...judged, judgedBy: (rule, expr, ours) => judging.judgedBy(judged, rule, expr, ours) });
  }
}

export function engineOf(id: EngineId): LoadedEngine {
  const engine = loaded.get(id);
  if (engine === undefined) throw new Error(`The engine ${id} was not loaded.`);
  return engine;
}
