import type { Expr, Macro } from '../ast.ts';
import { specificationLibrary, standardLibrary } from '../functions/index.ts';
import { childrenOf } from '../walk.ts';
import type { CelFunction } from './library.ts';
import { functionFor } from './plan-call.ts';
import type { Locals, Planner } from './planner.ts';

/** An expression with the variables that macros around it bind. */
interface Part {
  readonly expr: Expr;
  readonly bound: ReadonlySet<string>;
}

/** True when the body's value for an element never changes: it reads its own variables and calls CEL's own functions. */
export function isClosed(macro: Macro, planner: Planner): boolean {
  const waiting: Part[] = [...bodyOf(macro, new Set())];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const parts = closedParts(next, planner);
    if (parts === null) return false;
    waiting.push(...parts);
  }
  return true;
}

function bodyOf(macro: Macro, outer: ReadonlySet<string>): readonly Part[] {
  const bound = new Set([...outer, ...macro.variables.map(({ text }) => text)]);
  // The value that `cel.bind` binds is not within its own variable's reach.
  return macro.args.map((expr, i) => ({ expr, bound: macro.macro.text === 'cel.bind' && i === 0 ? outer : bound }));
}

/** What is still to be looked at; null when the part reads something that may change. */
function closedParts({ expr, bound }: Part, planner: Planner): readonly Part[] | null {
  const inside = (children: readonly Expr[]) => children.map((child) => ({ expr: child, bound }));
  if (expr.kind === 'ident') return !expr.absolute && bound.has(expr.name) ? [] : null;
  if (expr.kind === 'macro') {
    return [...inside(expr.target === null ? [] : [expr.target]), ...bodyOf(expr, bound)];
  }
  if (expr.kind !== 'call') return inside(childrenOf(expr));
  const found = functionFor(expr, planner, localsOf(bound));
  if (found !== undefined && !isOurs(found.called)) return null;
  // In `math.abs(x)` the target is a namespace, not a variable.
  return inside(found?.onTarget === false ? expr.args : childrenOf(expr));
}

const localsOf = (bound: ReadonlySet<string>): Locals | null =>
  [...bound].reduce<Locals | null>((outer, name) => ({ name, slot: 0, outer }), null);

/** A host's function may answer differently at each turn. */
const isOurs = (called: CelFunction): boolean =>
  [standardLibrary, specificationLibrary].some(
    ({ functions, methods }) => functions.get(called.name) === called || methods.get(called.name) === called,
  );
