import { toJson } from '../../engine/model/json.ts';
import {
  entry,
  isList,
  isMap,
  isRecord,
  keysOf,
  ListView,
  MapView,
  Optional,
  type ListValue,
  type MapValue,
  type Value,
} from '../../engine/model/value.ts';

/** JSON on standard output. Engine values keep their exact numbers, which `JSON.stringify` would not. */
export function printJson(value: Value): void {
  process.stdout.write(`${toJson(value, 2)}\n`);
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** The depth limit of the JSON writer. */
const maxDepth = 2000;

/**
 * A copy of a value at this moment, because views in it change when a sweep moves on. Unknowns stay unknown, and data
 * without views is returned unchanged.
 */
export function written(value: Value, depth = 0): Value {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (value instanceof Optional) {
    const inside = value.value === undefined ? undefined : written(value.value, depth + 1);
    return inside === value.value ? value : new Optional(inside);
  }
  if (isList(value)) return writtenList(value, depth);
  return isMap(value) ? writtenMap(value, depth) : value;
}

function writtenList(list: ListValue, depth: number): Value {
  const elements = Array.from(list, (element) => written(element, depth + 1));
  const isSame = !(list instanceof ListView) && list.every((element, index) => element === elements[index]);
  return isSame ? list : elements;
}

function writtenMap(map: MapValue, depth: number): Value {
  const valueOf = (key: Value) => (isRecord(map) || map instanceof MapView ? entry(map, String(key)) : map.get(key));
  const entries = keysOf(map).map((key) => [key, written(valueOf(key) ?? null, depth + 1)] as const);
  if (!(map instanceof MapView) && entries.every(([key, value]) => value === (valueOf(key) ?? null))) return map;
  // Not by assignment: `__proto__` is an ordinary key here.
  return map instanceof Map
    ? new Map(entries)
    : Object.fromEntries(entries.map(([key, value]) => [String(key), value]));
}
