import { anyValueOf, fieldOf } from './fields.ts';
import type { Found } from './fields.ts';
import type { Unifier } from '../types/assign.ts';
import { either } from '../types/join.ts';
import { alternatives, dyn, insideOptional, intType, isUnsettled, optionalOf, string } from '../types/types.ts';
import type { RecordType, Type } from '../types/types.ts';

/** The result of an index into data whose keys are known. */
export type Indexed = Found | { readonly kind: 'no-list'; readonly record: RecordType };

/**
 * True if `indexInto` knows more than the signatures of `_[_]`: the type contains a shape, or an optional in another.
 */
export function isShaped(type: Type): boolean {
  const inside = insideOptional(type) ?? type;
  return inside.kind === 'record' || inside.kind === 'either' || insideOptional(inside) !== undefined;
}

/** `key` is set when the index is a literal string. */
export function indexInto(unifier: Unifier, type: Type, index: Type, key: string | undefined): Indexed {
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
