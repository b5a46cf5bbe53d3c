import { formatPath, type Path } from '../../model/path.ts';
import { Double, entry, isList, isMap, keysOf, type Value } from '../../model/value.ts';

/** The maximum depth of a stored value, so that a hostile one cannot overflow the stack. */
const maxDepth = 500;

/** The place of a value that JSON cannot represent; null when the whole value is JSON. */
export function nonJson(value: Value, path: Path = []): { readonly path: string; readonly what: string } | null {
  const found = faultOf(value);
  if (found !== null) return { path: path.length === 0 ? 'the top' : formatPath(path), what: found };
  if (value === null || typeof value !== 'object' || value instanceof Double) return null;
  if (path.length >= maxDepth)
    return { path: formatPath(path.slice(0, 20)), what: `something ${maxDepth} levels deep` };
  for (const [step, element] of elements(value)) {
    const fault = nonJson(element, [...path, step]);
    if (fault !== null) return fault;
  }
  return null;
}

function faultOf(value: Value): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : String(value);
  if (value === null || typeof value !== 'object') return null;
  if (value instanceof Double) return Number.isFinite(value.value) ? null : String(value.value);
  if (isList(value)) return null;
  if (!isMap(value)) return `a ${value.constructor.name}`;
  return keysOf(value).every((key) => typeof key === 'string') ? null : 'a map with keys that are not texts';
}

function* elements(value: Value): Generator<[string | number, Value]> {
  if (isList(value)) for (const [index, element] of [...value].entries()) yield [index, element];
  else if (isMap(value)) for (const key of keysOf(value)) yield [String(key), entry(value, String(key)) ?? null];
}

/** A deep copy of a value that `nonJson` has accepted. */
export function copied(value: Value): Value {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return [...value].map(copied);
  if (!isMap(value)) return value;
  // Not by assignment: `__proto__` is an ordinary key here.
  return Object.fromEntries([...elements(value)].map(([key, element]) => [key, copied(element)]));
}
