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
  const deciding = (results: readonly EvalResult[]) => {
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
  deciding: (results: readonly EvalResult[]) => readonly number[],
  neutral?: boolean,
): CelError | undefined {
  const { recorder } = frame;
  const results: EvalResult[] = [];
  const passOver = (end: number) => {
    if (neutral !== undefined) while (results.length < end) results.push(neutral);
  };
  let settledAt = -1;
  frame.recorder = null;
  const meet: Visit = (bodyResult, element, index) => {
    passOver(index);
    results.push(bodyResult);
    if (bodyResult === neutral || !visit(bodyResult, element, index)) return false;
    settledAt = index;
    return true;
  };
  const wrong = walkRange(frame, loop, range, meet, neutral);
  frame.recorder = recorder;
  if (wrong === undefined && settledAt < 0) passOver(elementsOf(range)?.length ?? 0);
  if (wrong !== undefined && frame.ended === null) return wrong;
  const found = deciding(results);
  const deciders = settledAt >= 0 ? [settledAt] : found;
  recorder?.walked(loop.nodeId, macroTrace(range, results, deciders));
  showBody(frame, loop, range, deciders[0] ?? results.length - 1);
  return wrong;
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

function macroTrace(range: Value, results: readonly EvalResult[], deciders: readonly number[]): MacroTrace {
  const elements = elementsOf(range) ?? [];
  const triedElement = (index: number, decides: boolean): TriedElement => {
    const bodyResult = results[index] ?? null;
    return {
      index,
      element: elementAt(elements, index) ?? null,
      result: bodyResult === filteredOut ? false : bodyResult,
      decides,
    };
  };
  const kept = Array.from({ length: Math.min(results.length, keptElements) }, (_, index) =>
    triedElement(index, deciders.includes(index)),
  );
  const further = deciders.filter((index) => index >= keptElements).slice(0, keptDeciders);
  return {
    tried: results.length,
    elements: [...kept, ...further.map((index) => triedElement(index, true))],
    last: results.length === 0 ? null : triedElement(results.length - 1, false),
  };
}

/** The elements that made the result, where the loop went to its end. */
function decidingOf(macro: string, results: readonly EvalResult[], result: EvalResult): readonly number[] {
  if (isObstacle(result)) {
    const first = results.findIndex((bodyResult) => isKin(bodyResult, result));
    return first < 0 ? [] : [first];
  }
  if (macro !== 'exists_one' && macro !== 'existsOne') return [];
  return results.flatMap((bodyResult, index) => (bodyResult === true ? [index] : []));
}

/** True for an obstacle of the same kind; a result that is no boolean became an error. */
const isKin = (bodyResult: EvalResult, result: EvalResult): boolean =>
  isObstacle(bodyResult) ? bodyResult.constructor === result?.constructor : typeof bodyResult !== 'boolean';
