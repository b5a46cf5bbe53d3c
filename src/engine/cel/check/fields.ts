import { either, eitherOf } from '../types/join.ts';
import { alternatives, dyn, insideOptional, intType, isUnsettled, optionalOf, string } from '../types/types.ts';
import type { RecordType, Type } from '../types/types.ts';

/** The result of a selection: a type, a record without that key, or a type that has no keys. */
export type Found =
  | { readonly kind: 'type'; readonly type: Type }
  | { readonly kind: 'no-key'; readonly record: RecordType; readonly type: Type }
  | { readonly kind: 'no-fields' };

/**
 * The type under a key. If there are alternatives, those with keys decide: data is open, and `has()` guards the others.
 */
export function fieldOf(type: Type, key: string): Found {
  const found = alternatives(type).map((one) => fieldOfOne(one, key));
  const types = found.flatMap((one) => (one.kind === 'type' ? [one.type] : []));
  if (types.length > 0) return { kind: 'type', type: types.reduce(either) };
  return found.find((one) => one.kind === 'no-key') ?? { kind: 'no-fields' };
}

function fieldOfOne(type: Type, key: string): Found {
  const inside = insideOptional(type);
  if (inside !== undefined) {
    const found = fieldOf(inside, key);
    return found.kind === 'no-fields' ? found : { ...found, type: optionalOf(found.type) };
  }
  if (isUnsettled(type) || type.kind === 'parameter') return { kind: 'type', type: dyn };
  if (type.kind === 'map') return { kind: 'type', type: type.value };
  if (type.kind !== 'record') return { kind: 'no-fields' };
  const field = type.fields.get(key);
  if (field !== undefined) return { kind: 'type', type: field.type };
  return { kind: 'no-key', record: type, type: dyn };
}

/** The types of a macro's variables: element, or index and element, or key, or key and value. */
export interface RangeTypes {
  readonly one: Type;
  readonly two: readonly [Type, Type];
}

/** Undefined if the type cannot be iterated. */
export function rangeOf(type: Type): RangeTypes | undefined {
  const found = alternatives(type).flatMap((one) => rangeOfOne(one) ?? []);
  const [first, ...rest] = found;
  if (first === undefined) return undefined;
  return rest.reduce(
    (all, next) => ({
      one: either(all.one, next.one),
      two: [either(all.two[0], next.two[0]), either(all.two[1], next.two[1])],
    }),
    first,
  );
}

function rangeOfOne(type: Type): RangeTypes | undefined {
  if (isUnsettled(type) || type.kind === 'parameter') return { one: dyn, two: [dyn, dyn] };
  switch (type.kind) {
    case 'list':
      return { one: type.element, two: [intType, type.element] };
    case 'map':
      return { one: type.key, two: [type.key, type.value] };
    case 'record':
      return { one: string, two: [string, anyValueOf(type)] };
    default:
      return undefined;
  }
}

const maxMerged = 50;

/** The joined type of a record's values; `dyn` when there are too many to join. */
export function anyValueOf(record: RecordType): Type {
  if (record.fields.size > maxMerged || record.keys === 'partial') return dyn;
  return eitherOf([...record.fields.values()].map((field) => field.type));
}
