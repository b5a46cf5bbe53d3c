import { PersistentDict } from '../../model/persistent-dict.ts';
import { isRecord, keysOf, MapView, type RecordValue, type Value } from '../../model/value.ts';

/** An object of the context, in the form for small or for wide objects. */
export type Fields = RecordValue | WideRecord;

export const isFields = (value: unknown): value is Fields => value instanceof WideRecord || isRecord(value);

/** An immutable object with so many keys that a copy per write would be too slow. A write returns a new object. */
export class WideRecord extends MapView {
  readonly #entries: PersistentDict<string, Value>;

  private constructor(entries: PersistentDict<string, Value>) {
    super();
    this.#entries = entries;
  }

  static from(record: RecordValue): WideRecord {
    return new WideRecord(PersistentDict.of(Object.entries(record)));
  }

  override get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  override keys(): readonly string[] {
    return [...this.#entries.keys()];
  }

  with(key: string, value: Value): WideRecord {
    return new WideRecord(this.#entries.set(key, value));
  }

  without(key: string): WideRecord {
    return this.#entries.has(key) ? new WideRecord(this.#entries.delete(key)) : this;
  }
}

/** From this size on, a write to a small object costs more than one to a wide object. */
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
