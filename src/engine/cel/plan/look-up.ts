import { Double, ListView, Uint } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Call, Expr, Macro } from '../ast.ts';
import type { Aggregate } from '../evaluate/aggregate.ts';
import { isFreeOf, readsOnly } from './closed.ts';
import { givenUp } from '../evaluate/frame.ts';
import type { Frame, CompiledExpr } from '../evaluate/frame.ts';
import type { Loop } from './loop.ts';
import { isView } from './loop-memory.ts';
import { isObstacle, located } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { aggregateOver, loopOf } from './plan-loop.ts';
import type { Locals, Marks, Planner } from './planner.ts';

/**
 * Plans a macro whose body requires equality between something of the element and something of the turn, as in
 * `inputs.exists(i, i.order == input.order && …)`. For elements that differ there, the body is false whatever the rest
 * is, so only equal elements need evaluation. Likewise, an element for which another part, such as `i.amount > 5000`,
 * decides by itself is never evaluated again. Null where the body has no equality, or the list may be any.
 */
export function planLookup(
  expr: Macro,
  planner: Planner,
  target: CompiledExpr,
  aggregate: () => Aggregate,
): CompiledExpr | null {
  const [body] = expr.args;
  const [variable] = expr.variables;
  const { neutral } = aggregate();
  if (planner.traced || neutral === undefined || body === undefined || variable === undefined) return null;
  const sides = equalityIn(body, variable.text, neutral, planner);
  const loop = loopOf(expr, planner, null);
  if (sides === null || loop === null) return null;
  const [slot = 0] = loop.slots;
  const locals: Locals = { name: variable.text, slot, outer: null };
  const lookup: Lookup = {
    ofElement: planner.plan(sides.ofElement, locals),
    ofTurn: planner.plan(sides.ofTurn, null),
    settling: sides.settling.map((part) => planner.plan(part, locals)),
    neutral,
  };
  return lookedUpStep(loop, lookup, target, aggregate, planner.options.marks);
}

interface Sides {
  /** Reads only the element. */
  readonly ofElement: Expr;
  /** Reads anything but the element. */
  readonly ofTurn: Expr;
  /** Other parts of the body that read only the element. */
  readonly settling: readonly Expr[];
}

/** If false is neutral, an `==`, alone or within an `&&`; if true is neutral, a `!=`, alone or within an `||`. */
function equalityIn(body: Expr, variable: string, neutral: boolean, planner: Planner): Sides | null {
  const [comparison, operator] = neutral ? ['_!=_', '||'] : ['_==_', '&&'];
  const parts = body.kind === 'logic' && body.operator === operator ? body.operands : [body];
  for (const part of parts) {
    const sides = part.kind === 'call' && part.name.text === comparison ? sidesOf(part, variable, planner) : null;
    if (sides === null) continue;
    return { ...sides, settling: parts.filter((one) => one !== part && readsOnly(one, variable, planner)) };
  }
  return null;
}

function sidesOf(
  { target, args: [left, right] }: Call,
  variable: string,
  planner: Planner,
): Omit<Sides, 'settling'> | null {
  if (target !== null || left === undefined || right === undefined) return null;
  for (const [ofElement, ofTurn] of [
    [left, right],
    [right, left],
  ] as const) {
    if (readsOnly(ofElement, variable, planner) && isFreeOf(ofTurn, variable, planner)) return { ofElement, ofTurn };
  }
  return null;
}

interface Lookup {
  readonly ofElement: CompiledExpr;
  readonly ofTurn: CompiledExpr;
  /** If any of them has the neutral value, so has the body, whatever the other parts are. */
  readonly settling: readonly CompiledExpr[];
  readonly neutral: boolean;
}

/** Positions of a growing list's elements, ascending, by the value that is compared. */
class Positions {
  readonly column: object;
  readonly #byKey = new Map<Key, number[]>();
  /** Positions of elements whose value may equal anything, or is unknown. */
  readonly #others: number[] = [];
  /** The list that each position was added to. */
  readonly #lists: (number[] | null)[] = [];

