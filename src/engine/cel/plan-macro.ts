import { Optional, elementAt, isList, isMap, keysOf } from '../model/value.ts';
import type { ListValue, MapValue, Value } from '../model/value.ts';
import { hasField, lookUp, none, select } from './access.ts';
import { aggregateFor, leftOut, needsBool } from './aggregate.ts';
import type { Aggregate } from './aggregate.ts';
import type { Macro } from './ast.ts';
import { givenUp } from './frame.ts';
import type { Frame, Step } from './frame.ts';
import { sortBy } from './functions/lists.ts';
import { CelError, isObstacle, noOverload } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { putEntry } from './plan-literals.ts';
import type { Locals, Planner } from './planner.ts';

const broken = new CelError('parse_error', 'this part of the expression is not complete');

export function planMacro(expr: Macro, planner: Planner, locals: Locals | null, target: Step | null): Step {
  if (expr.macro.text === 'has') return planHas(expr, planner, locals);
  if (expr.macro.text === 'cel.bind') return planBind(expr, planner, locals);
  if (target === null) return () => broken.at(expr.id);
  if (expr.macro.text === 'optMap' || expr.macro.text === 'optFlatMap') {
    return planOptional(expr, planner, locals, target);
  }
  return planLoop(expr, planner, locals, target);
}

/** The field is not read, except to show its value in a trace. */
function planHas(expr: Macro, planner: Planner, locals: Locals | null): Step {
  const [asked] = expr.args;
  if (asked?.kind !== 'select' || asked.optional) return () => broken.at(expr.id);
  const operand = planner.plan(asked.operand, locals);
  const name = asked.field.text;
  return (frame) => {
    const value = operand(frame);
    const found = hasField(value, name);
    if (found === true) frame.recorder?.record(asked.id, select(value, name));
    return found instanceof CelError ? found.at(expr.id) : found;
  };
}

function bind(
  expr: Macro,
  planner: Planner,
  locals: Locals | null,
): { slots: readonly number[]; inner: Locals | null } {
  const slots = expr.variables.map(() => planner.slot());
  let inner = locals;
  expr.variables.forEach((variable, i) => {
    inner = { name: variable.text, slot: slots[i] ?? 0, outer: inner };
  });
  return { slots, inner };
}

function planBind(expr: Macro, planner: Planner, locals: Locals | null): Step {
  const [value, body] = expr.args;
  if (value === undefined || body === undefined) return () => broken.at(expr.id);
  const { slots, inner } = bind(expr, planner, locals);
  const [slot = 0] = slots;
  const valueStep = planner.plan(value, locals);
  const bodyStep = planner.plan(body, inner);
  return (frame) => {
    frame.slots[slot] = valueStep(frame);
    return bodyStep(frame);
  };
}

function planOptional(expr: Macro, planner: Planner, locals: Locals | null, target: Step): Step {
  const [body] = expr.args;
  if (body === undefined) return () => broken.at(expr.id);
  const { slots, inner } = bind(expr, planner, locals);
  const [slot = 0] = slots;
  const bodyStep = planner.plan(body, inner);
  const flat = expr.macro.text === 'optFlatMap';
  return (frame) => {
    const optional = target(frame);
    if (isObstacle(optional)) return optional;
    if (!(optional instanceof Optional)) return noOverload(expr.macro.text, optional).at(expr.id);
    if (optional.value === undefined) return none;
    frame.slots[slot] = optional.value;
    const made = bodyStep(frame);
    if (isObstacle(made)) return made;
    if (!flat) return new Optional(made);
    return made instanceof Optional ? made : noOverload('optFlatMap', made).at(expr.id);
  };
}

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

export function planLoop(expr: Macro, planner: Planner, locals: Locals | null, target: Step): Step {
  const loop = loopOf(expr, planner, locals);
  if (loop === null) return () => broken.at(expr.id);
  const { text } = expr.macro;
  const aggregate = aggregateFor(text);
  const located = (outcome: Outcome): Outcome => (outcome instanceof CelError ? outcome.at(expr.id) : outcome);
  if (aggregate !== undefined) return (frame) => located(aggregateOver(frame, loop, target(frame), aggregate()));
  return (frame) => {
    const range = target(frame);
    return located(text === 'sortBy' ? sortOver(frame, loop, range) : transformMapOver(frame, loop, range));
  };
}

export function loopOf(expr: Macro, planner: Planner, locals: Locals | null): Loop | null {
  const [first, second] = expr.args;
  if (first === undefined) return null;
  const { slots, inner } = bind(expr, planner, locals);
  const firstStep = planner.plan(first, inner);
  const body = second === undefined ? firstStep : filtered(expr.macro.text, firstStep, planner.plan(second, inner));
  const bodyIds = { from: first.id, to: planner.lastId(expr.id) };
  return { nodeId: expr.id, macro: expr.macro.text, slots, body, cost: bodyIds.to - bodyIds.from + 2, bodyIds };
}

/** `map(x, condition, value)`: the value of those for which the condition holds. */
const filtered =
  (macro: string, condition: Step, value: Step): Step =>
  (frame) => {
    const kept = condition(frame);
    if (kept === true) return value(frame);
    return kept === false ? leftOut : needsBool(macro, kept);
  };

