import { PersistentMap } from '../../model/persistent-map.ts';
import { isRecord, keysOf, MapView, type RecordValue, type Value } from '../../model/value.ts';

/** An object of the context, in the form for small or for minWideSize objects. */
export type Fields = RecordValue | WideRecord;

export const isFields = (value: unknown): value is Fields => value instanceof WideRecord || isRecord(value);

/** Marks a deleted key; never visible outside. */
const deleted = Symbol('deleted');

/**
 * An immutable object with so many keys that a copy per write would be too slow. A write returns a new object. A
 * deleted key that is written again keeps its old place in the order.
 */
export class WideRecord extends MapView {
  readonly #entries: PersistentMap<Value | typeof deleted>;

  private constructor(entries: PersistentMap<Value | typeof deleted>) {
    super();
    this.#entries = entries;
  }

  static from(record: RecordValue): WideRecord {
    let entries = PersistentMap.of<Value | typeof deleted>();
    for (const [key, value] of Object.entries(record)) entries = entries.set(key, value);
    return new WideRecord(entries);
  }

  override get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    return value === deleted ? undefined : value;
  }

  override keys(): readonly string[] {
    return [...this.#entries].filter(([, value]) => value !== deleted).map(([key]) => key);
  }

  with(key: string, value: Value): WideRecord {
    return new WideRecord(this.#entries.set(key, value));
  }

  without(key: string): WideRecord {
    return this.#entries.has(key) ? new WideRecord(this.#entries.set(key, deleted)) : this;
  }
}

/** From this size on, a write to a small object costs more than one to a minWideSize object. */
const minWideSize = 64;

export function withKey(fields: Fields, key: string, value: Value): Fields {
  if (fields instanceof WideRecord) return fields.with(key, value);
  if (Object.keys(fields).length >= minWideSize) return WideRecord.from(fields).with(key, value);
  // An assignment to `__proto__` would set the prototype; for other keys, assignment is much faster than a computed key
  // in a literal.
  if (key === '__proto__') return { ...fields, [key]: value };
  const copy: { [key: string]: Value } = { ...fields };
  copy[key] = value;
  return copy;
}

export function withoutKey(fields: Fields, key: string): Fields {
  if (fields instanceof WideRecord) return fields.without(key);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));
}

export const namesOf = (fields: Fields): readonly string[] => keysOf(fields).filter((key) => typeof key === 'string');
