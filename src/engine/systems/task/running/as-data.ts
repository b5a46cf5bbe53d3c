import { isList, isMap, isRecord, keysOf, entry, Unknown, type Value } from '../../../model/value.ts';

/**
 * A value that an expression yields, as events and records hold values: views (which move along with their task) are
 * copied, and maps that the language made are objects. What is plain already is handed through.
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
