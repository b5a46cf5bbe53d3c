import type { Path } from '../../model/path.ts';
import { elementAt, isList, isMap, keysOf } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Expr, Macro } from '../ast.ts';
import { lookUp } from '../evaluate/access.ts';
import { isObstacle } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import type { Local, PartEvaluator, Surroundings } from './surroundings.ts';

/** A part that is true or false by itself, such as a comparison. Within a macro there is one for each element. */
export interface Clause {
  /** The node and, within macros, the elements: the same key is the same clause. */
  readonly key: string;
  readonly expr: Expr;
  readonly around: Surroundings;
  readonly result: EvalResult;
}

/** Clauses that must all be reversed together. */
export type ClauseSet = ReadonlyMap<string, Clause>;

/** Work that can be stopped after each step. */
type Steps<T> = Generator<void, T>;
type Demand = () => Steps<readonly ClauseSet[]>;

const maxElements = 1000;
/** The limit of elements, where any one of them is enough. */
const maxChoices = 200;
const maxClauses = 5000;
/** The limit for `exists_one`, whose sets grow with the square of the elements. */
const maxChosenElements = 24;
const maxSets = 200;
const maxSetSize = 6;

/**
 * The boolean structure of an expression: `&&`, `||`, `!`, `? :`, `exists`, `all`, `exists_one` and `cel.bind` over
 * clauses. It computes which clauses must be reversed for the whole to be true, or false: exactly, unless `isCut` says
 * that there were too many elements or sets. An error or unknown is neither true nor false, so such a clause has to
 * change wherever the structure needs it.
 */
export class ClauseStructure {
  readonly #parts: PartEvaluator;
  /** Every clause met so far. */
  readonly clauses = new Map<string, Clause>();
  isCut = false;

  constructor(parts: PartEvaluator) {
    this.#parts = parts;
  }

