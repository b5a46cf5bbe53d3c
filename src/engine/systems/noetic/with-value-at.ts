import { isRecord, type Value } from '../../model/value.ts';

/**
 * Replaces the value at a path and shares all other parts. Returns the same object if the value is unchanged; undefined
 * if the path leads through a value without entries.
 */
export function withValueAt(
  root: Value,
  path: readonly (string | number)[],
  value: Value,
  depth = 0,
): Value | undefined {
  const step = path[depth];
  if (step === undefined) return value;
  if (Array.isArray(root)) return withElementAt(root, path, value, depth);
  if (!isRecord(root)) return undefined;
  const key = String(step);
  const before = Object.hasOwn(root, key) ? root[key] : undefined;
  if (before === undefined && depth < path.length - 1) return undefined;
  const after = withValueAt(before ?? null, path, value, depth + 1);
  if (after === undefined) return undefined;
  return after === before ? root : { ...root, [key]: after };
}

/** Replaces an existing element, or appends one after the last. */
function withElementAt(
  list: readonly Value[],
  path: readonly (string | number)[],
  value: Value,
  depth: number,
): Value | undefined {
  const index = Number(path[depth]);
  if (!Number.isInteger(index) || index < 0 || index > list.length) return undefined;
  const before = list[index];
  if (before === undefined && depth < path.length - 1) return undefined;
  const after = withValueAt(before ?? null, path, value, depth + 1);
  if (after === undefined) return undefined;
  return after === before ? list : [...list.slice(0, index), after, ...list.slice(index + 1)];
}
