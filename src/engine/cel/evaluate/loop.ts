import { elementAt, isList, isMap, keysOf } from '../../model/value.ts';
import type { ListValue, MapValue, Value } from '../../model/value.ts';
import { lookUp } from './access.ts';
import { leftOut } from './aggregate.ts';
import { givenUp } from './frame.ts';
import type { Frame, Step } from './frame.ts';
import { noOverload } from './outcome.ts';
import type { CelError, Outcome } from './outcome.ts';

/** A macro that walks its range: what to put into which slots, and what to evaluate for each element. */
export interface Loop {
  readonly nodeId: number;
  readonly macro: string;
  readonly slots: readonly number[];
  readonly body: Step;
  /** Charged for each element. */
  readonly cost: number;
  /** Ids of the nodes in the body: forgotten by the trace before each element. */
  readonly bodyIds: { readonly from: number; readonly to: number };
}

/** Calls `visit` with the body's outcome for each element until it says true. */
export function walkRange(
  frame: Frame,
  loop: Loop,
  range: Value,
  visit: (outcome: Outcome, element: Value, index: number) => boolean,
): CelError | undefined {
  const elements = isList(range) ? range : isMap(range) ? keysOf(range) : undefined;
  if (elements === undefined) return noOverload(loop.macro, range);
  const { length } = elements;
  const { recorder } = frame;
  recorder?.beginMacro(loop.nodeId);
  for (let i = 0; i < length; i++) {
    if (!frame.spend(loop.cost)) return givenUp;
    const element = fillSlots(frame, loop, range, elements, i);
    recorder?.forget(loop.bodyIds.from, loop.bodyIds.to);
    const outcome = loop.body(frame);
    recorder?.tried(loop.nodeId, i, element, outcome === leftOut ? false : outcome);
    if (visit(outcome, element, i)) return undefined;
  }
  return undefined;
}

/** Evaluates the body for one element once more, so that a trace keeps what it came to there. */
export function showAgain(frame: Frame, loop: Loop, range: Value, index: number): void {
  const elements = isList(range) ? range : keysOf(range as MapValue); // walked already, so it is a list or a map
  frame.recorder?.forget(loop.bodyIds.from, loop.bodyIds.to);
  fillSlots(frame, loop, range, elements, index);
  loop.body(frame);
}

/** One variable is the element, or the key of a map; two are index and element, or key and value. */
function fillSlots(frame: Frame, loop: Loop, range: Value, elements: ListValue, index: number): Value {
  const [first = 0, second] = loop.slots;
  const element = elementAt(elements, index) ?? null;
  if (second === undefined) frame.slots[first] = element;
  else if (isList(range)) {
    frame.slots[first] = index;
    frame.slots[second] = element;
  } else {
    frame.slots[first] = element;
    frame.slots[second] = lookUp(range as MapValue, element) ?? null; // a range is a list or a map
  }
  return element;
}
