import { isRecord, type Value } from '../../model/value.ts';

/**
 * A value with one place inside it changed, sharing everything beside the path; the very same value when the place
 * holds that already; undefined when the path leads through something that has no places.
 */
export function written(whole: Value, path: readonly (string | number)[], value: Value, depth = 0): Value | undefined {
  const step = path[depth];
  if (step === undefined) return value;
  if (Array.isArray(whole)) return writtenElement(whole, path, value, depth);
  if (!isRecord(whole)) return undefined;
  const key = String(step);
  const before = Object.hasOwn(whole, key) ? whole[key] : undefined;
  if (before === undefined && depth < path.length - 1) return undefined;
  const after = written(before ?? null, path, value, depth + 1);
  if (after === undefined) return undefined;
  return after === before ? whole : { ...whole, [key]: after };
}

/** An element that is there, or the one after the last. */
function writtenElement(
  list: readonly Value[],
  path: readonly (string | number)[],
  value: Value,
  depth: number,
): Value | undefined {
  const index = Number(path[depth]);
  if (!Number.isInteger(index) || index < 0 || index > list.length) return undefined;
  const before = list[index];
  if (before === undefined && depth < path.length - 1) return undefined;
  const after = written(before ?? null, path, value, depth + 1);
  if (after === undefined) return undefined;
  return after === before ? list : [...list.slice(0, index), after, ...list.slice(index + 1)];
}
