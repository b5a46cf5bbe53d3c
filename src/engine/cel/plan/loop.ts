import { elementAt, isList, isMap, keysOf } from '../../model/value.ts';
import type { ListValue, MapValue, Value } from '../../model/value.ts';
import { lookUp } from '../evaluate/access.ts';
import { givenUp } from '../evaluate/frame.ts';
import type { Frame, CompiledExpr } from '../evaluate/frame.ts';
import type { LoopMemory, RememberedList } from './loop-memory.ts';
import { noOverload } from '../evaluate/eval-result.ts';
import type { CelError, EvalResult } from '../evaluate/eval-result.ts';

/** A macro that iterates its range: the slots to fill, and the expression to evaluate for each element. */
export interface Loop {
  readonly nodeId: number;
  readonly macro: string;
  readonly slots: readonly number[];
  readonly body: CompiledExpr;
  /** The same for the one element that the user looks at: traced if the plan is. `body` never is, as a list may be long. */
  readonly shown: CompiledExpr;
  /** Charged for each element. */
  readonly cost: number;
  /** Ids of the nodes in the body: the trace forgets them before an element is shown. */
  readonly bodyIds: { readonly from: number; readonly to: number };
  /** Null where the body's result depends on more than the element, or need not be kept. */
  readonly memory: LoopMemory | null;
}

/** Receives the body's result for an element; true when no other is needed. */
export type Visit = (bodyResult: EvalResult, element: Value, index: number) => boolean;

/**
 * Calls `visit` with the body's result for each element until it returns true; skips elements known to be `neutral`.
 */
export function walkRange(
  frame: Frame,
  loop: Loop,
  range: Value,
  visit: Visit,
  neutral?: boolean,
): CelError | undefined {
  const remembered = loop.memory?.listOf(range) ?? null;
  if (remembered !== null) return walkRemembered(frame, loop, range, remembered, visit, neutral);
  const elements = elementsOf(range);
  if (elements === undefined) return noOverload(loop.macro, range);
  const { length } = elements;
  for (let i = 0; i < length; i++) {
    if (!frame.spend(loop.cost)) return givenUp;
    const element = fillSlots(frame, loop, range, elements, i);
    if (visit(loop.body(frame), element, i)) return undefined;
  }
  return undefined;
}

function walkRemembered(
  frame: Frame,
  loop: Loop,
  range: Value,
  remembered: RememberedList,
  visit: Visit,
  neutral: boolean | undefined,
): CelError | undefined {
  const elements = elementsOf(range) ?? [];
  const { length } = elements;
  if (!frame.spend(length >> 6)) return givenUp;
  for (let i = remembered.next(0, neutral); i < length; i = remembered.next(i + 1, neutral)) {
    const known = remembered.resultAt(i);
    if (!frame.spend(known === undefined ? loop.cost : 1)) return givenUp;
    if (known !== undefined) {
      if (visit(known, remembered.elementAt(i), i)) return undefined;
      continue;
    }
    const element = fillSlots(frame, loop, range, elements, i);
    const bodyResult = loop.body(frame);
    // An evaluation that ended early has no valid result.
    if (frame.ended === null) remembered.keep(i, element, bodyResult);
    if (visit(bodyResult, element, i)) return undefined;
  }
  return undefined;
}

/** The elements of a list, the keys of a map. */
export const elementsOf = (range: Value): ListValue | undefined =>
  isList(range) ? range : isMap(range) ? keysOf(range) : undefined;

/** A single variable is the element, or the key of a map; two are index and element, or key and value. */
export function fillSlots(frame: Frame, loop: Loop, range: Value, elements: ListValue, index: number): Value {
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
