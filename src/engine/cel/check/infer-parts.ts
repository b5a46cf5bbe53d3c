import type { Conditional, Expr, ListExpr, Logic, MapExpr, StructExpr } from '../ast.ts';
import { applyOperator } from './infer-calls.ts';
import type { Inference } from './inference.ts';
import { bool, dyn, insideOptional, isUnsettled, listOf, mapOf } from '../types/types.ts';
import type { Type } from '../types/types.ts';

export function inferLogic(inference: Inference, { operator, operands }: Logic): Type {
  for (const operand of operands) inference.needBool(operand, inference.typeOf(operand), operator);
  return bool;
}

export function inferConditional(inference: Inference, { condition, then, otherwise }: Conditional): Type {
  inference.needBool(condition, inference.typeOf(condition), '?');
  return applyOperator(inference, '_?:_', [then, otherwise], { start: then.range.start, end: otherwise.range.end });
}

export function inferList(inference: Inference, { elements }: ListExpr): Type {
  return listOf(inference.joined(elements.map(({ value, optional }) => element(inference, value, optional))));
}

export function inferMap(inference: Inference, { entries }: MapExpr): Type {
  const keys = entries.map(({ key }) => inference.typeOf(key));
  const values = entries.map(({ value, optional }) => element(inference, value, optional));
  return mapOf(inference.joined(keys), inference.joined(values));
}

/** The engine has no messages; the values are still worth checking. */
export function inferStruct(inference: Inference, { type, fields }: StructExpr): Type {
  inference.report({ kind: 'no-messages', name: type.text, range: type.range });
  for (const field of fields) inference.typeOf(field.value);
  return dyn;
}

/** An element of a literal; an optional element is included only if it has a value. */
function element(inference: Inference, value: Expr, optional: boolean): Type {
  const type = inference.typeOf(value);
  if (!optional || isUnsettled(type)) return type;
  const inside = insideOptional(type);
  if (inside === undefined) {
    inference.report({ kind: 'not-optional', where: '?', type: inference.settled(type), range: value.range });
  }
  return inside ?? type;
}
