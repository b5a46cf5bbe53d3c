import {
  Double,
  Duration,
  elementAt,
  isList,
  isMap,
  keysOf,
  lookUp,
  ListView,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  Unknown,
  type ListValue,
  type MapValue,
  type Value,
} from './value.ts';

/** Deeper than this, two values count as different: a hostile document must not overflow the stack. */
const maxDepth = 500;

/**
 * True if two values are identical: same type, same content; `1` is not `1.0`. NaN equals itself here, unlike in CEL.
 */
export function isSame(a: Value, b: Value, depth = 0): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > maxDepth) return false;
  if (a instanceof Double) return b instanceof Double && Object.is(a.value, b.value);
  if (a instanceof Uint) return b instanceof Uint && a.value === b.value;
  if (a instanceof Timestamp) return b instanceof Timestamp && a.seconds === b.seconds && a.nanos === b.nanos;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.type === b.type;
  if (a instanceof Opaque) return b instanceof Opaque && a.type === b.type && a.text === b.text;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && sameBytes(a, b);
  // Two missing values are not known to differ.
  if (a instanceof Unknown) return b instanceof Unknown;
  if (a instanceof Optional) return b instanceof Optional && sameOptional(a, b, depth);
  if (isList(a)) return isList(b) && sameLists(a, b, depth);
  return isMap(a) && isMap(b) && sameMaps(a, b, depth);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function sameOptional(a: Optional, b: Optional, depth: number): boolean {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return isSame(a.value, b.value, depth + 1);
}

function sameLists(a: ListValue, b: ListValue, depth: number): boolean {
  if (a.length !== b.length) return false;
  if (isPrefixOfSame(a, b)) return true;
  for (let i = 0; i < a.length; i++) {
    const left = elementAt(a, i);
    const right = elementAt(b, i);
    if (left === undefined || right === undefined || !isSame(left, right, depth + 1)) return false;
  }
  return true;
}

/** A column only grows, so two prefixes of it with one length are equal: past states need no walk to be compared. */
const isPrefixOfSame = (a: ListValue, b: ListValue): boolean =>
  a instanceof ListView && b instanceof ListView && a.column !== null && a.column === b.column && a.order === b.order;

function sameMaps(a: MapValue, b: MapValue, depth: number): boolean {
  const keys = keysOf(a);
  if (keys.length !== keysOf(b).length) return false;
  return keys.every((key) => {
    const left = lookUp(a, key);
    const right = lookUp(b, key);
    return left !== undefined && right !== undefined && isSame(left, right, depth + 1);
  });
}
