import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { Expr } from '../ast.ts';
import type { RunOptions, Scope } from '../evaluate/frame.ts';
import type { Library } from '../evaluate/library.ts';
import type { LoopMemories } from '../plan/loop-memory.ts';
import { stepOf } from '../explain/paths.ts';
import { isObstacle } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { plan } from '../plan/plan.ts';
import type { Program } from '../plan/plan.ts';
import { walk } from '../walk.ts';

/** A variable that a macro binds, for one element. */
export interface Local {
  readonly value: Value;
  /** The element's place; null for an index or a key, which have none. */
  readonly path: Path | null;
}

/** The variables of a part: those of the scope, and those that enclosing macros bind for one element. */
export class Surroundings implements Scope {
  readonly locals: ReadonlyMap<string, Local>;
  /** Indices of the enclosing macros' current elements, outermost first. */
  readonly elements: readonly number[];
  readonly #scope: Scope;

  constructor(scope: Scope, locals: ReadonlyMap<string, Local> = new Map(), elements: readonly number[] = []) {
    this.#scope = scope;
    this.locals = locals;
    this.elements = elements;
  }

  get(name: string): Value | undefined {
    const local = this.locals.get(name);
    return local === undefined ? this.#scope.get(name) : local.value;
  }

  within(bound: readonly (readonly [string, Local])[], element: number | null): Surroundings {
    const elements = element === null ? this.elements : [...this.elements, element];
    return new Surroundings(this.#scope, new Map([...this.locals, ...bound]), elements);
  }
}

/** Step limit for one part. */
const budget = 200_000;
/**
 * Limit of parts with loops, and further strides in them, that run without a pause: no message is received meanwhile.
 */
const maxStrides = 2000;

/** Evaluates parts of an expression one by one, also those that the whole evaluation never reached. */
export class PartEvaluator {
  readonly #library: Library;
  readonly #memories: LoopMemories;
  readonly #programs = new Map<number, Program>();
  readonly #options: RunOptions = { budget, stopped: () => ++this.#strides > maxStrides };
  #strides = 0;

  constructor(library: Library, memories: LoopMemories) {
    this.#library = library;
    this.#memories = memories;
  }

  resultOf(expr: Expr, around: Surroundings): EvalResult {
    if (expr.kind === 'literal') return expr.value;
    const known = this.#programs.get(expr.id) ?? plan(expr, this.#library, { memories: this.#memories });
    this.#programs.set(expr.id, known);
    return known.run(around, this.#options);
  }

  /** True when the budget was exceeded: later evaluations have failed. */
  get isSpent(): boolean {
    return this.#strides > maxStrides;
  }

  /** The place that a variable with selections names, existing or not; null for anything else. */
  placeOf(expr: Expr, around: Surroundings): Path | null {
    const steps: (string | number)[] = [];
    let here = expr;
    for (;;) {
      if (here.kind === 'select' && !here.optional) {
        steps.push(here.field.text);
        here = here.operand;
      } else if (here.kind === 'index' && !here.optional) {
        const step = stepOf(this.resultOf(here.index, around));
        if (step === null) return null;
        steps.push(step);
        here = here.operand;
      } else break;
    }
    if (here.kind !== 'ident') return null;
    const local = here.absolute ? undefined : around.locals.get(here.name);
    const root = local === undefined ? this.#rootOf(here.name, around) : local.path;
    return root === null ? null : [...root, ...steps.toReversed()];
  }

  #rootOf(name: string, around: Surroundings): Path | null {
    return around.get(name) === undefined ? null : [name];
  }

  /** True for a part that reads no variable and has a value, which is the same for every session. */
  isFixed(expr: Expr, around: Surroundings): boolean {
    for (const { expr: node } of walk(expr)) {
      if (node.kind === 'ident' && around.get(node.name) !== undefined) return false;
    }
    return !isObstacle(this.resultOf(expr, around));
  }
}
