import { elementAt, ListView, Timestamp, Duration } from '../../model/value.ts';
import type { Expr, Macro } from '../ast.ts';
import { isClosed } from '../plan/closed.ts';
import { foldMacro } from '../plan/fold.ts';
import { Frame } from '../evaluate/frame.ts';
import type { RunOptions, Scope } from '../evaluate/frame.ts';
import type { Library } from '../evaluate/library.ts';
import { elementsOf } from '../plan/loop.ts';
import { isNumber, magnitude } from '../evaluate/number.ts';
import { isObstacle } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { Planning } from '../plan/plan.ts';
import { bindVariables } from '../plan/planner.ts';
import type { Locals } from '../plan/planner.ts';

/** How far an expression is from the wanted value. */
export interface Distance {
  /** Clauses that must be reversed. */
  readonly clauses: number;
  /**
   * The sum of the comparisons' gaps, each from 0 to 1 relative to the greater side; 1 for a clause without degrees.
   */
  readonly margin: number;
}

const here: Distance = { clauses: 0, margin: 0 };
const never: Distance = { clauses: Infinity, margin: Infinity };
/**
 * For a longer list that cannot be folded, only the first elements count; fewer within another macro, because they
 * multiply.
 */
const maxElements = [30, 10];
const maxNestedElements = 5;

export const nearer = (a: Distance, b: Distance): number =>
  a.clauses === b.clauses ? a.margin - b.margin : a.clauses - b.clauses;

/** The distance with a scope's values; null where it took too long to compute. */
export type DistanceProgram = (scope: Scope, options: RunOptions) => Distance | null;

/**
 * The least distance of all alternatives: one walk over the boolean structure, without the sets of clauses. Like
 * `planSweep` it serves one walk forward: over a list that only grows, the result for the elements so far is kept.
 */
export function planDistance(expr: Expr, target: boolean, library: Library): DistanceProgram {
  const measure = new DistancePlan(expr, library).measure(expr, target, null, 0);
  return (scope, options) => {
    const frame = new Frame(scope, options, null);
    const distance = measure(frame);
    return frame.ended === null ? distance : null;
  };
}

type Measure = (frame: Frame) => Distance;

class DistancePlan {
  readonly #planner: Planning;

  constructor(root: Expr, library: Library) {
    this.#planner = new Planning(root, library, {}, false, foldMacro);
  }

  /** `depth`: the number of enclosing macros. */
  measure(expr: Expr, target: boolean, locals: Locals | null, depth: number): Measure {
    const to = (part: Expr, wanted: boolean) => this.measure(part, wanted, locals, depth);
    switch (expr.kind) {
      case 'logic': {
        const all = expr.operands.map((operand) => to(operand, target));
        return (expr.operator === '&&') === target ? sumOf(all) : leastOf(all);
      }
      case 'conditional':
        return leastOf([
          sumOf([to(expr.condition, true), to(expr.then, target)]),
          sumOf([to(expr.condition, false), to(expr.otherwise, target)]),
        ]);
      case 'call': {
        const [operand] = expr.args;
        return expr.name.text === '!_' && operand !== undefined
          ? to(operand, !target)
          : this.#clause(expr, target, locals);
      }
      case 'macro':
        return this.#macro(expr, target, locals, depth) ?? this.#clause(expr, target, locals);
      default:
        return this.#clause(expr, target, locals);
    }
  }