  /**
   * The smallest sets first; one empty set where the expression already has the target value. A generator, because
   * there may be many clauses.
   */
  *needed(expr: Expr, target: boolean, around: Surroundings): Steps<readonly ClauseSet[]> {
    switch (expr.kind) {
      case 'logic': {
        const all = expr.operands.map((operand) => () => this.needed(operand, target, around));
        return yield* (expr.operator === '&&') === target ? this.#every(all) : this.#any(all);
      }
      case 'conditional': {
        const { condition, then, otherwise } = expr;
        const by = (chosen: boolean, branch: Expr) => () =>
          this.#every([() => this.needed(condition, chosen, around), () => this.needed(branch, target, around)]);
        return yield* this.#any([by(true, then), by(false, otherwise)]);
      }
      case 'call': {
        const [operand] = expr.args;
        if (expr.name.text === '!_' && operand !== undefined) return yield* this.needed(operand, !target, around);
        return yield* this.#clause(expr, target, around);
      }
      case 'macro':
        return (yield* this.#macro(expr, target, around)) ?? (yield* this.#clause(expr, target, around));
      default:
        return yield* this.#clause(expr, target, around);
    }
  }

  *#clause(expr: Expr, target: boolean, around: Surroundings): Steps<readonly ClauseSet[]> {
    yield;
    if (this.#parts.isSpent || this.clauses.size >= maxClauses) {
      this.isCut = true;
      return [];
    }
    const key = [expr.id, ...around.elements].join('.');
    const clause = this.clauses.get(key) ?? { key, expr, around, result: this.#parts.resultOf(expr, around) };
    this.clauses.set(key, clause);
    if (clause.result === target) return [new Map()];
    return expr.kind === 'literal' ? [] : [new Map([[key, clause]])];
  }

  /** Null for a macro that its elements do not decide. */
  *#macro(expr: Macro, target: boolean, around: Surroundings): Steps<readonly ClauseSet[] | null> {
    const [first, second] = expr.args;
    if (expr.macro.text === 'cel.bind' && first !== undefined && second !== undefined) {
      return yield* this.#bound(expr, first, second, target, around);
    }
    const quantifier = quantifierOf(expr.macro.text);
    if (quantifier === null || expr.target === null || first === undefined) return null;
    const range = this.#parts.resultOf(expr.target, around);
    if (isObstacle(range) || !(isList(range) || isMap(range))) return null;
    const place = this.#parts.placeOf(expr.target, around);
    // Where any one element is enough, the first of very many are enough; where all are needed, none may be left out.
    const needsAll = quantifier === 'one' || (quantifier === 'all') === target;
    const { length } = isList(range) ? range : keysOf(range);
    const most = needsAll ? maxElements : maxChoices;
    if (length > most) this.isCut = true;
    if (length > most && needsAll) return [];
    const each = this.#elementsOf(expr, range, place, around, Math.min(length, most)).map(
      (inside) => (wanted: boolean) => () => this.needed(first, wanted, inside),
    );
    if (quantifier === 'one') return yield* this.#exactlyOne(each, target);
    const searches = each.map((element) => element(target));
    return yield* needsAll ? this.#every(searches) : this.#any(searches);
  }

  *#bound(
    expr: Macro,
    value: Expr,
    body: Expr,
    target: boolean,
    around: Surroundings,
  ): Steps<readonly ClauseSet[] | null> {
    const [name] = expr.variables;
    const innerResult = this.#parts.resultOf(value, around);
    if (name === undefined || isObstacle(innerResult)) return null;
    const local: Local = { value: innerResult, path: this.#parts.placeOf(value, around) };
    return yield* this.needed(body, target, around.within([[name.text, local]], null));
  }

  #elementsOf(
    expr: Macro,
    range: Value,
    place: Path | null,
    around: Surroundings,
    length: number,
  ): readonly Surroundings[] {
    const [one, two] = expr.variables;
    if (one === undefined) return [];
    const elements = isList(range) ? range : isMap(range) ? keysOf(range) : [];
    return Array.from({ length }, (_, index) => {
      const element = elementAt(elements, index) ?? null;
      const at = (step: string | number): Path | null => (place === null ? null : [...place, step]);
      const matching = isMap(range) ? (lookUp(range, element) ?? null) : element;
      const step = isMap(range) ? String(element) : index;
      const value: Local = { value: matching, path: at(step) };
      const key: Local = { value: isMap(range) ? element : index, path: null };
      // A single variable is the element of a list, but the key of a map.
      if (two === undefined) return around.within([[one.text, isMap(range) ? key : value]], index);
      return around.within(
        [
          [one.text, key],
          [two.text, value],
        ],
        index,
      );
    });
  }

  /** An error in any element is an error of the whole, so all others must be true or false. */
  *#exactlyOne(each: readonly ((wanted: boolean) => Demand)[], target: boolean): Steps<readonly ClauseSet[]> {
    if (each.length > maxChosenElements) {
      this.isCut = true;
      return [];
    }
    const indices = each.map((_, index) => index);
    const onlyAt = (chosen: readonly number[]) => () =>
      this.#every(each.map((element, index) => element(chosen.includes(index))));
    if (target) return yield* this.#any(indices.map((index) => onlyAt([index])));
    const matching: number[] = [];
    for (const [index, element] of each.entries()) if (isMet(yield* element(true)())) matching.push(index);
    // Either no element or at least two: a set for more than two would contain one of these.
    const pairs =
      matching.length > 1 ? [onlyAt(matching)] : indices.flatMap((a) => this.#pairsFrom(a, matching, indices, onlyAt));
    return yield* this.#any([onlyAt([]), ...pairs]);
  }

  /** If one element already matches, one more is enough. */
  #pairsFrom(
    a: number,
    [matching]: readonly number[],
    indices: readonly number[],
    onlyAt: (chosen: readonly number[]) => Demand,
  ): readonly Demand[] {
    if (matching !== undefined) return a === matching ? [] : [onlyAt([matching, a])];
    return indices.filter((b) => b > a).map((b) => onlyAt([a, b]));
  }

  *#any(choices: readonly Demand[]): Steps<readonly ClauseSet[]> {
    const found: ClauseSet[] = [];
    for (const choice of choices) found.push(...(yield* choice()));
    if (found.some(({ size }) => size === 0)) return [new Map()];
    return this.#smallest(found);
  }

  *#every(demands: readonly Demand[]): Steps<readonly ClauseSet[]> {
    let made: readonly ClauseSet[] = [new Map()];
    for (const demand of demands) {
      const sets = yield* demand();
      if (sets.length === 1 && sets[0]?.size === 0) continue;
      made = this.#smallest(made.flatMap((one) => sets.map((other) => new Map([...one, ...other]))));
    }
    return made;
  }

  #smallest(sets: readonly ClauseSet[]): readonly ClauseSet[] {
    const small = sets.filter(({ size }) => size <= maxSetSize).toSorted((a, b) => a.size - b.size);
    const kept = small.slice(0, maxSets);
    if (kept.length < sets.length) this.isCut = true;
    return kept;
  }
}

const isMet = (sets: readonly ClauseSet[]) => sets[0]?.size === 0;

function quantifierOf(macro: string): 'any' | 'all' | 'one' | null {
  if (macro === 'exists') return 'any';
  if (macro === 'all') return 'all';
  return macro === 'exists_one' || macro === 'existsOne' ? 'one' : null;
}
