import { ListView } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { aggregateFor } from './aggregate.ts';
import type { Aggregate } from './aggregate.ts';
import type { Expr, Macro } from '../ast.ts';
import { Frame, givenUp } from './frame.ts';
import type { RunOptions, Step } from './frame.ts';
import { specificationLibrary, standardLibrary } from '../functions/index.ts';
import type { CelFunction, Library } from './library.ts';
import { isObstacle, located } from './outcome.ts';
import { Planning, finish } from './plan.ts';
import type { Program } from './plan.ts';
import type { Loop } from './loop.ts';
import { aggregateOver, loopOf } from './plan-loop.ts';
import { functionFor } from './plan-call.ts';
import type { Locals, Planner, PlanOptions } from './planner.ts';
import { childrenOf } from '../walk.ts';

/**
 * A program for one walk forward through a session. Macros over a list that only grows test the new elements alone and
 * keep what the others came to. It holds state, so each sweep needs one of its own; the verdicts are those of `plan`.
 */
export function planSweep(
  expr: Expr,
  library: Library = standardLibrary,
  options: PlanOptions = {},
): Pick<Program, 'run'> {
  const step = new Planning(expr, library, options, false, foldMacro).plan(expr, null);
  let frame: Frame | null = null;
  let asked: RunOptions | undefined;
  return {
    run(scope, runOptions) {
      if (frame?.scope === scope && asked === runOptions) frame.restart();
      else frame = new Frame(scope, runOptions, null);
      asked = runOptions;
      return finish(frame, step);
    },
  };
}

/** Within another macro's body the list differs from element to element, so only the outermost macro is folded. */
function foldMacro(expr: Expr, planner: Planner, locals: Locals | null, target: Step | null): Step | null {
  if (expr.kind !== 'macro' || target === null || locals !== null || expr.variables.length !== 1) return null;
  const aggregate = aggregateFor(expr.macro.text);
  if (aggregate === undefined || !isClosed(expr, planner)) return null;
  const loop = loopOf(expr, planner, locals);
  return loop === null ? null : foldedStep(loop, target, aggregate);
}

/** What the elements seen so far came to. */
interface Fold {
  readonly column: object;
  readonly order: ListView['order'];
  readonly aggregate: Aggregate;
  seen: number;
}

function foldedStep(loop: Loop, target: Step, aggregate: () => Aggregate): Step {
  let fold: Fold | null = null;
  return (frame) => {
    const range = target(frame);
    if (isObstacle(range)) return range;
    if (!(range instanceof ListView) || range.column === null) {
      return located(aggregateOver(frame, loop, range, aggregate()), loop.nodeId);
    }
    const { column, order, length } = range;
    if (fold === null || fold.column !== column || fold.order !== order || fold.seen > length) {
      fold = { column, order, aggregate: aggregate(), seen: 0 };
    }
    if (!takeNew(frame, loop, range, fold)) {
      // The frame has ended: what was half done must not be built upon.
      fold = null;
      return givenUp;
    }
    return located(
      fold.aggregate.result((made) => new Made(made, order)),
      loop.nodeId,
    );
  };
}

function takeNew(frame: Frame, loop: Loop, range: ListView, fold: Fold): boolean {
  const { length } = range;
  const [slot = 0] = loop.slots;
  const side = fold.order === 'oldest-first' ? 'back' : 'front';
  for (; fold.seen < length && !fold.aggregate.settled; fold.seen++) {
    if (!frame.spend(loop.cost)) return false;
    const element = range.at(side === 'back' ? fold.seen : length - 1 - fold.seen);
    frame.slots[slot] = element;
    fold.aggregate.add(loop.body(frame), element, side);
  }
  fold.seen = length;
  return frame.ended === null;
}

/** A list that a folded macro made, as long as it was then; it grows itself, so that what follows can fold over it. */
class Made extends ListView {
  readonly length: number;
  override readonly column: object;
  override readonly order: ListView['order'];
  private readonly made: readonly Value[];
  constructor(made: readonly Value[], order: ListView['order']) {
    super();
    this.made = made;
    this.length = made.length;
    this.column = made;
    this.order = order;
  }

  at(index: number): Value {
    return this.made[this.order === 'oldest-first' ? index : this.length - 1 - index] ?? null;
  }
}

/** An expression with the variables that macros around it bind. */
interface Part {
  readonly expr: Expr;
  readonly bound: ReadonlySet<string>;
}

/** True when the body's value for an element never changes: it reads its own variables and calls CEL's own functions. */
function isClosed(macro: Macro, planner: Planner): boolean {
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
