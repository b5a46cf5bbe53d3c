import { elementAt } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { leftOut } from '../evaluate/aggregate.ts';
import type { Aggregate } from '../evaluate/aggregate.ts';
import type { Frame } from '../evaluate/frame.ts';
import { elementsOf, fillSlots, walkRange } from './loop.ts';
import type { Loop, Visit } from './loop.ts';
import { isObstacle } from '../evaluate/outcome.ts';
import type { CelError, EvalResult } from '../evaluate/outcome.ts';
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
  const add: Visit = (outcome, element) => aggregate.add(outcome, element, 'back');
  const deciding = (outcomes: readonly EvalResult[]) => {
    result = aggregate.result(listOf);
    return decidingOf(loop.macro, outcomes, result);
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
  deciding: (outcomes: readonly EvalResult[]) => readonly number[],
  neutral?: boolean,
): CelError | undefined {
  const { recorder } = frame;
  const outcomes: EvalResult[] = [];
  const passOver = (end: number) => {
    if (neutral !== undefined) while (outcomes.length < end) outcomes.push(neutral);
  };
  let settledAt = -1;
  frame.recorder = null;
  const meet: Visit = (outcome, element, index) => {
    passOver(index);
    outcomes.push(outcome);
    if (outcome === neutral || !visit(outcome, element, index)) return false;
    settledAt = index;
    return true;
  };
  const wrong = walkRange(frame, loop, range, meet, neutral);
  frame.recorder = recorder;
  if (wrong === undefined && settledAt < 0) passOver(elementsOf(range)?.length ?? 0);
  if (wrong !== undefined && frame.ended === null) return wrong;
  const found = deciding(outcomes);
  const deciders = settledAt >= 0 ? [settledAt] : found;
  recorder?.walked(loop.nodeId, macroTrace(range, outcomes, deciders));
  showBody(frame, loop, range, deciders[0] ?? outcomes.length - 1);
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

function macroTrace(range: Value, outcomes: readonly EvalResult[], deciders: readonly number[]): MacroTrace {
  const elements = elementsOf(range) ?? [];
  const tell = (index: number, decides: boolean): TriedElement => {
    const outcome = outcomes[index] ?? null;
    return {
      index,
      element: elementAt(elements, index) ?? null,
      outcome: outcome === leftOut ? false : outcome,
      decides,
    };
  };
  const kept = Array.from({ length: Math.min(outcomes.length, keptElements) }, (_, index) =>
    tell(index, deciders.includes(index)),
  );
  const further = deciders.filter((index) => index >= keptElements).slice(0, keptDeciders);
  return {
    tried: outcomes.length,
    elements: [...kept, ...further.map((index) => tell(index, true))],
    last: outcomes.length === 0 ? null : tell(outcomes.length - 1, false),
  };
}

/** The elements that made the result, where the loop went to its end. */
function decidingOf(macro: string, outcomes: readonly EvalResult[], result: EvalResult): readonly number[] {
  if (isObstacle(result)) {
    const first = outcomes.findIndex((outcome) => isKin(outcome, result));
    return first < 0 ? [] : [first];
  }
  if (macro !== 'exists_one' && macro !== 'existsOne') return [];
  return outcomes.flatMap((outcome, index) => (outcome === true ? [index] : []));
}

/** True for an obstacle of the same kind; a result that is no boolean became an error. */
const isKin = (outcome: EvalResult, result: EvalResult): boolean =>
  isObstacle(outcome) ? outcome.constructor === result?.constructor : typeof outcome !== 'boolean';
