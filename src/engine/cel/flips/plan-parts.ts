import type { Value } from '../../model/value.ts';
import type { Expr } from '../ast.ts';
import { Frame } from '../evaluate/frame.ts';
import type { RunOptions, Scope } from '../evaluate/frame.ts';
import type { Library } from '../evaluate/library.ts';
import type { LoopMemories } from '../plan/loop-memory.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { finish, Planning } from '../plan/plan.ts';

/** Plans an expression in which some parts, by the ids of their nodes, have fixed values instead of being computed. */
export function planWithParts(
  expr: Expr,
  library: Library,
  memories: LoopMemories,
  ids: ReadonlySet<number>,
): (scope: Scope, fixedValues: ReadonlyMap<number, Value>, options?: RunOptions) => EvalResult {
  let values: ReadonlyMap<number, Value> = new Map();
  const planning = new Planning(expr, library, { memories }, false, ({ id }) =>
    ids.has(id) ? () => values.get(id) ?? null : null,
  );
  const step = planning.plan(expr, null);
  return (scope, fixedValues, options) => {
    values = fixedValues;
    return finish(new Frame(scope, options, null), step);
  };
}
