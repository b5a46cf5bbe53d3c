import type { Expr, Macro } from '../ast.ts';
import { specificationLibrary, standardLibrary } from '../functions/index.ts';
import { childrenOf, walk } from '../walk.ts';
import type { CelFunction } from '../evaluate/library.ts';
import { functionFor } from './plan-call.ts';
import type { Locals, Planner } from './planner.ts';

/** An expression with the variables that enclosing macros bind. */
interface Part {
  readonly expr: Expr;
  readonly bound: ReadonlySet<string>;
}

/**
 * True if the body's value for an element never changes: the body reads only its own variables and calls only CEL's
 * functions.
 */
export const isClosed = (macro: Macro, planner: Planner): boolean => areClosed(bodyOf(macro, new Set()), planner);

/** True for a part that reads only one variable. */
export const readsOnly = (expr: Expr, variable: string, planner: Planner): boolean =>
  areClosed([{ expr, bound: new Set([variable]) }], planner);

/** True for a part that does not read the variable, and whose value is constant within a turn. */
export function isFreeOf(expr: Expr, variable: string, planner: Planner): boolean {
  for (const { expr: node } of walk(expr)) {
    if (node.kind === 'ident' && node.name === variable) return false;
    const found = node.kind === 'call' ? functionFor(node, planner, null) : undefined;
    if (found !== undefined && !isSteady(found.called)) return false;
  }
  return true;
}

function areClosed(parts: readonly Part[], planner: Planner): boolean {
  const waiting = [...parts];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner = closedParts(next, planner);
    if (inner === null) return false;
    waiting.push(...inner);
  }
  return true;
}

function bodyOf(macro: Macro, outer: ReadonlySet<string>): readonly Part[] {
  const bound = new Set([...outer, ...macro.variables.map(({ text }) => text)]);
  // `cel.bind` evaluates the bound value outside the scope of its variable.
  return macro.args.map((expr, i) => ({ expr, bound: macro.macro.text === 'cel.bind' && i === 0 ? outer : bound }));
}

/** The parts that remain to be checked; null when the part reads something that may change. */
function closedParts({ expr, bound }: Part, planner: Planner): readonly Part[] | null {
  const inside = (children: readonly Expr[]) => children.map((child) => ({ expr: child, bound }));
  if (expr.kind === 'ident') return !expr.absolute && bound.has(expr.name) ? [] : null;
  if (expr.kind === 'macro') {
    return [...inside(expr.target === null ? [] : [expr.target]), ...bodyOf(expr, bound)];
  }
  if (expr.kind !== 'call') return inside(childrenOf(expr));
  const found = functionFor(expr, planner, localsOf(bound));
  if (found !== undefined && !isSteady(found.called)) return null;
  // In `math.abs(x)` the target is a namespace, not a variable.
  return inside(found?.onTarget === false ? expr.args : childrenOf(expr));
}

const localsOf = (bound: ReadonlySet<string>): Locals | null =>
  [...bound].reduce<Locals | null>((outer, name) => ({ name, slot: 0, outer }), null);

/** A host's function may return another value at each turn, unless it says that it does not. */
const isSteady = (called: CelFunction): boolean =>
  called.isPure === true ||
  [standardLibrary, specificationLibrary].some(
    ({ functions, methods }) => functions.get(called.name) === called || methods.get(called.name) === called,
  );
