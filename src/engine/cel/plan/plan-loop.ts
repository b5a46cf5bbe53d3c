import { isList, isMap, keysOf } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { lookUp } from '../evaluate/access.ts';
import { aggregateFor, filteredOut, needsBool } from '../evaluate/aggregate.ts';
import type { Aggregate } from '../evaluate/aggregate.ts';
import type { Macro } from '../ast.ts';
import { givenUp } from '../evaluate/frame.ts';
import type { Frame, CompiledExpr } from '../evaluate/frame.ts';
import { sortBy } from '../functions/lists.ts';
import { isClosed } from './closed.ts';
import { traceOver, walkTraced } from './loop-trace.ts';
import { walkRange } from './loop.ts';
import type { Loop, Visit } from './loop.ts';
import { CelError, isObstacle, located, noOverload } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { putEntry } from './plan-literals.ts';
import { bindVariables } from './planner.ts';
import type { Locals, Planner } from './planner.ts';

export function planLoop(expr: Macro, planner: Planner, locals: Locals | null, target: CompiledExpr): CompiledExpr {
  const loop = loopOf(expr, planner, locals);
  if (loop === null) return () => new CelError('parse_error', 'this macro is not complete', expr.id);
  const { text } = expr.macro;
  const aggregate = aggregateFor(text);
  const { id } = expr;
  if (aggregate !== undefined) return (frame) => located(aggregateOver(frame, loop, target(frame), aggregate()), id);
  return (frame) => {
    const range = target(frame);
    if (text === 'mapValues' || text === 'filterKeys') return located(mapOver(frame, loop, range), id);
    return located(text === 'sortBy' ? sortOver(frame, loop, range) : transformMapOver(frame, loop, range), id);
  };
}

export function loopOf(expr: Macro, planner: Planner, locals: Locals | null): Loop | null {
  const [first, second] = expr.args;
  if (first === undefined) return null;
  const { slots, inner } = bindVariables(expr, planner, locals);
  const planBody = (): CompiledExpr => {
    const firstStep = planner.plan(first, inner);
    return second === undefined ? firstStep : filtered(expr.macro.text, firstStep, planner.plan(second, inner));
  };
  const body = planner.untraced(planBody);
  const shown = planner.traced ? planBody() : body;
  const bodyIds = { from: first.id, to: planner.lastId(expr.id) };
  const cost = bodyIds.to - bodyIds.from + 2;
  return {
    nodeId: expr.id,
    macro: expr.macro.text,
    slots,
    body,
    shown,
    cost,
    bodyIds,
    memory: memoryOf(expr, planner, locals),
  };
}

/** Within another macro's body the list differs from element to element, so only the outermost macro remembers. */
function memoryOf(expr: Macro, planner: Planner, locals: Locals | null): Loop['memory'] {
  const { memories } = planner.options;
  if (memories === undefined || locals !== null || expr.variables.length !== 1) return null;
  return aggregateFor(expr.macro.text) !== undefined && isClosed(expr, planner) ? memories.memoryOf(expr.id) : null;
}

/** `map(x, condition, value)`: the values of the elements for which the condition is true. */
const filtered =
  (macro: string, condition: CompiledExpr, value: CompiledExpr): CompiledExpr =>
  (frame) => {
    const kept = condition(frame);
    if (kept === true) return value(frame);
    return kept === false ? filteredOut : needsBool(macro, kept);
  };

export function aggregateOver(frame: Frame, loop: Loop, range: EvalResult, aggregate: Aggregate): EvalResult {
  if (isObstacle(range)) return range;
  if (frame.recorder !== null) return traceOver(frame, loop, range, aggregate, asList);
  if (loop.slots.length === 1 && Array.isArray(range)) {
    const { body, cost } = loop;
    const [slot = 0] = loop.slots;
    const { neutral } = aggregate;
    const elements: readonly Value[] = range;
    for (const element of elements) {
      if (!frame.spend(cost)) return givenUp;
      frame.slots[slot] = element;
      const bodyResult = body(frame);
      if (bodyResult !== neutral && aggregate.add(bodyResult, element, 'back')) break;
    }
    return aggregate.result(asList);
  }
  const add: Visit = (bodyResult, element) => aggregate.add(bodyResult, element, 'back');
  const wrong = walkRange(frame, loop, range, add, aggregate.neutral);
  return wrong ?? aggregate.result(asList);
}

/** For macros whose result no single element decides. */
const walk = (frame: Frame, loop: Loop, range: Value, visit: Visit) =>
  frame.recorder === null ? walkRange(frame, loop, range, visit) : walkTraced(frame, loop, range, visit, () => []);

const asList = (made: readonly Value[]): Value => made;

function sortOver(frame: Frame, loop: Loop, range: EvalResult): EvalResult {
  if (isObstacle(range)) return range;
  if (!isList(range)) return noOverload('sortBy', range);
  const keys: Value[] = [];
  let obstacle: EvalResult | undefined;
  const wrong = walk(frame, loop, range, (key) => {
    if (isObstacle(key)) obstacle = key;
    else keys.push(key);
    return obstacle !== undefined;
  });
  return wrong ?? obstacle ?? sortBy(range, keys, frame);
}

/** `transformMap` keeps the keys; `transformMapEntry` takes all entries of the map that the body yields. */
function transformMapOver(frame: Frame, loop: Loop, range: EvalResult): EvalResult {
  if (isObstacle(range)) return range;
  const made = new Map<Value, Value>();
  const [keySlot = 0] = loop.slots;
  let obstacle: EvalResult | undefined;
  const wrong = walk(frame, loop, range, (bodyResult) => {
    if (bodyResult === filteredOut) return false;
    if (isObstacle(bodyResult)) obstacle = bodyResult;
    else if (loop.macro === 'transformMap')
      obstacle = putEntry(made, (frame.slots[keySlot] ?? null) as Value, bodyResult); // a key
    else obstacle = putAll(made, bodyResult);
    return obstacle !== undefined;
  });
  return wrong ?? obstacle ?? made;
}

/** `mapValues` keeps the keys, and `filterKeys` the entries whose key fulfils a condition. */
function mapOver(frame: Frame, loop: Loop, range: EvalResult): EvalResult {
  if (isObstacle(range)) return range;
  if (!isMap(range)) return noOverload(loop.macro, range);
  const keys = keysOf(range);
  const isFilter = loop.macro === 'filterKeys';
  const made = new Map<Value, Value>();
  let obstacle: EvalResult | undefined;
  const valueAt = (index: number) => lookUp(range, keys[index] ?? null) ?? null;
  const wrong = walk(frame, loop, isFilter ? keys : keys.map((_, index) => valueAt(index)), (bodyResult, _, index) => {
    const value = isFilter ? valueAt(index) : bodyResult;
    if (bodyResult === false && isFilter) return false;
    if (isFilter && bodyResult !== true) obstacle = needsBool(loop.macro, bodyResult);
    else if (isObstacle(value)) obstacle = value;
    else made.set(keys[index] ?? null, value);
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
