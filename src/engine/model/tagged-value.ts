import type { Path } from './path.ts';
import { isList, isRecord, Unknown, type RecordValue, type Value } from './value.ts';

/**
 * What JSON has no form for, as records of one key: `{"$unknown": [path]}`, `{"$bytes": [0, 255]}`,
 * `{"$double": "NaN"}` for NaN and ±Infinity, `{"$map": [[key, value]]}` for keys that are no texts, and `{"$record": {…}}` around a record that would itself read
 * as one of these. Both ways hand back the very same object where nothing inside had to change.
 */
export function tag(value: Value): Value {
  if (value instanceof Unknown) return { $unknown: value.missing };
  if (typeof value === 'number') return Number.isFinite(value) ? value : { $double: String(value) };
  if (value instanceof Uint8Array) return { $bytes: [...value] };
  if (value instanceof Map)
    return { $map: [...(value as ReadonlyMap<Value, Value>)].map(([key, of]) => [tag(key), tag(of)]) }; // our maps hold values
  if (isList(value)) return Array.isArray(value) ? changedList(value, tag) : [...value].map(tag);
  if (!isRecord(value)) return value;
  const tagged = changedRecord(value, tag);
  return tagOf(tagged) === undefined ? tagged : { $record: tagged };
}

/** The inverse of `tag`. A tag that holds something else than it should is left as it is written. */
export function untag(value: Value): Value {
  if (isList(value)) return Array.isArray(value) ? changedList(value, untag) : value;
  if (!isRecord(value)) return value;
  const name = tagOf(value);
  return name === undefined ? changedRecord(value, untag) : (untagged(name, value[name] ?? null) ?? value);
}

const tags = ['$unknown', '$bytes', '$double', '$map', '$record'] as const;
type Tag = (typeof tags)[number];

const doubles = new Map<Value, number>([NaN, Infinity, -Infinity].map((value) => [String(value), value]));

function tagOf(record: RecordValue): Tag | undefined {
  const [only, ...more] = Object.keys(record);
  return more.length === 0 ? tags.find((name) => name === only) : undefined;
}

function untagged(name: Tag, held: Value): Value | undefined {
  if (name === '$record') return isRecord(held) ? changedRecord(held, untag) : undefined;
  if (name === '$double') return doubles.get(held);
  if (!Array.isArray(held)) return undefined;
  const elements = held as readonly Value[]; // Array.isArray narrows a union of lists to any[]
  switch (name) {
    case '$unknown':
      return elements.every(isPath) ? new Unknown(elements) : undefined;
    case '$bytes':
      return elements.every(isByte) ? Uint8Array.from(elements) : undefined;
    case '$map':
      return elements.every(isPair) ? new Map(elements.map(([key, of]) => [untag(key), untag(of)])) : undefined;
  }
}

const isPath = (value: Value): value is Path =>
  Array.isArray(value) && value.every((step) => typeof step === 'string' || typeof step === 'number');
const isByte = (value: Value): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
const isPair = (value: Value): value is readonly [Value, Value] => Array.isArray(value) && value.length === 2;

function changedList(list: readonly Value[], change: (value: Value) => Value): readonly Value[] {
  const changed = list.map(change);
  return changed.every((value, index) => value === list[index]) ? list : changed;
}

function changedRecord(record: RecordValue, change: (value: Value) => Value): RecordValue {
  const entries = Object.entries(record).map(([key, value]) => [key, change(value)] as const);
  // Not by assignment: `__proto__` is an ordinary key here.
  return entries.every(([key, value]) => value === record[key]) ? record : Object.fromEntries(entries);
}
