import { Double, type Value } from '../../model/value.ts';

/** A value as text, to compare it with other values of its field; undefined for values with parts and for null. */
export function scalarText(value: Value | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (value instanceof Double) return String(value.value);
  return typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : undefined;
}
