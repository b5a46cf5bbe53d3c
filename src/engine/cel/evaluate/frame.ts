import type { Value } from '../../model/value.ts';
import { CelError } from './eval-result.ts';
import type { EvalResult } from './eval-result.ts';
import type { Recorder } from './trace.ts';

/** The variables of an expression. A `Map` is one. */
export interface Scope {
  get(name: string): Value | undefined;
}

export interface RunOptions {
  /** Visited nodes and elements, after which the evaluation ends with an error. */
  readonly budget?: number;
  /** Called now and then; true ends the evaluation. */
  readonly stopped?: () => boolean;
}

/** Counts the steps of work. */
export interface Meter {
  /** False once the budget is spent: the caller must then return at once, with any value. */
  spend(steps: number): boolean;
}

const defaultBudget = 10_000_000;
/** Steps between two checks for a stop. */
const stride = 20_000;

/** One evaluation: its variables, and its remaining budget. */
export class Frame implements Meter {
  readonly scope: Scope;
  /** Loop variables, by the numbers that the plan assigned. */
  readonly slots: EvalResult[] = [];
  /** Variables of the scope, once looked up, by the numbers that the plan assigned. */
  readonly roots: (EvalResult | undefined)[] = [];
  /** Null where nothing is traced, as within the elements of a loop. */
  recorder: Recorder | null;
  /** Why the evaluation ended early. It overrides any result, since a loop cut short may have yielded one. */
  ended: CelError | null = null;
  private rest: number;
  private left: number;
  private readonly stopped: (() => boolean) | undefined;

  private readonly budget: number;

  constructor(scope: Scope, options: RunOptions | undefined, recorder: Recorder | null) {
    this.scope = scope;
    this.recorder = recorder;
    this.budget = options?.budget ?? defaultBudget;
    this.rest = this.budget;
    this.left = 0;
    this.stopped = options?.stopped;
  }

  /** Resets the frame for the next evaluation of the same plan, because the scope is at another turn by now. */
  restart(): void {
    this.rest = this.budget;
    this.left = 0;
    this.ended = null;
    for (let place = 0; place < this.roots.length; place++) this.roots[place] = undefined;
  }

  spend(steps: number): boolean {
    this.left -= steps;
    return this.left >= 0 || this.refill();
  }

  private refill(): boolean {
    if (this.ended !== null) return false;
    while (this.left < 0) {
      if (this.rest <= 0) {
        this.ended = new CelError(
          'budget_exceeded',
          'this takes too many steps, so the evaluation ended without a result',
        );
        return false;
      }
      const grant = Math.min(this.rest, Math.max(stride, -this.left));
      this.rest -= grant;
      this.left += grant;
    }
    if (this.stopped?.() === true) this.ended = new CelError('stopped', 'the evaluation was stopped');
    return this.ended === null;
  }
}

/** The result of a loop whose frame has ended; it is never shown. */
export const givenUp = new CelError('budget_exceeded', 'given up');

/** A planned expression. */
export type CompiledExpr = (frame: Frame) => EvalResult;
