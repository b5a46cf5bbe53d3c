import { isList, isMap, isRecord, keysOf, entry, Unknown, type Value } from '../../../model/value.ts';

/**
 * The value of an expression in the form of events and records: views (which change with their task) are copied, and maps of
 * the language become objects. Plain data is returned as it is.
 */
export function asData(value: Value): Value {
  if (value instanceof Unknown) return null;
  if (isList(value)) {
    const elements = [...value];
    const plain = elements.map(asData);
    return Array.isArray(value) && plain.every((each, index) => Object.is(each, elements[index])) ? value : plain;
  }
  if (!isMap(value)) return value;
  const entries: [string, Value][] = [];
  let isPlain = isRecord(value);
  for (const key of keysOf(value)) {
    const name = typeof key === 'string' ? key : String(key);
    const held = typeof key === 'string' ? entry(value, key) : value instanceof Map ? (value.get(key) as Value) : null;
    if (held === undefined || held instanceof Unknown) continue;
    const plain = asData(held);
    isPlain &&= Object.is(plain, held);
    entries.push([name, plain]);
  }
  // Not by assignment: `__proto__` is an ordinary key here.
  return isPlain ? value : Object.fromEntries(entries);
}