export function aggregateOver(frame: Frame, loop: Loop, range: Outcome, aggregate: Aggregate): Outcome {
  if (isObstacle(range)) return range;
  if (frame.recorder !== null) return traceOver(frame, loop, range, aggregate);
  if (loop.slots.length === 1 && Array.isArray(range)) {
    const { body, cost } = loop;
    const [slot = 0] = loop.slots;
    const { neutral } = aggregate;
    for (const element of range as readonly Value[]) {
      // Array.isArray forgets that the array is read-only
      if (!frame.spend(cost)) return givenUp;
      frame.slots[slot] = element;
      const outcome = body(frame);
      if (outcome !== neutral && aggregate.add(outcome, element, 'back')) break;
    }
    return aggregate.result(asList);
  }
  const wrong = walkRange(frame, loop, range, (outcome, element) => aggregate.add(outcome, element, 'back'));
  return wrong ?? aggregate.result(asList);
}

const asList = (made: readonly Value[]): Value => made;

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
  for (let i = 0; i < length; i++) {
    if (!frame.spend(loop.cost)) return givenUp;
    const element = fillSlots(frame, loop, range, elements, i);
    if (visit(loop.body(frame), element, i)) return undefined;
  }
  return undefined;
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

/** The same, telling what each element came to, and leaving the body's nodes as the deciding element had them. */
function traceOver(frame: Frame, loop: Loop, range: Value, aggregate: Aggregate): Outcome {
  const { recorder } = frame;
  const { nodeId, bodyIds } = loop;
  recorder?.beginMacro(nodeId);
  const outcomes: Outcome[] = [];
  let settledAt = -1;
  const wrong = walkRange(
    frame,
    { ...loop, body: (inner) => (recorder?.forget(bodyIds.from, bodyIds.to), loop.body(inner)) },
    range,
    (outcome, element, index) => {
      outcomes.push(outcome);
      recorder?.tried(nodeId, index, element, outcome === leftOut ? false : outcome);
      if (!aggregate.add(outcome, element, 'back')) return false;
      settledAt = index;
      return true;
    },
  );
  if (wrong !== undefined) return wrong;
  const result = aggregate.result(asList);
  const deciding = settledAt >= 0 ? [settledAt] : decidingOf(loop.macro, outcomes, result);
  recorder?.decided(nodeId, deciding);
  const [shown] = deciding;
  if (shown !== undefined && shown !== outcomes.length - 1) showAgain(frame, loop, range, shown);
  return result;
}

/** Which elements made the result, where the loop went to its end. */
function decidingOf(macro: string, outcomes: readonly Outcome[], result: Outcome): readonly number[] {
  const all = outcomes.map((_, index) => index);
  if (isObstacle(result)) {
    const kind = result.constructor;
    return all
      .filter((index) =>
        isObstacle(outcomes[index] ?? null)
          ? outcomes[index]?.constructor === kind
          : typeof outcomes[index] !== 'boolean',
      )
      .slice(0, 1);
  }
  const counts = macro === 'exists_one' || macro === 'existsOne';
  return counts ? all.filter((index) => outcomes[index] === true) : [];
}

function showAgain(frame: Frame, loop: Loop, range: Value, index: number): void {
  const elements = isList(range) ? range : keysOf(range as MapValue); // walked already, so it is a list or a map
  frame.recorder?.forget(loop.bodyIds.from, loop.bodyIds.to);
  fillSlots(frame, loop, range, elements, index);
  loop.body(frame);
}

function sortOver(frame: Frame, loop: Loop, range: Outcome): Outcome {
  if (isObstacle(range)) return range;
  if (!isList(range)) return noOverload('sortBy', range);
  const keys: Value[] = [];
  let obstacle: Outcome | undefined;
  const wrong = walkRange(frame, loop, range, (key) => {
    if (isObstacle(key)) obstacle = key;
    else keys.push(key);
    return obstacle !== undefined;
  });
  return wrong ?? obstacle ?? sortBy(range, keys, frame);
}

/** `transformMap` keeps the keys; `transformMapEntry` takes all entries of the map that the body yields. */
function transformMapOver(frame: Frame, loop: Loop, range: Outcome): Outcome {
  if (isObstacle(range)) return range;
  const made = new Map<Value, Value>();
  const [keySlot = 0] = loop.slots;
  let obstacle: Outcome | undefined;
  const wrong = walkRange(frame, loop, range, (outcome) => {
    if (outcome === leftOut) return false;
    if (isObstacle(outcome)) obstacle = outcome;
    else if (loop.macro === 'transformMap') obstacle = putEntry(made, (frame.slots[keySlot] ?? null) as Value, outcome); // a key
    else obstacle = putAll(made, outcome);
    return obstacle !== undefined;
  });
  return wrong ?? obstacle ?? made;
}

function putAll(made: Map<Value, Value>, entries: Value): CelError | undefined {
  if (!isMap(entries)) return noOverload('transformMapEntry', entries);
  for (const key of keysOf(entries)) {
    const wrong = putEntry(made, key, lookUp(entries, key) ?? null);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
