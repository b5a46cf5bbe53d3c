import { elementAt, entry, isList, isMap, isRecord, keysOf, ListView, MapView } from '../../model/value.ts';
import type { ListValue, MapValue, Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';

/**
 * The same value with the value at one place replaced, or removed where `other` is undefined. Nothing is copied: the
 * containers on the path become views. If the value lacks an inner step of the path, nothing changes.
 */
export function replaced(value: Value, path: Path, other: Value | undefined): Value {
  const [step, ...rest] = path;
  if (step === undefined) return other ?? null;
  if (isList(value)) {
    const element = typeof step === 'number' ? elementAt(value, step) : undefined;
    if (typeof step !== 'number' || element === undefined) return value;
    return new ReplacedList(value, step, replaced(element, rest, other));
  }
  if (!isMap(value)) return value;
  const key = String(step);
  const child = entry(value, key);
  if (child === undefined && rest.length > 0) return value;
  const inner = rest.length === 0 ? other : replaced(child ?? null, rest, other);
  if (!(value instanceof MapView) && !isRecord(value)) return withKey(value, key, inner);
  return new ReplacedMap(value, key, inner);
}

function withKey(map: ReadonlyMap<Value, Value>, key: string, value: Value | undefined): Value {
  const copy = new Map(map);
  if (value === undefined) copy.delete(key);
  else copy.set(key, value);
  return copy;
}

/** It has no `column`: folded results of the recorded list are not valid for this one. */
class ReplacedList extends ListView {
  override readonly altered: ListView['altered'];
  readonly #list: ListValue;
  readonly #index: number;
  readonly #other: Value;

  constructor(list: ListValue, index: number, other: Value) {
    super();
    this.altered = list instanceof ListView ? { list, index } : null;
    this.#list = list;
    this.#index = index;
    this.#other = other;
  }

  override get length(): number {
    return this.#list.length;
  }

  override at(index: number): Value {
    return index === this.#index ? this.#other : (elementAt(this.#list, index) ?? null);
  }
}

class ReplacedMap extends MapView {
  readonly #map: MapValue;
  readonly #key: string;
  readonly #other: Value | undefined;

  constructor(map: MapValue, key: string, other: Value | undefined) {
    super();
    this.#map = map;
    this.#key = key;
    this.#other = other;
  }

  override get(key: string): Value | undefined {
    return key === this.#key ? this.#other : entry(this.#map, key);
  }

  override keys(): readonly string[] {
    const others = keysOf(this.#map).filter((key): key is string => typeof key === 'string' && key !== this.#key);
    return this.#other === undefined ? others : [...others, this.#key];
  }
}
