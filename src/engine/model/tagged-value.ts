import type { Path } from './path.ts';
import { elementAt, isList, isRecord, Unknown, type ListValue, type RecordValue, type Value } from './value.ts';

/**
 * Writes values that JSON is not defined for as records of one key: `{"$unknown": [path]}`, `{"$bytes": [0, 255]}`,
 * `{"$double": "NaN"}` for NaN and ±Infinity, `{"$map": [[key, value]]}` for keys that are no texts, and `{"$record":
 * {…}}` around a record that would itself read as one of these. Both directions return the same object where nothing
 * inside had to change.
 */
export class Tagging {
  /** True if some value was tagged. */
  isTagged = false;
  /** True if something was too deep: `…` replaces it. */
  isCut = false;

  /** `levels`: how many levels of lists and records the result may have, tags included. */
  tag(value: Value, levels: number): Value {
    if (value instanceof Unknown) return this.#asTag(levels, 3, () => ({ $unknown: value.missing }));
    if (typeof value === 'number') {
      return Number.isFinite(value) ? value : this.#asTag(levels, 1, () => ({ $double: String(value) }));
    }
    if (value instanceof Uint8Array) return this.#asTag(levels, 2, () => ({ $bytes: [...value] }));
    if (value instanceof Map) {
      const pairs = [...(value as ReadonlyMap<Value, Value>)]; // our maps hold values
      return this.#asTag(levels, 3, () => ({
        $map: pairs.map((pair) => pair.map((one) => this.tag(one, levels - 3))),
      }));
    }
    if (isRecord(value) && tagOf(value) !== undefined) {
      return this.#asTag(levels, 2, () => ({ $record: this.#inside(value, levels - 2) }));
    }
    if (!isList(value) && !isRecord(value)) return value;
    return levels < 1 ? this.#cut() : this.#inside(value, levels - 1);
  }

  /** Loops instead of callbacks: values may be as deep as the call stack allows. */
  #inside(holder: ListValue | RecordValue, levels: number): Value {
    const isAList = isList(holder);
    const keys = isAList ? null : Object.keys(holder);
    const length = isAList ? holder.length : Object.keys(holder).length;
    let changed: Value[] | undefined;
    for (let at = 0; at < length; at++) {
      const value = (isAList ? elementAt(holder, at) : holder[keys?.[at] ?? '']) ?? null;
      const tagged = this.tag(value, levels);
      if (tagged !== value) (changed ??= isAList ? [...holder] : Object.values(holder))[at] = tagged;
    }
    if (isAList) return changed ?? (Array.isArray(holder) ? holder : [...holder]);
    // Assignment would set the prototype for `__proto__`, which is an ordinary key here.
    return changed === undefined ? holder : Object.fromEntries(changed.map((value, at) => [keys?.[at] ?? '', value]));
  }

  #asTag(levels: number, needed: number, tagged: () => RecordValue): Value {
    if (levels < needed) return this.#cut();
    this.isTagged = true;
    return tagged();
  }

  #cut(): string {
    this.isCut = true;
    return '…';
  }
}

/** The inverse of `Tagging.tag`. A tag with unexpected content stays as it is written. */
export function untag(value: Value): Value {
  if (isList(value)) return Array.isArray(value) ? untaggedList(value) : value;
  if (!isRecord(value)) return value;
  const name = tagOf(value);
  return name === undefined ? untaggedRecord(value) : (untagged(name, value[name] ?? null) ?? value);
}

const tags = ['$unknown', '$bytes', '$double', '$map', '$record'] as const;
type Tag = (typeof tags)[number];

const doubles = new Map<Value, number>([NaN, Infinity, -Infinity].map((value) => [String(value), value]));

function tagOf(record: RecordValue): Tag | undefined {
  const [only, ...more] = Object.keys(record);
  return more.length === 0 ? tags.find((name) => name === only) : undefined;
}

function untagged(name: Tag, content: Value): Value | undefined {
  if (name === '$record') return isRecord(content) ? untaggedRecord(content) : undefined;
  if (name === '$double') return doubles.get(content);
  if (!Array.isArray(content)) return undefined;
  const elements = content as readonly Value[]; // Array.isArray narrows a union of lists to any[]
  switch (name) {
    case '$unknown':
      return elements.every(isPath) ? new Unknown(elements) : undefined;
    case '$bytes':
      return elements.every(isByte) ? Uint8Array.from(elements) : undefined;
    case '$map':
      return elements.every(isPair) ? untaggedMap(elements) : undefined;
  }
}

const isPath = (value: Value): value is Path =>
  Array.isArray(value) && value.every((step) => typeof step === 'string' || typeof step === 'number');
const isByte = (value: Value): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
const isPair = (value: Value): value is readonly [Value, Value] => Array.isArray(value) && value.length === 2;

// Loops instead of callbacks, as in `Tagging`.

function untaggedList(list: readonly Value[]): readonly Value[] {
  let changed: Value[] | undefined;
  for (let at = 0; at < list.length; at++) {
    const value = list[at] ?? null;
    const plain = untag(value);
    if (plain !== value) (changed ??= [...list])[at] = plain;
  }
  return changed ?? list;
}

function untaggedRecord(record: RecordValue): RecordValue {
  let changed: [string, Value][] | undefined;
  const keys = Object.keys(record);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? '';
    const value = record[key] ?? null;
    const plain = untag(value);
    if (plain !== value) (changed ??= Object.entries(record))[at] = [key, plain];
  }
  // Assignment would set the prototype for `__proto__`, which is an ordinary key here.
  return changed === undefined ? record : Object.fromEntries(changed);
}

function untaggedMap(pairs: readonly (readonly [Value, Value])[]): ReadonlyMap<Value, Value> {
  const map = new Map<Value, Value>();
  for (const [key, of] of pairs) map.set(untag(key), untag(of));
  return map;
}
