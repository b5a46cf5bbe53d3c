import type { Value } from '../../model/value.ts';
import { CelError } from './outcome.ts';
import type { EvalResult } from './outcome.ts';
import type { Recorder } from './trace.ts';

/** The variables an expression sees. A `Map` is one. */
export interface Scope {
  get(name: string): Value | undefined;
}

export interface RunOptions {
  /** Visited nodes and elements, after which evaluation gives up. */
  readonly budget?: number;
  /** Asked now and then; true ends the evaluation. */
  readonly stopped?: () => boolean;
}

/** What work is charged to. */
export interface Meter {
  /** False once the budget is spent: whoever hears it returns at once, with anything. */
  spend(steps: number): boolean;
}

const defaultBudget = 10_000_000;
/** Steps between two questions whether to stop. */
const stride = 20_000;

/** One evaluation: its variables, and what it may still spend. */
export class Frame implements Meter {
  readonly scope: Scope;
  /** Loop variables, by the number the plan gave them. */
  readonly slots: EvalResult[] = [];
  /** Variables of the scope, once looked up, by the number the plan gave them. */
  readonly roots: (EvalResult | undefined)[] = [];
  /** Null where nothing is traced, as among the elements of a loop. */
  recorder: Recorder | null;
  /** Why evaluation ended early. It overrides any result, since a loop cut short may have yielded one. */
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

  /** Makes it as new, for the next evaluation of the same plan: the scope stands elsewhere by now. */
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
        this.ended = new CelError('budget_exceeded', 'this takes too many steps: the rule was given up');
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

/** What a loop hands back when its frame has ended; nobody sees it. */
export const givenUp = new CelError('budget_exceeded', 'given up');

/** A planned expression. */
export type CompiledExpr = (frame: Frame) => EvalResult;
