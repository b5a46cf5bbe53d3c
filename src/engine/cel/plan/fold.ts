import { once } from '../../../base/once.ts';
import { ListView } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Expr } from '../ast.ts';
import { standardLibrary } from '../functions/index.ts';
import { aggregateFor } from '../evaluate/aggregate.ts';
import type { Aggregate } from '../evaluate/aggregate.ts';
import { isClosed } from './closed.ts';
import { Frame, givenUp } from '../evaluate/frame.ts';
import type { RunOptions, Scope, CompiledExpr } from '../evaluate/frame.ts';
import type { Library } from '../evaluate/library.ts';
import { showBody } from './loop-trace.ts';
import type { Loop } from './loop.ts';
import { planLookup } from './look-up.ts';
import { ResultPlaces } from '../evaluate/result-places.ts';
import { isObstacle, located } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { aggregateOver, loopOf } from './plan-loop.ts';
import { Planning, finish } from './plan.ts';
import type { Locals, Marks, Planner, PlanOptions } from './planner.ts';
import { Trace } from '../evaluate/trace.ts';

/**
 * A program for one walk forward through a session. Macros over a list that only grows evaluate the new elements alone
 * and keep the earlier results. It holds state, so each sweep needs one of its own; the verdicts are those of `plan`.
 */
export interface Sweeping {
  run(scope: Scope, options?: RunOptions): EvalResult;
  /** Returns a function that lets `run` continue from the present turn again, after later turns, too. */
  mark(): () => void;
  /**
   * Records every node's result, but not a macro's elements. It returns the same trace object each time: valid until
   * the next call.
   */
  trace(scope: Scope, options?: RunOptions): Trace;
}

export function planSweep(expr: Expr, library: Library = standardLibrary, options: PlanOptions = {}): Sweeping {
  const marks: Marks = [];
  const running = once(() => restarting(expr, library, { ...options, marks }, null));
  const tracing = once(() => restarting(expr, library, options, new Trace()));
  return {
    run: (scope, runOptions) => running().run(scope, runOptions),
    mark() {
      running();
      const restores = marks.map((mark) => mark());
      return () => {
        for (const restore of restores) restore();
      };
    },
    trace(scope, runOptions) {
      const { run, trace } = tracing();
      trace.clear();
      trace.result = run(scope, runOptions);
      return trace;
    },
  };
}

/** One frame is reused as long as the scope is the same object, moved to another turn. */
function restarting<T extends Trace | null>(expr: Expr, library: Library, options: PlanOptions, trace: T) {
  const step = new Planning(expr, library, options, trace !== null, foldMacro).plan(expr, null);
  let frame: Frame | null = null;
  let lastOptions: RunOptions | undefined;
  return {
    trace,
    run(scope: Scope, runOptions?: RunOptions): EvalResult {
      if (frame?.scope === scope && lastOptions === runOptions) frame.restart();
      else frame = new Frame(scope, runOptions, trace);
      lastOptions = runOptions;
      return finish(frame, step);
    },
  };
}

/** Within another macro's body the list differs from element to element, so only the outermost macro is folded. */
export function foldMacro(
  expr: Expr,
  planner: Planner,
  locals: Locals | null,
  target: CompiledExpr | null,
): CompiledExpr | null {
  if (expr.kind !== 'macro' || target === null || locals !== null || expr.variables.length !== 1) return null;
  const aggregate = aggregateFor(expr.macro.text);
  if (aggregate === undefined) return null;
  if (!isClosed(expr, planner)) return planLookup(expr, planner, target, aggregate);
  const loop = loopOf(expr, planner, locals);
  return loop === null ? null : foldedStep(loop, target, aggregate, planner.options.marks);
}

/** The combined result of the elements so far. */
interface Fold {
  readonly column: object;
  readonly order: ListView['order'];
  readonly aggregate: Aggregate;
  /** Only a trace needs to know which element decides. */
  readonly places: ResultPlaces | null;
  seen: number;
}

function foldedStep(loop: Loop, target: CompiledExpr, aggregate: () => Aggregate, marks: Marks = []): CompiledExpr {
  let fold: Fold | null = null;
  marks.push(() => {
    const marked = fold;
    const seen = fold?.seen ?? 0;
    const restore = fold?.aggregate.mark();
    return () => {
      fold = marked;
      if (marked !== null) marked.seen = seen;
      restore?.();
    };
  });
  return (frame) => {
    const range = target(frame);
    if (isObstacle(range)) return range;
    if (!(range instanceof ListView) || range.column === null) {
      return located(aggregateOver(frame, loop, range, aggregate()), loop.nodeId);
    }
    const { column, order, length } = range;
    if (fold === null || fold.column !== column || fold.order !== order || fold.seen > length) {
      const places = frame.recorder === null ? null : new ResultPlaces(loop.macro, order);
      fold = { column, order, aggregate: aggregate(), places, seen: 0 };
    }
    if (!takeNew(frame, loop, range, fold)) {
      // The evaluation ended early: its partial result must not be reused.
      fold = null;
      return givenUp;
    }
    const result = fold.aggregate.result((made) => new Made(made, order));
    if (fold.places !== null) showBody(frame, loop, range, fold.places.shown(result, length));
    return located(result, loop.nodeId);
  };
}

function takeNew(frame: Frame, loop: Loop, range: ListView, fold: Fold): boolean {
  const { length } = range;
  const [slot = 0] = loop.slots;
  const side = fold.order === 'oldest-first' ? 'back' : 'front';
  const { recorder } = frame;
  frame.recorder = null;
  // An element in front of the one that settled the result may settle it too, and is then the deciding one.
  const endsSettled = fold.places === null || side === 'back';
  while (fold.seen < length) {
    if ((fold.aggregate.settled && endsSettled) || !frame.spend(loop.cost)) break;
    const element = range.at(side === 'back' ? fold.seen : length - 1 - fold.seen);
    frame.slots[slot] = element;
    const bodyResult = loop.body(frame);
    fold.aggregate.add(bodyResult, element, side);
    fold.places?.note(fold.seen, bodyResult, element);
    fold.seen++;
  }
  frame.recorder = recorder;
  fold.seen = length;
  return frame.ended === null;
}

/**
 * A list that a folded macro made, with its length at that time; it grows itself, so that later macros can fold over
 * it.
 */
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
