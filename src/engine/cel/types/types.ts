import type { Value } from '../../model/value.ts';

/**
 * What the checker knows about a value before evaluation: CEL's types, and two of our own that come from data. A
 * *record* is a map whose string keys have types of their own; *either* means that several types occur in one place.
 */
export type Type =
  | { readonly kind: 'dyn' }
  | Scalar
  | ListType
  | MapType
  | RecordType
  | OpaqueType
  /** The type of a type: what `type(1)` has. */
  | { readonly kind: 'type'; readonly of: Type }
  | EitherType
  /** A type parameter of a signature, or a type that is not resolved yet. */
  | { readonly kind: 'parameter'; readonly name: string };

export type ScalarName = 'null' | 'bool' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'timestamp' | 'duration';

export interface Scalar {
  readonly kind: 'scalar';
  readonly name: ScalarName;
  /** Set when the type was learnt from data, with some of the values that occurred. Data is open: others may follow. */
  readonly seen?: readonly Value[];
  /** Set when a specification guarantees the type, whatever a session shows. */
  readonly declared?: true;
}

export interface ListType {
  readonly kind: 'list';
  readonly element: Type;
}

export interface MapType {
  readonly kind: 'map';
  readonly key: Type;
  readonly value: Type;
}

export interface RecordType {
  readonly kind: 'record';
  readonly fields: ReadonlyMap<string, Field>;
  /**
   * `closed`: no other key is possible; `seen`: these are all keys in the data; `partial`: more keys occur than are
   * listed.
   */
  readonly keys: 'closed' | 'seen' | 'partial';
  /** Set for a message type, by its name: it is no map, and only a message of the same name is of its type. */
  readonly message?: string;
}

export interface Field {
  readonly type: Type;
  /** The key occurs in `seen` of `of` records; both are 0 when it is known from its declaration only. */
  readonly seen: number;
  readonly total: number;
  /** One sentence for completion and hover. */
  readonly about?: string;
  /** The key's name in the data: `cap` of the variable `c` is `capabilities`. */
  readonly aliasOf?: string;
}

/** A type known by its name and parameters alone, such as `optional_type(int)`. */
export interface OpaqueType {
  readonly kind: 'opaque';
  readonly name: string;
  readonly parameters: readonly Type[];
}

/** At least two types, all of different kinds; made by `either()`. */
export interface EitherType {
  readonly kind: 'either';
  readonly of: readonly Type[];
}

const scalar = (name: ScalarName): Scalar => ({ kind: 'scalar', name });

export const dyn: Type = { kind: 'dyn' };
export const nullType = scalar('null');
export const bool = scalar('bool');
export const intType = scalar('int');
export const uint = scalar('uint');
export const doubleType = scalar('double');
export const string = scalar('string');
export const bytes = scalar('bytes');
export const timestamp = scalar('timestamp');
export const duration = scalar('duration');

export const listOf = (element: Type): ListType => ({ kind: 'list', element });
export const mapOf = (key: Type, value: Type): MapType => ({ kind: 'map', key, value });
export const typeOf = (of: Type): Type => ({ kind: 'type', of });
export const optionalOf = (type: Type): OpaqueType => ({ kind: 'opaque', name: 'optional_type', parameters: [type] });

/** What is inside an optional; undefined for any other type. */
export function insideOptional(type: Type): Type | undefined {
  return type.kind === 'opaque' && type.name === 'optional_type' ? (type.parameters[0] ?? dyn) : undefined;
}

export const isScalar = (type: Type, name: ScalarName): boolean => type.kind === 'scalar' && type.name === name;

/** Learnt from this session only; another one may differ. */
export const isFromData = (type: Type): boolean =>
  type.kind === 'scalar' && type.seen !== undefined && type.declared !== true;

/** A place where data has only ever held null says nothing about its other possible types. */
export const isUnsettled = (type: Type): boolean => type.kind === 'dyn' || (isScalar(type, 'null') && isFromData(type));

/** The types that a value in this place may have. */
export const alternatives = (type: Type): readonly Type[] => (type.kind === 'either' ? type.of : [type]);

/** True when null is among what the place may hold. */
export const isNullable = (type: Type): boolean => alternatives(type).some((one) => isScalar(one, 'null'));

const maxSize = 300;

/** The type itself, or `dyn` when it is too large to be useful: literals within literals double at each step. */
export function bounded(type: Type): Type {
  let size = 0;
  const waiting: Type[] = [type];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (++size > maxSize) return dyn;
    if (next.kind === 'list') waiting.push(next.element);
    else if (next.kind === 'map') waiting.push(next.key, next.value);
    else if (next.kind === 'type') waiting.push(next.of);
    else if (next.kind === 'opaque') waiting.push(...next.parameters);
    else if (next.kind === 'either') waiting.push(...next.of);
  }
  return type;
}

/** Equal in CEL; values seen in data do not count. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'dyn':
      return b.kind === 'dyn';
    case 'scalar':
      return b.kind === 'scalar' && a.name === b.name;
    case 'list':
      return b.kind === 'list' && sameType(a.element, b.element);
    case 'map':
      return b.kind === 'map' && sameType(a.key, b.key) && sameType(a.value, b.value);
    case 'type':
      return b.kind === 'type' && sameType(a.of, b.of);
    case 'parameter':
      return b.kind === 'parameter' && a.name === b.name;
    case 'opaque':
      return b.kind === 'opaque' && a.name === b.name && sameTypes(a.parameters, b.parameters);
    case 'either':
      return b.kind === 'either' && sameTypes(a.of, b.of);
    case 'record':
      return b.kind === 'record' && sameFields(a, b);
  }
}

function sameTypes(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((type, index) => sameType(type, b[index] ?? dyn));
}

function sameFields(a: RecordType, b: RecordType): boolean {
  if (a.message !== undefined || b.message !== undefined) return a.message === b.message;
  if (a.fields.size !== b.fields.size || a.keys !== b.keys) return false;
  for (const [key, field] of a.fields) {
    const other = b.fields.get(key);
    if (other === undefined || !sameType(field.type, other.type)) return false;
  }
  return true;
}
