import { Double, elementAt, isList, isMap, keysOf, Uint, type Value } from './value.ts';

/** As in Python: null, false, zero and empty values are false. */
export function isTruthy(value: Value): boolean {
  if (value === null || value === false || value === 0 || value === '' || value === 0n) return false;
  if (value instanceof Double) return value.value !== 0;
  if (value instanceof Uint) return value.value !== 0n;
  if (value instanceof Uint8Array) return value.length > 0;
  if (isList(value)) return elementAt(value, 0) !== undefined;
  return isMap(value) ? keysOf(value).length > 0 : true;
}