  constructor(column: object) {
    this.column = column;
  }

  /** Leaves out an element that no turn needs to evaluate. */
  skip(): void {
    this.#lists.push(null);
  }

  get seen(): number {
    return this.#lists.length;
  }

  /** Forgets the positions behind the first ones. */
  shorten(seen: number): void {
    while (this.#lists.length > seen) this.#lists.pop()?.pop();
  }

  add(result: EvalResult): void {
    const key = keyOf(result);
    const list = key === undefined ? this.#others : (this.#byKey.get(key) ?? []);
    if (key !== undefined && list.length === 0) this.#byKey.set(key, list);
    list.push(this.seen);
    this.#lists.push(list);
  }

  positionsOf(key: Key): readonly number[] {
    const equal = this.#byKey.get(key) ?? [];
    if (this.#others.length === 0) return equal;
    return equal.length === 0 ? this.#others : [...equal, ...this.#others].toSorted((a, b) => a - b);
  }
}

type Key = string | number | boolean | null;

/** Undefined for values that can equal other kinds, or have parts. An int equals the double of the same number. */
function keyOf(value: EvalResult): Key | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  const number = value instanceof Double ? value.value : value instanceof Uint ? Number(value.value) : value;
  // Beyond this limit different numbers may have the same key; and NaN equals nothing.
  return typeof number === 'number' && Math.abs(number) < Number.MAX_SAFE_INTEGER ? number : undefined;
}

function lookedUpStep(
  loop: Loop,
  lookup: Lookup,
  target: CompiledExpr,
  aggregate: () => Aggregate,
  marks: Marks = [],
): CompiledExpr {
  let positions: Positions | null = null;
  marks.push(() => {
    const marked = positions;
    const seen = positions?.seen ?? 0;
    return () => {
      marked?.shorten(seen);
      positions = marked;
    };
  });
  return (frame) => {
    const range = target(frame);
    if (isObstacle(range)) return range;
    const key = range instanceof ListView && range.column !== null ? keyOf(lookup.ofTurn(frame)) : undefined;
    if (!(range instanceof ListView) || range.column === null || key === undefined) {
      return located(aggregateOver(frame, loop, range, aggregate()), loop.nodeId);
    }
    if (positions?.column !== range.column || positions.seen > range.length) positions = new Positions(range.column);
    if (!takeNew(frame, loop, lookup, range, positions)) {
      // The evaluation ended early: its partial result must not be reused.
      positions = null;
      return givenUp;
    }
    return located(overThose(frame, loop, range, positions.positionsOf(key), aggregate()), loop.nodeId);
  };
}

const indexOf = ({ order, length }: ListView, position: number): number =>
  order === 'oldest-first' ? position : length - 1 - position;

function takeNew(
  frame: Frame,
  loop: Loop,
  { ofElement, settling, neutral }: Lookup,
  range: ListView,
  positions: Positions,
): boolean {
  const [slot = 0] = loop.slots;
  while (positions.seen < range.length) {
    if (!frame.spend(loop.cost)) return false;
    const element = range.at(indexOf(range, positions.seen));
    frame.slots[slot] = element;
    const isSettled = !isView(element) && settling.some((part) => part(frame) === neutral);
    if (isSettled) positions.skip();
    else positions.add(ofElement(frame));
  }
  return frame.ended === null;
}

/** Iterates these positions in the order of the list. */
function overThose(
  frame: Frame,
  loop: Loop,
  range: ListView,
  positions: readonly number[],
  aggregate: Aggregate,
): EvalResult {
  const [slot = 0] = loop.slots;
  const last = positions.length - 1;
  for (let i = 0; i <= last; i++) {
    if (!frame.spend(loop.cost)) return givenUp;
    const position = positions[range.order === 'oldest-first' ? i : last - i] ?? 0;
    const element = range.at(indexOf(range, position));
    frame.slots[slot] = element;
    if (aggregate.add(loop.body(frame), element, 'back')) break;
  }
  return aggregate.result(asList);
}

const asList = (made: readonly Value[]): Value => made;
