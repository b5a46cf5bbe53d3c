import { formatPath, type Path } from '../../model/path.ts';
import { Duration, elementAt, entry, isList, isMap, ListView, Timestamp, Unknown } from '../../model/value.ts';
import type { ListValue, Value } from '../../model/value.ts';
import type { Call, Expr } from '../ast.ts';
import { isNumber } from '../evaluate/number.ts';
import { isObstacle } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { literal, preview } from '../literal.ts';
import type { Clause } from './clauses.ts';
import type { PartEvaluator, Surroundings } from './surroundings.ts';

/**
 * A value that could have been another: a place that the rule reads, or a computed part, such as `size(input.items)`.
 * The comparisons in clauses determine which other values are worth a trial.
 */
export interface FlipInput {
  readonly key: string;
  /** Null for a computed part. */
  readonly path: Path | null;
  readonly expr: Expr;
  /** The present value; undefined where there is none. */
  readonly now: Value | undefined;
  /** Numbers, times and durations at which a comparison may change its result. */
  readonly limits: Value[];
  /** Other values, each described in words. */
  readonly candidates: FlipCandidate[];
  /** How a value that matches nothing above would differ. */
  readonly differences: string[];
  /** Sizes are never negative. */
  readonly isSize: boolean;
}

export interface FlipCandidate {
  /** Undefined to remove it. */
  readonly value: Value | undefined;
  readonly words: string;
}

const maxListed = 12;
const wordsLength = 60;
const shown = (value: Value) => preview(value, wordsLength).text;

/** Finds the inputs of clauses; clauses that read the same place share one. */
export class FlipInputs {
  readonly all = new Map<string, FlipInput>();
  readonly #parts: PartEvaluator;
  readonly #canonical: (path: Path) => Path;

  constructor(parts: PartEvaluator, canonical: (path: Path) => Path) {
    this.#parts = parts;
    this.#canonical = canonical;
  }

  /** Inputs that can each reverse the clause alone; none where it depends on what a macro computes for one element. */
  inputsOf({ expr, around, result: currentResult }: Clause): readonly FlipInput[] {
    const found = this.#compared(expr, around).filter((input) => input !== null);
    if (found.length > 0) return found;
    const itself = this.#inputOf(expr, around, currentResult);
    if (itself === null) return [];
    this.#addCandidate(itself, { value: true, words: 'true' });
    this.#addCandidate(itself, { value: false, words: 'false' });
    return [itself];
  }

  #compared(expr: Expr, around: Surroundings): readonly (FlipInput | null)[] {
    if (expr.kind === 'macro' && expr.macro.text === 'has') return [this.#presence(expr.args[0], around)];
    if (expr.kind !== 'call') return [];
    const [first, second] = expr.target === null ? expr.args : [expr.target, ...expr.args];
    if (first === undefined || second === undefined) return [];
    const [left, right] = [this.#parts.resultOf(first, around), this.#parts.resultOf(second, around)];
    switch (expr.name.text) {
      case '_<_':
      case '_<=_':
      case '_>_':
      case '_>=_':
      case '_==_':
      case '_!=_':
        return [this.#against(first, left, right, around), this.#against(second, right, left, around)];
      case '@in':
        return this.#membership(first, left, second, right, around);
      case 'startsWith':
      case 'endsWith':
      case 'contains':
        return [this.#text(expr, first, left, right, around)];
      default:
        return [];
    }
  }

  #against(side: Expr, now: EvalResult, other: EvalResult, around: Surroundings): FlipInput | null {
    if (isObstacle(other)) return null;
    const input = this.#inputOf(side, around, now);
    if (input !== null) this.#meets(input, other);
    return input;
  }

  #meets(input: FlipInput, other: Value): void {
    if (isNumber(other) || other instanceof Timestamp || other instanceof Duration) {
      input.limits.push(other);
    } else if (typeof other === 'boolean') {
      this.#addCandidate(input, { value: other, words: String(other) });
      this.#addCandidate(input, { value: !other, words: String(!other) });
    } else {
      this.#addCandidate(input, { value: other, words: shown(other) });
      input.differences.push(`not ${shown(other)}`);
    }
  }

  #membership(
    first: Expr,
    left: EvalResult,
    second: Expr,
    right: EvalResult,
    around: Surroundings,
  ): readonly (FlipInput | null)[] {
    if (isObstacle(right)) return [];
    if (isMap(right)) {
      const place = this.#parts.placeOf(second, around);
      if (place === null || typeof left !== 'string') return [];
      return [this.#place([...place, left], second, entry(right, left), 'there')];
    }
    if (!isList(right)) return [];
    const element = this.#inputOf(first, around, left);
    if (element !== null) {
      const elsewhere = element.differences.length;
      for (let i = 0; i < Math.min(right.length, maxListed); i++) this.#meets(element, elementAt(right, i) ?? null);
      element.differences.length = elsewhere;
      element.differences.push(`not in ${shown(right)}`);
    }
    if (isObstacle(left)) return [element];
    const list = this.#inputOf(second, around, right);
    if (list !== null) {
      this.#addCandidate(list, { value: new WithElement(right, left), words: `with ${shown(left)} in it` });
      const rest = Array.from({ length: right.length }, (_, i) => elementAt(right, i) ?? null);
      this.#addCandidate(list, { value: rest.filter(isOther(left)), words: `without ${shown(left)}` });
    }
    return [element, list];
  }

  #text(expr: Call, target: Expr, now: EvalResult, other: EvalResult, around: Surroundings): FlipInput | null {
    if (typeof other !== 'string') return null;
    const input = this.#inputOf(target, around, now);
    if (input === null) return null;
    const currentText = typeof now === 'string' ? now : '';
    const quoted = shown(other);
    const [value, words] =
      expr.name.text === 'startsWith'
        ? [other + currentText, `beginning with ${quoted}`]
        : [currentText + other, `${expr.name.text === 'endsWith' ? 'ending with' : 'containing'} ${quoted}`];
    this.#addCandidate(input, { value, words });
    input.differences.push(`not ${words}`);
    return input;
  }

