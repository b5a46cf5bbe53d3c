import { PersistentMap } from '../../model/persistent-map.ts';
import { isRecord, keysOf, MapView, type RecordValue, type Value } from '../../model/value.ts';

/** An object of the context, as small ones and as wide ones are held. */
export type Fields = RecordValue | WideRecord;

export const isFields = (value: unknown): value is Fields => value instanceof WideRecord || isRecord(value);

/** Stands where a key was taken out; never seen from outside. */
const gone = Symbol('gone');

/**
 * An object with so many keys that copying it at each write would cost more than anything else. Writing yields a new
 * one and the old one stays what it was. A key that was taken out and comes back keeps its old place in the order.
 */
export class WideRecord extends MapView {
  readonly #entries: PersistentMap<Value | typeof gone>;

  private constructor(entries: PersistentMap<Value | typeof gone>) {
    super();
    this.#entries = entries;
  }

  static from(record: RecordValue): WideRecord {
    let entries = PersistentMap.of<Value | typeof gone>();
    for (const [key, value] of Object.entries(record)) entries = entries.set(key, value);
    return new WideRecord(entries);
  }

  override get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    return value === gone ? undefined : value;
  }

  override keys(): readonly string[] {
    return [...this.#entries].filter(([, value]) => value !== gone).map(([key]) => key);
  }

  with(key: string, value: Value): WideRecord {
    return new WideRecord(this.#entries.set(key, value));
  }

  without(key: string): WideRecord {
    return this.#entries.has(key) ? new WideRecord(this.#entries.set(key, gone)) : this;
  }
}

/** From here on a write to a small object costs more than one to a wide one. */
const wide = 64;

export function withKey(fields: Fields, key: string, value: Value): Fields {
  if (fields instanceof WideRecord) return fields.with(key, value);
  if (Object.keys(fields).length >= wide) return WideRecord.from(fields).with(key, value);
  // Assigned to, `__proto__` would set the prototype; any other key costs a fraction of one written between the braces.
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
