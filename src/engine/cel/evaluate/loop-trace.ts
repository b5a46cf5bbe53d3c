import type { Value } from '../../model/value.ts';
import type { Aggregate } from './aggregate.ts';
import type { Frame } from './frame.ts';
import { showAgain, walkRange } from './loop.ts';
import type { Loop } from './loop.ts';
import { isObstacle } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** A loop that says which elements decided, and leaves the body's nodes as the deciding element had them. */
export function traceOver(
  frame: Frame,
  loop: Loop,
  range: Value,
  aggregate: Aggregate,
  listOf: (made: readonly Value[]) => Value,
): Outcome {
  const outcomes: Outcome[] = [];
  let settledAt = -1;
  const wrong = walkRange(frame, loop, range, (outcome, element, index) => {
    outcomes.push(outcome);
    if (!aggregate.add(outcome, element, 'back')) return false;
    settledAt = index;
    return true;
  });
  if (wrong !== undefined) return wrong;
  const result = aggregate.result(listOf);
  const deciding = settledAt >= 0 ? [settledAt] : decidingOf(loop.macro, outcomes, result);
  frame.recorder?.decided(loop.nodeId, deciding);
  const [shown] = deciding;
  if (shown !== undefined && shown !== outcomes.length - 1) showAgain(frame, loop, range, shown);
  return result;
}

/** Which elements made the result, where the loop went to its end. */
function decidingOf(macro: string, outcomes: readonly Outcome[], result: Outcome): readonly number[] {
  if (isObstacle(result)) {
    const first = outcomes.findIndex((outcome) => isKin(outcome, result));
    return first < 0 ? [] : [first];
  }
  if (macro !== 'exists_one' && macro !== 'existsOne') return [];
  return outcomes.flatMap((outcome, index) => (outcome === true ? [index] : []));
}

/** An obstacle of the same kind; an outcome that is no boolean became an error. */
const isKin = (outcome: Outcome, result: Outcome): boolean =>
  isObstacle(outcome) ? outcome.constructor === result?.constructor : typeof outcome !== 'boolean';
