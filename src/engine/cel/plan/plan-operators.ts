import { add, divide, modulo, multiply, negate, subtract } from '../evaluate/arithmetic.ts';
import type { Operator } from '../evaluate/arithmetic.ts';
import type { Conditional, Logic } from '../ast.ts';
import { contains, equals, order } from '../evaluate/compare.ts';
import type { Frame, CompiledExpr } from '../evaluate/frame.ts';
import { isObstacle, located, noOverload, moreSevere } from '../evaluate/eval-result.ts';
import type { CelError, EvalResult } from '../evaluate/eval-result.ts';
import type { Unknown, Value } from '../../model/value.ts';

const less = order('<', (difference) => difference < 0);
const lessOrEqual = order('<=', (difference) => difference <= 0);
const greater = order('>', (difference) => difference > 0);
const greaterOrEqual = order('>=', (difference) => difference >= 0);

/** Two plain numbers, the usual case, are compared directly. */
const operators: { readonly [name: string]: Operator } = {
  '_+_': add,
  '_-_': subtract,
  '_*_': multiply,
  '_/_': divide,
  '_%_': modulo,
  '_<_': (a, b) => (typeof a === 'number' && typeof b === 'number' ? a < b : less(a, b)),
  '_<=_': (a, b) => (typeof a === 'number' && typeof b === 'number' ? a <= b : lessOrEqual(a, b)),
  '_>_': (a, b) => (typeof a === 'number' && typeof b === 'number' ? a > b : greater(a, b)),
  '_>=_': (a, b) => (typeof a === 'number' && typeof b === 'number' ? a >= b : greaterOrEqual(a, b)),
  '_==_': equals,
  '_!=_': (a, b, meter) => {
    const same = equals(a, b, meter);
    return typeof same === 'boolean' ? !same : same;
  },
  '@in': contains,
};

export const binaryOperator = (name: string): Operator | undefined =>
  Object.hasOwn(operators, name) ? operators[name] : undefined;

export function planBinary(id: number, operator: Operator, left: CompiledExpr, right: CompiledExpr): CompiledExpr {
  return (frame) => located(operator(left(frame), right(frame), frame), id);
}

/** A comparison with a literal number or text: the usual condition, and worth a step of its own. */
export function planComparison(id: number, name: string, left: CompiledExpr, constant: Value): CompiledExpr | null {
  const operator = binaryOperator(name);
  if (operator === undefined) return null;
  const otherwise = (value: EvalResult, frame: Frame) => located(operator(value, constant, frame), id);
  if (typeof constant === 'string') return name === '_==_' ? planSameText(left, constant, otherwise) : null;
  return typeof constant === 'number' ? planAgainst(name, left, constant, otherwise) : null;
}

type Otherwise = (value: EvalResult, frame: Frame) => EvalResult;

const planSameText =
  (left: CompiledExpr, text: string, otherwise: Otherwise): CompiledExpr =>
  (frame) => {
    const value = left(frame);
    return typeof value === 'string' ? value === text : otherwise(value, frame);
  };

function planAgainst(name: string, left: CompiledExpr, limit: number, otherwise: Otherwise): CompiledExpr | null {
  switch (name) {
    case '_<_':
      return (frame) => {
        const value = left(frame);
        return typeof value === 'number' ? value < limit : otherwise(value, frame);
      };
    case '_<=_':
      return (frame) => {
        const value = left(frame);
        return typeof value === 'number' ? value <= limit : otherwise(value, frame);
      };
    case '_>_':
      return (frame) => {
        const value = left(frame);
        return typeof value === 'number' ? value > limit : otherwise(value, frame);
      };
    case '_>=_':
      return (frame) => {
        const value = left(frame);
        return typeof value === 'number' ? value >= limit : otherwise(value, frame);
      };
    case '_==_':
      return (frame) => {
        const value = left(frame);
        return typeof value === 'number' ? value === limit : otherwise(value, frame);
      };
    default:
      return null;
  }
}

const unaries: { readonly [name: string]: (value: Value) => EvalResult } = {
  '!_': (value) => (typeof value === 'boolean' ? !value : noOverload('!', value)),
  '-_': negate,
};

export const unaryOperator = (name: string): ((value: Value) => EvalResult) | undefined =>
  Object.hasOwn(unaries, name) ? unaries[name] : undefined;

export function planUnary(id: number, operator: (value: Value) => EvalResult, operand: CompiledExpr): CompiledExpr {
  return (frame) => {
    const value = operand(frame);
    if (isObstacle(value)) return value;
    return located(operator(value), id);
  };
}

/** One false decides an `&&`, one true an `||`, whatever the other results are; then unknowns come before errors. */
export function planLogic(expr: Logic, operands: readonly CompiledExpr[]): CompiledExpr {
  const { id, operator } = expr;
  const settles = operator === '||';
  return (frame) => {
    let obstacle: Unknown | CelError | undefined;
    for (const operand of operands) {
      const value = operand(frame);
      if (value === settles) return settles;
      if (value !== !settles) {
        obstacle = moreSevere(obstacle, isObstacle(value) ? value : noOverload(operator, value).at(id));
      }
    }
    return obstacle ?? !settles;
  };
}

export function planConditional(
  expr: Conditional,
  condition: CompiledExpr,
  then: CompiledExpr,
  otherwise: CompiledExpr,
): CompiledExpr {
  const { id } = expr;
  return (frame) => {
    const chosen = condition(frame);
    if (chosen === true) return then(frame);
    if (chosen === false) return otherwise(frame);
    return isObstacle(chosen) ? chosen : noOverload('? :', chosen).at(id);
  };
}
