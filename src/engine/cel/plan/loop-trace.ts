import { countLeading } from '../../../base/scan.ts';
import { elementAt } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { filteredOut } from '../evaluate/aggregate.ts';
import type { Aggregate } from '../evaluate/aggregate.ts';
import type { Frame } from '../evaluate/frame.ts';
import { elementsOf, fillSlots, walkRange } from './loop.ts';
import type { Loop, Visit } from './loop.ts';
import { isObstacle } from '../evaluate/eval-result.ts';
import type { CelError, EvalResult } from '../evaluate/eval-result.ts';
import type { MacroTrace, TriedElement } from '../evaluate/trace.ts';

/** A loop that records which elements decided, and keeps the trace of the body for the deciding element. */
export function traceOver(
  frame: Frame,
  loop: Loop,
  range: Value,
  aggregate: Aggregate,
  listOf: (made: readonly Value[]) => Value,
): EvalResult {
  let result: EvalResult = null;
  const add: Visit = (bodyResult, element) => aggregate.add(bodyResult, element, 'back');
  const deciding = (results: Results) => {
    result = aggregate.result(listOf);
    return decidingOf(loop.macro, results, result);
  };
  const wrong = walkTraced(frame, loop, range, add, deciding, aggregate.neutral);
  return wrong ?? result;
}

/**
 * Iterates like `walkRange`. The elements are evaluated untraced: of tens of thousands only the shown ones are worth a
 * trace, and the body is traced for one. Where no element settled the result, `deciding` returns the deciding ones.
 */
export function walkTraced(
  frame: Frame,
  loop: Loop,
  range: Value,
  visit: Visit,
  deciding: (results: Results) => readonly number[],
  neutral?: boolean,
): CelError | undefined {
  const { recorder } = frame;
  const results = new Results(neutral);
  let settledAt = -1;
  frame.recorder = null;
  const meet: Visit = (bodyResult, element, index) => {
    results.add(index, bodyResult);
    if (bodyResult === neutral || !visit(bodyResult, element, index)) return false;
    settledAt = index;
    return true;
  };
  const wrong = walkRange(frame, loop, range, meet, neutral);
  frame.recorder = recorder;
  // Elements at the end whose result is known to be neutral were not visited.
  if (wrong === undefined && settledAt < 0) results.tried = elementsOf(range)?.length ?? 0;
  if (wrong !== undefined && frame.ended === null) return wrong;
  const found = deciding(results);
  const deciders = settledAt >= 0 ? [settledAt] : found;
  recorder?.walked(loop.nodeId, macroTrace(range, results, deciders));
  showBody(frame, loop, range, deciders[0] ?? results.tried - 1);
  return wrong;
}

/** The results of a macro's body by element. Neutral ones are not kept, because a long list has many. */
class Results {
  /** Number of elements up to the last one that was evaluated. */
  tried = 0;
  readonly #neutral: boolean | undefined;
  /** Indices of the other elements, ascending. */
  readonly #indices: number[] = [];
  readonly #results: EvalResult[] = [];

  constructor(neutral: boolean | undefined) {
    this.#neutral = neutral;
  }

  add(index: number, result: EvalResult): void {
    this.tried = index + 1;
    if (result === this.#neutral) return;
    this.#indices.push(index);
    this.#results.push(result);
  }

  at(index: number): EvalResult {
    const indices = this.#indices;
    const place = countLeading(indices.length, (at) => (indices[at] ?? index) < index);
    return (indices[place] === index ? this.#results[place] : this.#neutral) ?? null;
  }

  /** The elements whose results pass a test that no neutral result passes. */
  where(test: (result: EvalResult) => boolean): readonly number[] {
    return this.#indices.filter((_, at) => test(this.#results[at] ?? null));
  }
}

/** Evaluates the body once more for one element, so that the trace keeps its results there. */
export function showBody(frame: Frame, loop: Loop, range: Value, index: number): void {
  frame.recorder?.forget(loop.bodyIds.from, loop.bodyIds.to);
  if (index < 0) return;
  fillSlots(frame, loop, range, elementsOf(range) ?? [], index);
  loop.shown(frame);
}

const keptElements = 100;
/** The limit for deciders behind the kept elements. */
const keptDeciders = 20;

function macroTrace(range: Value, results: Results, deciders: readonly number[]): MacroTrace {
  const elements = elementsOf(range) ?? [];
  const { tried } = results;
  const triedElement = (index: number, decides: boolean): TriedElement => {
    const bodyResult = results.at(index);
    return {
      index,
      element: elementAt(elements, index) ?? null,
      result: bodyResult === filteredOut ? false : bodyResult,
      decides,
    };
  };
  const kept = Array.from({ length: Math.min(tried, keptElements) }, (_, index) =>
    triedElement(index, deciders.includes(index)),
  );
  const further = deciders.filter((index) => index >= keptElements).slice(0, keptDeciders);
  return {
    tried,
    elements: [...kept, ...further.map((index) => triedElement(index, true))],
    last: tried === 0 ? null : triedElement(tried - 1, false),
  };
}

/** The elements that made the result, where the loop went to its end. */
function decidingOf(macro: string, results: Results, result: EvalResult): readonly number[] {
  if (isObstacle(result)) return results.where((bodyResult) => isKin(bodyResult, result)).slice(0, 1);
  if (macro !== 'exists_one' && macro !== 'existsOne') return [];
  return results.where((bodyResult) => bodyResult === true);
}

/** True for an obstacle of the same kind; a result that is no boolean became an error. */
const isKin = (bodyResult: EvalResult, result: EvalResult): boolean =>
  isObstacle(bodyResult) ? bodyResult.constructor === result?.constructor : typeof bodyResult !== 'boolean';
