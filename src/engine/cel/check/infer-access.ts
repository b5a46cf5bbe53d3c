import { unreachable } from '../../../base/unreachable.ts';
import type { Index, Select } from '../ast.ts';
import { fieldOf, anyValueOf, type Found } from './fields.ts';
import { applyOperator } from './infer-calls.ts';
import type { Inference } from './inference.ts';
import {
  dyn,
  insideOptional,
  optionalOf,
  type Type,
  alternatives,
  intType,
  isUnsettled,
  string,
  type RecordType,
} from '../types/types.ts';
import type { Unifier } from '../types/assign.ts';
import { either } from '../types/join.ts';

/** `operand.field` and `operand.?field`. */
export function inferSelect(inference: Inference, expr: Select): Type {
  const type = inference.typeOf(expr.operand);
  const { text: key, range } = expr.field;
  noteSelected(inference, expr);
  const found = fieldOf(type, key);
  if (found.kind === 'no-fields') {
    inference.report({ kind: 'no-fields', type: inference.settled(type), select: expr, range });
    return dyn;
  }
  if (found.kind === 'no-key' && !expr.optional) {
    inference.report({ kind: 'no-key', key, record: found.record, operand: expr.operand, access: expr, range });
  }
  // Keeps the operand from being resolved later as a type without fields.
  if (type.kind === 'parameter') inference.unifier.assignable(dyn, type);
  return asOptional(found.type, type, expr.optional);
}

/** `input[0].amount` where `input` is no list: the remedy needs the selected field. */
function noteSelected({ findings }: Inference, { operand, field }: Select): void {
  const last = findings.at(-1);
  if (last?.kind !== 'no-list' || last.access !== operand) return;
  findings[findings.length - 1] = { ...last, selected: field.text };
}

/** `operand[index]` and `operand[?index]`. */
export function inferIndex(inference: Inference, expr: Index): Type {
  const { operand, index, optional } = expr;
  const type = inference.typeOf(operand);
  const indexType = inference.typeOf(index);
  const name = optional ? '_[?_]' : '_[_]';
  const { range } = index;
  if (!isShaped(type)) return applyOperator(inference, name, [operand, index], range);
  const key = index.kind === 'literal' && typeof index.value === 'string' ? index.value : undefined;
  const found = indexInto(inference.unifier, type, indexType, key);
  switch (found.kind) {
    case 'type':
      return asOptional(found.type, type, optional);
    case 'no-key':
      if (key !== undefined && !optional) {
        inference.report({ kind: 'no-key', key, record: found.record, operand, access: expr, range });
      }
      return asOptional(dyn, type, optional);
    case 'no-list':
      inference.report({ kind: 'no-list', access: expr, operand, record: found.record, selected: undefined, range });
      return dyn;
    case 'no-fields':
      return applyOperator(inference, name, [operand, index], range);
    default:
      return unreachable(found);
  }
}

/** A value from an optional is already an optional; an optional from elsewhere is wrapped in another one. */
const asOptional = (found: Type, operand: Type, optional: boolean): Type =>
  optional && insideOptional(operand) === undefined ? optionalOf(found) : found;

/** The result of an index into data whose keys are known. */
type Indexed = Found | { readonly kind: 'no-list'; readonly record: RecordType };

/**
 * True if `indexInto` knows more than the signatures of `_[_]`: the type contains a shape, or an optional in another.
 */
function isShaped(type: Type): boolean {
  const inside = insideOptional(type) ?? type;
  return inside.kind === 'record' || inside.kind === 'either' || insideOptional(inside) !== undefined;
}

/** `key` is set when the index is a literal string. */
function indexInto(unifier: Unifier, type: Type, index: Type, key: string | undefined): Indexed {
  if (key !== undefined && !alternatives(type).some((one) => one.kind === 'list')) return fieldOf(type, key);
  const found = alternatives(type).map((one) => indexIntoOne(unifier, one, index));
  const types = found.flatMap((one) => (one.kind === 'type' ? [one.type] : []));
  if (types.length > 0) return { kind: 'type', type: types.reduce(either) };
  return found.find((one) => one.kind === 'no-list') ?? { kind: 'no-fields' };
}

function indexIntoOne(unifier: Unifier, type: Type, index: Type): Indexed {
  const inside = insideOptional(type);
  if (inside !== undefined) {
    const found = indexInto(unifier, inside, index, undefined);
    return found.kind === 'type' ? { kind: 'type', type: optionalOf(found.type) } : found;
  }
  if (isUnsettled(type)) return { kind: 'type', type: dyn };
  switch (type.kind) {
    case 'list':
      return unifier.couldBe(index, intType) ? { kind: 'type', type: type.element } : { kind: 'no-fields' };
    case 'map':
      return unifier.couldBe(index, type.key) ? { kind: 'type', type: type.value } : { kind: 'no-fields' };
    case 'record':
      if (unifier.couldBe(index, string)) return { kind: 'type', type: anyValueOf(type) };
      return unifier.couldBe(index, intType) ? { kind: 'no-list', record: type } : { kind: 'no-fields' };
    default:
      return { kind: 'no-fields' };
  }
}
