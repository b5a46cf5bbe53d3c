import { elementAt, isList, isMap, keysOf, Timestamp, Duration } from '../../model/value.ts';
import type { Expr, Macro } from '../ast.ts';
import { isNumber, magnitude } from '../evaluate/number.ts';
import { isObstacle } from '../evaluate/outcome.ts';
import type { Outcome } from '../evaluate/outcome.ts';
import type { PartEvaluator, Surroundings } from './surroundings.ts';

/** How far an expression is from coming out as wanted. */
export interface Distance {
  /** Clauses that would have to come out otherwise. */
  readonly clauses: number;
  /** By how much their comparisons miss, each from 0 to 1 of the greater side; 1 for what is no matter of degree. */
  readonly margin: number;
}

const here: Distance = { clauses: 0, margin: 0 };
const never: Distance = { clauses: Infinity, margin: Infinity };
/** Of a longer list the first elements speak for all; within another macro fewer, because they multiply. */
const maxElements = [30, 10];
const maxNestedElements = 5;

export const nearer = (a: Distance, b: Distance): number =>
  a.clauses === b.clauses ? a.margin - b.margin : a.clauses - b.clauses;

/** The least distance over the ways there are: one walk over the structure, without the sets of clauses. */
export function distanceTo(expr: Expr, target: boolean, around: Surroundings, parts: PartEvaluator): Distance {
  const to = (part: Expr, wanted: boolean, inside = around) => distanceTo(part, wanted, inside, parts);
  switch (expr.kind) {
    case 'logic': {
      const all = expr.operands.map((operand) => to(operand, target));
      return (expr.operator === '&&') === target ? sum(all) : least(all);
    }
    case 'conditional':
      return least([
        sum([to(expr.condition, true), to(expr.then, target)]),
        sum([to(expr.condition, false), to(expr.otherwise, target)]),
      ]);
    case 'call': {
      const [operand] = expr.args;
      if (expr.name.text === '!_' && operand !== undefined) return to(operand, !target);
      return clauseDistance(expr, target, around, parts);
    }
    case 'macro': {
      const isAll = expr.macro.text === 'all';
      const insides = isAll || expr.macro.text === 'exists' ? elementsOf(expr, around, parts) : null;
      const [body] = expr.args;
      if (insides === null || body === undefined) return clauseDistance(expr, target, around, parts);
      const all = insides.map((inside) => to(body, target, inside));
      return isAll === target ? sum(all) : least(all);
    }
    default:
      return clauseDistance(expr, target, around, parts);
  }
}

/** Null for what is no list or map. */
function elementsOf(expr: Macro, around: Surroundings, parts: PartEvaluator): readonly Surroundings[] | null {
  const [variable, ...others] = expr.variables;
  if (expr.target === null || variable === undefined || others.length > 0) return null;
  const range = parts.outcomeOf(expr.target, around);
  if (isObstacle(range)) return null;
  const elements = isList(range) ? range : isMap(range) ? keysOf(range) : null;
  if (elements === null) return null;
  return Array.from(
    { length: Math.min(elements.length, maxElements[around.elements.length] ?? maxNestedElements) },
    (_, index) => around.within([[variable.text, { value: elementAt(elements, index) ?? null, path: null }]], index),
  );
}

function clauseDistance(expr: Expr, target: boolean, around: Surroundings, parts: PartEvaluator): Distance {
  if (parts.outcomeOf(expr, around) === target) return here;
  if (expr.kind === 'literal') return never;
  return { clauses: 1, margin: marginOf(expr, around, parts) };
}

function marginOf(expr: Expr, around: Surroundings, parts: PartEvaluator): number {
  if (expr.kind !== 'call' || !/^_(?:[<>]=?|==)_$/.test(expr.name.text)) return 1;
  const [left, right] = expr.args.map((arg) => positionOf(parts.outcomeOf(arg, around)));
  if (left === undefined || right === undefined) return 1;
  const size = Math.max(Math.abs(left), Math.abs(right));
  const margin = size === 0 ? 0 : Math.abs(left - right) / size;
  return Number.isNaN(margin) ? 1 : Math.min(margin, 1);
}

function positionOf(value: Outcome | undefined): number | undefined {
  if (value === undefined || isObstacle(value)) return undefined;
  if (value instanceof Timestamp) return Number(value.seconds);
  if (value instanceof Duration) return Number(value.nanos);
  return isNumber(value) ? Number(magnitude(value)) : undefined;
}

const sum = (all: readonly Distance[]): Distance =>
  all.reduce((a, b) => ({ clauses: a.clauses + b.clauses, margin: a.margin + b.margin }), here);

const least = (all: readonly Distance[]): Distance => all.reduce((a, b) => (nearer(a, b) <= 0 ? a : b), never);
