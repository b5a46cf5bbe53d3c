import { Unknown } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { CelError, isObstacle, shortType, moreSevere } from './eval-result.ts';
import type { EvalResult } from './eval-result.ts';

/**
 * Combines the results of a macro's body, one element after the other. Plain evaluation and folding use the same
 * classes, so that they cannot differ. When a list grows at its front, folding adds there.
 */
export interface Aggregate {
  /** Adds the next element; returns true when no later element can change the result. */
  add(bodyResult: EvalResult, element: Value, side: Side): boolean;
  /** True when no element on either side can change the result. */
  readonly settled: boolean;
  /** A body result that changes nothing, so that the element need not be added. */
  readonly neutral: boolean | undefined;
  /** Returns a function that takes back what was added since. */
  mark(): () => void;
  /** `made` are the elements of a list-making macro, in the order they were added. */
  result(listOf: (made: readonly Value[]) => Value): EvalResult;
}

export type Side = 'front' | 'back';

/** The body's result for an element that its filter leaves out. */
export const filteredOut = new CelError('invalid_argument', 'left out');

export const needsBool = (macro: string, bodyResult: EvalResult): Unknown | CelError =>
  isObstacle(bodyResult)
    ? bodyResult
    : new CelError(
        'no_such_overload',
        `no such overload: ${macro} needs true or false, was given ${shortType(bodyResult)}`,
      );

/** `exists` searches for true, `all` for false: finding it settles the result, whatever errors occurred. */
class Quantifier implements Aggregate {
  settled = false;
  readonly neutral: boolean;
  private readonly macro: string;
  private readonly target: boolean;
  private obstacle: Unknown | CelError | undefined;
  constructor(macro: string, target: boolean) {
    this.macro = macro;
    this.target = target;
    this.neutral = !target;
  }

  add(bodyResult: EvalResult, _: Value, side: Side): boolean {
    if (bodyResult === this.target) this.settled = true;
    else if (bodyResult !== !this.target) this.addObstacle(needsBool(this.macro, bodyResult), side);
    return this.settled;
  }

  /** The foremost of several obstacles of the same kind counts. */
  private addObstacle(met: Unknown | CelError, side: Side): void {
    if (this.obstacle === undefined || side === 'back') this.obstacle = moreSevere(this.obstacle, met);
    else this.obstacle = moreSevere(met, this.obstacle);
  }

  mark(): () => void {
    const { settled, obstacle } = this;
    return () => {
      this.settled = settled;
      this.obstacle = obstacle;
    };
  }

  result(): EvalResult {
    return this.settled ? this.target : (this.obstacle ?? !this.target);
  }
}

/** For macros that absorb no error: the foremost obstacle is the result. */
abstract class Strict implements Aggregate {
  readonly settled = false;
  readonly neutral: boolean | undefined = undefined;
  private obstacle: Unknown | CelError | undefined;

  add(bodyResult: EvalResult, element: Value, side: Side): boolean {
    const met = this.take(bodyResult, element);
    if (met !== undefined && (side === 'front' || this.obstacle === undefined)) this.obstacle = met;
    return this.obstacle !== undefined;
  }

  result(listOf: (made: readonly Value[]) => Value): EvalResult {
    return this.obstacle ?? this.value(listOf);
  }

  mark(): () => void {
    const { obstacle, size } = this;
    return () => {
      this.obstacle = obstacle;
      this.size = size;
    };
  }

  /** How many elements were counted or kept. Only a smaller number is ever set. */
  protected abstract size: number;
  protected abstract take(bodyResult: EvalResult, element: Value): Unknown | CelError | undefined;
  protected abstract value(listOf: (made: readonly Value[]) => Value): Value;
}

class ExactlyOne extends Strict {
  override readonly neutral = false;
  protected size = 0;

  protected take(bodyResult: EvalResult): Unknown | CelError | undefined {
    if (bodyResult === true) this.size++;
    return typeof bodyResult === 'boolean' ? undefined : needsBool('exists_one', bodyResult);
  }

  protected value(): Value {
    return this.size === 1;
  }
}

class Filter extends Strict {
  override readonly neutral = false;
  private readonly kept: Value[] = [];

  protected get size(): number {
    return this.kept.length;
  }

  protected set size(size: number) {
    this.kept.length = size;
  }

  protected take(bodyResult: EvalResult, element: Value): Unknown | CelError | undefined {
    if (bodyResult === false) return undefined;
    if (bodyResult !== true) return needsBool('filter', bodyResult);
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

  protected get size(): number {
    return this.made.length;
  }

  protected set size(size: number) {
    this.made.length = size;
  }

  protected take(bodyResult: EvalResult): Unknown | CelError | undefined {
    if (bodyResult === filteredOut) return undefined;
    if (isObstacle(bodyResult)) return bodyResult;
    this.made.push(bodyResult);
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
