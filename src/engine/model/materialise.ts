import { ListView, MapView, Unknown, type ListValue, type RecordValue, type Value } from './value.ts';

/**
 * Converts a view to plain data. Unknown values are left out of maps; in a list, whose positions have a meaning, they
 * become null. Data without a view is returned unchanged, however deep it is.
 */
export function materialise(value: Value): Value {
  if (value instanceof Unknown) return null;
  if (value instanceof ListView) return materialiseList(value);
  return value instanceof MapView ? materialiseMap(value) : value;
}

function materialiseList(list: ListValue): readonly Value[] {
  const plain: Value[] = [];
  for (const element of list) plain.push(materialise(element));
  return plain;
}

function materialiseMap(map: MapView): RecordValue {
  const entries: [string, Value][] = [];
  for (const key of map.keys()) {
    const value = map.get(key);
    if (value !== undefined && !(value instanceof Unknown)) entries.push([key, materialise(value)]);
  }
  // Assignment would set the prototype for `__proto__`, which is an ordinary key here.
  return Object.fromEntries(entries);
}
