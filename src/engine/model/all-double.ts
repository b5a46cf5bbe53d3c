import {
  Double,
  elementAt,
  entry,
  isList,
  isMap,
  keysOf,
  ListView,
  MapView,
  type ListValue,
  type MapValue,
  type Value,
} from './value.ts';

/**
 * The same value as seen by a runtime that decodes every JSON number into a double (Go's `float64`, say): the decision
 * `jsonNumbers: all-double`. Lists and maps are views, so nothing is copied.
 */
export function asDoubles(value: Value): Value {
  if (typeof value === 'number') return Number.isInteger(value) ? new Double(value) : value;
  if (typeof value === 'bigint') return new Double(Number(value));
  if (isList(value)) return new DoublesList(value);
  if (value instanceof Map) return new Map([...value].map(([key, child]) => [key, asDoubles(child)]));
  return isMap(value) ? new DoublesMap(value) : value;
}

class DoublesList extends ListView {
  readonly #list: ListValue;
  override readonly column: object | null;
  override readonly order: 'oldest-first' | 'newest-first';

  constructor(list: ListValue) {
    super();
    this.#list = list;
    this.column = list instanceof ListView ? list.column : null;
    this.order = list instanceof ListView ? list.order : 'oldest-first';
  }

  override get length(): number {
    return this.#list.length;
  }

  override at(index: number): Value {
    return asDoubles(elementAt(this.#list, index) ?? null);
  }
}

class DoublesMap extends MapView {
  readonly #map: MapValue;

  constructor(map: MapValue) {
    super();
    this.#map = map;
  }

  override get(key: string): Value | undefined {
    const value = entry(this.#map, key);
    return value === undefined ? undefined : asDoubles(value);
  }

  override keys(): readonly string[] {
    return keysOf(this.#map).map(String);
  }
}
