import { unreachable } from '../../../base/unreachable.ts';
import { isSame } from '../../model/equal.ts';
import { materialise } from '../../model/materialise.ts';
import { double, Double, int, isList, isMap, entry, type Value } from '../../model/value.ts';
import type { Operator } from './nodes.ts';
import { wordsOf } from './words.ts';

/** Operators that always evaluate both sides; `or`, `and` and `??` do not. */
export type Strict = Exclude<Operator, 'or' | 'and' | '??'>;

/** The result for two values; null: the operator does not apply to them. */
export function combined(operator: Strict, left: Value, right: Value): { readonly value: Value } | null {
  switch (operator) {
    case '==':
      return { value: isEqual(left, right) };
    case '!=':
      return { value: !isEqual(left, right) };
    case 'is':
      return { value: isOne(left, right) };
    case 'is not':
      return { value: !isOne(left, right) };
    case 'in':
    case 'not in': {
      const found = contains(right, left);
      return found === null ? null : { value: found === (operator === 'in') };
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(operator, left, right);
    case '+':
      if (isList(left) && isList(right)) return { value: [...left, ...right] };
      if (typeof left === 'string' || typeof right === 'string') {
        return { value: wordsOf(left, true) + wordsOf(right, true) };
      }
      return counted(operator, left, right);
    case '-':
    case '*':
    case '/':
    case '%':
      return counted(operator, left, right);
    default:
      return unreachable(operator);
  }
}

/** Numbers by value: `1` equals `1.0`. */
function isEqual(left: Value, right: Value): boolean {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== null && b !== null) return Number(a) === Number(b);
  return isSame(materialise(left), materialise(right));
}

/** Identity of objects; plain values are compared by equality. */
const isOne = (left: Value, right: Value): boolean =>
  typeof left === 'object' && left !== null && !(left instanceof Double) ? left === right : isEqual(left, right);

function contains(whole: Value, part: Value): boolean | null {
  if (typeof whole === 'string') return typeof part === 'string' ? whole.includes(part) : null;
  if (isList(whole)) return [...whole].some((element) => isEqual(element, part));
  return isMap(whole) && typeof part === 'string' ? entry(whole, part) !== undefined : null;
}

function compared(operator: '<' | '<=' | '>' | '>=', left: Value, right: Value) {
  const [a, b] =
    typeof left === 'string' && typeof right === 'string' ? [left, right] : [numberOf(left), numberOf(right)];
  if (a === null || b === null) return null;
  const value = operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b;
  return { value };
}

export const numberOf = (value: Value): number | bigint | null => {
  if (value instanceof Double) return value.value;
  return typeof value === 'number' || typeof value === 'bigint' ? value : null;
};

const isInt = (value: Value): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));

/** Whole numbers stay exact. */
function counted(operator: '+' | '-' | '*' | '/' | '%', left: Value, right: Value): { readonly value: Value } | null {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a === null || b === null) return null;
  if (isInt(left) && isInt(right) && operator !== '/') {
    if (operator === '%' && Number(right) === 0) return null;
    const [x, y] = [BigInt(left), BigInt(right)];
    if (operator === '+') return { value: int(x + y) };
    if (operator === '-') return { value: int(x - y) };
    return { value: int(operator === '*' ? x * y : x % y) };
  }
  const [x, y] = [Number(a), Number(b)];
  if (operator === '+') return { value: double(x + y) };
  if (operator === '-') return { value: double(x - y) };
  if (operator === '*') return { value: double(x * y) };
  if (y === 0) return null;
  return { value: double(operator === '/' ? x / y : x % y) };
}