  #clause(expr: Expr, target: boolean, locals: Locals | null): Measure {
    const step = this.#planner.plan(expr, locals);
    const isLiteral = expr.kind === 'literal';
    const margin = this.#margin(expr, locals);
    return (frame) => {
      if (step(frame) === target) return here;
      return isLiteral ? never : { clauses: 1, margin: margin(frame) };
    };
  }

  #margin(expr: Expr, locals: Locals | null): (frame: Frame) => number {
    if (expr.kind !== 'call' || !/^_(?:[<>]=?|==)_$/.test(expr.name.text)) return () => 1;
    const [left, right] = expr.args.map((arg) => this.#planner.plan(arg, locals));
    return left === undefined || right === undefined ? () => 1 : (frame) => marginBetween(left(frame), right(frame));
  }

  /** Null for a macro that is a clause itself. */
  #macro(expr: Macro, target: boolean, locals: Locals | null, depth: number): Measure | null {
    const { target: list, args, macro, variables } = expr;
    const [body] = args;
    const isAll = macro.text === 'all';
    if ((!isAll && macro.text !== 'exists') || list === null || body === undefined || variables.length !== 1)
      return null;
    const range = this.#planner.plan(list, locals);
    const { slots, inner } = bindVariables(expr, this.#planner, locals);
    const loop: DistanceLoop = {
      slot: slots[0] ?? 0,
      body: this.measure(body, target, inner, depth + 1),
      together: isAll === target ? sum : least,
      start: isAll === target ? here : never,
      most: maxElements[depth] ?? maxNestedElements,
      cost: this.#planner.lastId(expr.id) - expr.id + 1,
    };
    const itself = this.#clause(expr, target, locals);
    const folded = locals === null && isClosed(expr, this.#planner) ? foldDistance(loop) : null;
    return (frame) => {
      const within = range(frame);
      const elements = isObstacle(within) ? undefined : elementsOf(within);
      if (elements === undefined) return itself(frame);
      if (folded !== null && elements instanceof ListView && elements.column !== null) return folded(frame, elements);
      let distance = loop.start;
      for (let i = 0; i < Math.min(elements.length, loop.most); i++) {
        distance = loop.together(distance, distanceOf(frame, loop, elementAt(elements, i) ?? null));
      }
      return distance;
    };
  }
}

interface DistanceLoop {
  readonly slot: number;
  readonly body: Measure;
  readonly together: (a: Distance, b: Distance) => Distance;
  /** The distance without elements. */
  readonly start: Distance;
  readonly most: number;
  /** Charged for each element. */
  readonly cost: number;
}

function distanceOf(frame: Frame, loop: DistanceLoop, element: EvalResult): Distance {
  if (!frame.spend(loop.cost)) return never;
  frame.slots[loop.slot] = element;
  return loop.body(frame);
}

/** All elements count; each is evaluated once. */
function foldDistance(loop: DistanceLoop): (frame: Frame, list: ListView) => Distance {
  let column: object | null = null;
  let seen = 0;
  let distance = loop.start;
  return (frame, list) => {
    if (list.column !== column || list.length < seen) {
      ({ column } = list);
      seen = 0;
      distance = loop.start;
    }
    for (; seen < list.length; seen++) {
      const index = list.order === 'oldest-first' ? seen : list.length - 1 - seen;
      distance = loop.together(distance, distanceOf(frame, loop, list.at(index)));
      // An evaluation that ended early has no valid result, so it starts again.
      if (frame.ended !== null) column = null;
    }
    return distance;
  };
}

function marginBetween(left: EvalResult, right: EvalResult): number {
  const [a, b] = [positionOf(left), positionOf(right)];
  if (a === undefined || b === undefined) return 1;
  const size = Math.max(Math.abs(a), Math.abs(b));
  const margin = size === 0 ? 0 : Math.abs(a - b) / size;
  return Number.isNaN(margin) ? 1 : Math.min(margin, 1);
}

function positionOf(value: EvalResult): number | undefined {
  if (isObstacle(value)) return undefined;
  if (value instanceof Timestamp) return Number(value.seconds);
  if (value instanceof Duration) return Number(value.nanos);
  return isNumber(value) ? Number(magnitude(value)) : undefined;
}

const sum = (a: Distance, b: Distance): Distance =>
  a === here ? b : b === here ? a : { clauses: a.clauses + b.clauses, margin: a.margin + b.margin };

const least = (a: Distance, b: Distance): Distance => (nearer(a, b) <= 0 ? a : b);

const sumOf =
  (all: readonly Measure[]): Measure =>
  (frame) =>
    all.reduce((distance, measure) => sum(distance, measure(frame)), here);

const leastOf =
  (all: readonly Measure[]): Measure =>
  (frame) =>
    all.reduce((distance, measure) => least(distance, measure(frame)), never);
