import { Unknown } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { CelError, isObstacle, shortType, worse } from './outcome.ts';
import type { EvalResult } from './outcome.ts';

/**
 * Combines the results of a macro's body, one element after the other. Plain evaluation and folding use the same
 * classes, so that they cannot differ. When a list grows at its front, folding adds there.
 */
export interface Aggregate {
  /** Adds the next element; returns true when no later element can change the result. */
  add(outcome: EvalResult, element: Value, side: Side): boolean;
  /** True when no element on either side can change the result. */
  readonly settled: boolean;
  /** A body result that changes nothing, so that the element need not be added. */
  readonly neutral: boolean | undefined;
  /** `made` are the elements of a list-making macro, in the order they were added. */
  result(listOf: (made: readonly Value[]) => Value): EvalResult;
}

export type Side = 'front' | 'back';

/** The body's result for an element that its filter leaves out. */
export const leftOut = new CelError('invalid_argument', 'left out');

export const needsBool = (macro: string, outcome: EvalResult): Unknown | CelError =>
  isObstacle(outcome)
    ? outcome
    : new CelError(
        'no_such_overload',
        `no such overload: ${macro} needs true or false, was given ${shortType(outcome)}`,
      );

/** `exists` searches for true, `all` for false: finding it settles the result, whatever errors occurred. */
class Quantifier implements Aggregate {
  settled = false;
  readonly neutral: boolean;
  private readonly macro: string;
  private readonly sought: boolean;
  private obstacle: Unknown | CelError | undefined;
  constructor(macro: string, sought: boolean) {
    this.macro = macro;
    this.sought = sought;
    this.neutral = !sought;
  }

  add(outcome: EvalResult, _: Value, side: Side): boolean {
    if (outcome === this.sought) this.settled = true;
    else if (outcome !== !this.sought) this.meet(needsBool(this.macro, outcome), side);
    return this.settled;
  }

  /** Of two obstacles of the same kind, the one nearer to the front counts. */
  private meet(met: Unknown | CelError, side: Side): void {
    if (this.obstacle === undefined || side === 'back') this.obstacle = worse(this.obstacle, met);
    else this.obstacle = worse(met, this.obstacle);
  }

  result(): EvalResult {
    return this.settled ? this.sought : (this.obstacle ?? !this.sought);
  }
}

/** For macros that absorb no error: the foremost obstacle is the result. */
abstract class Strict implements Aggregate {
  readonly settled = false;
  readonly neutral: boolean | undefined = undefined;
  private obstacle: Unknown | CelError | undefined;

  add(outcome: EvalResult, element: Value, side: Side): boolean {
    const met = this.take(outcome, element);
    if (met !== undefined && (side === 'front' || this.obstacle === undefined)) this.obstacle = met;
    return this.obstacle !== undefined;
  }

  result(listOf: (made: readonly Value[]) => Value): EvalResult {
    return this.obstacle ?? this.value(listOf);
  }

  protected abstract take(outcome: EvalResult, element: Value): Unknown | CelError | undefined;
  protected abstract value(listOf: (made: readonly Value[]) => Value): Value;
}

class ExactlyOne extends Strict {
  override readonly neutral = false;
  private count = 0;

  protected take(outcome: EvalResult): Unknown | CelError | undefined {
    if (outcome === true) this.count++;
    return typeof outcome === 'boolean' ? undefined : needsBool('exists_one', outcome);
  }

  protected value(): Value {
    return this.count === 1;
  }
}

class Filter extends Strict {
  override readonly neutral = false;
  private readonly kept: Value[] = [];

  protected take(outcome: EvalResult, element: Value): Unknown | CelError | undefined {
    if (outcome === false) return undefined;
    if (outcome !== true) return needsBool('filter', outcome);
    // An element that is unknown cannot be passed on as if it were known.
    if (element instanceof Unknown) return element;
    this.kept.push(element);
    return undefined;
  }

  protected value(listOf: (made: readonly Value[]) => Value): Value {
    return listOf(this.kept);
  }
}

class Transform extends Strict {
  private readonly made: Value[] = [];

  protected take(outcome: EvalResult): Unknown | CelError | undefined {
    if (outcome === leftOut) return undefined;
    if (isObstacle(outcome)) return outcome;
    this.made.push(outcome);
    return undefined;
  }

  protected value(listOf: (made: readonly Value[]) => Value): Value {
    return listOf(this.made);
  }
}

const aggregates = new Map<string, () => Aggregate>([
  ['exists', () => new Quantifier('exists', true)],
  ['all', () => new Quantifier('all', false)],
  ['exists_one', () => new ExactlyOne()],
  ['existsOne', () => new ExactlyOne()],
  ['filter', () => new Filter()],
  ['map', () => new Transform()],
  ['transformList', () => new Transform()],
]);

/** Undefined for macros that do not iterate a list element by element. */
export const aggregateFor = (macro: string): (() => Aggregate) | undefined => aggregates.get(macro);