  #presence(tested: Expr | undefined, around: Surroundings): FlipInput | null {
    if (tested?.kind !== 'select') return null;
    const place = this.#parts.placeOf(tested, around);
    const now = this.#parts.resultOf(tested, around);
    return place === null ? null : this.#place(place, tested, isObstacle(now) ? undefined : now, 'there');
  }

  #place(path: Path, expr: Expr, now: Value | undefined, words: string): FlipInput {
    const input = this.#at(this.#canonical(path), expr, now);
    this.#addCandidate(input, { value: undefined, words: 'not there' });
    if (input.now === undefined) this.#addCandidate(input, { value: null, words });
    return input;
  }

  /** Null where no other value can be substituted: constants, and parts computed within a macro. */
  #inputOf(expr: Expr, around: Surroundings, now: EvalResult): FlipInput | null {
    if (this.#parts.isFixed(expr, around)) return null;
    const value = isObstacle(now) ? undefined : now;
    const place = this.#parts.placeOf(expr, around);
    if (place !== null) return this.#at(this.#canonical(place), expr, value);
    if (around.locals.size > 0) return null;
    return this.#known(`#${expr.id}`, null, expr, value);
  }

  #at(path: Path, expr: Expr, now: Value | undefined): FlipInput {
    return this.#known(formatPath(path), path, expr, now);
  }

  #known(key: string, path: Path | null, expr: Expr, now: Value | undefined): FlipInput {
    const isSize = expr.kind === 'call' && expr.name.text === 'size';
    const input = this.all.get(key) ?? { key, path, expr, now, limits: [], candidates: [], differences: [], isSize };
    this.all.set(key, input);
    return input;
  }

  #addCandidate({ candidates }: FlipInput, candidate: FlipCandidate): void {
    if (!candidates.some(({ words }) => words === candidate.words)) candidates.push(candidate);
  }
}

/** True for a value that the recording holds. */
export const isHeld = (value: Value | undefined): value is Exclude<Value, Unknown> =>
  value !== undefined && !(value instanceof Unknown);

/** Compares values by their literals, and texts directly, because a list may have very many. */
function isOther(value: Value): (other: Value) => boolean {
  const written = literal(value);
  return (other) =>
    typeof other === 'string' && typeof value === 'string' ? other !== value : literal(other) !== written;
}

class WithElement extends ListView {
  readonly #list: ListValue;
  readonly #added: Value;

  constructor(list: ListValue, added: Value) {
    super();
    this.#list = list;
    this.#added = added;
  }

  override get length(): number {
    return this.#list.length + 1;
  }

  override at(index: number): Value {
    return elementAt(this.#list, index) ?? this.#added;
  }
}
