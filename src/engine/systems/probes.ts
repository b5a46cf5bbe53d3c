import { elementAt, entry, isList, isMap, isRecord, type RecordValue, type Value } from '../model/value.ts';

/** Reads a probe such as `context.input[0]`; undefined when there is nothing. */
export type Probe = (probe: string) => Value | undefined;

const probeParts = /^([^.[]+)|\.([^.[]+)|\[(\d+)\]/g;

/** The value under a label, followed through `.key` and `[index]`. */
export function valueAtProbe(probe: string, label: (name: string) => Value | undefined): Value | undefined {
  let current: Value | undefined;
  for (const [, name, key, index] of probe.matchAll(probeParts)) {
    if (name !== undefined) current = label(name);
    else if (current === undefined) return undefined;
    else if (key !== undefined) current = isMap(current) ? entry(current, key) : undefined;
    else current = isList(current) ? elementAt(current, Number(index)) : undefined;
  }
  return current;
}

/**
 * Replaces each `{"$ref": probe}`, at any depth, with the object that the probe finds, not with a copy of it. Values without
 * a reference stay the same objects.
 */
export function withReferences(values: RecordValue, probe: Probe): RecordValue {
  const entries = Object.entries(values).map(([key, value]) => [key, withReferencesIn(value, probe)] as const);
  return entries.every(([key, value]) => value === values[key]) ? values : Object.fromEntries(entries);
}

function withReferencesIn(value: Value, probe: Probe): Value {
  if (Array.isArray(value)) {
    const elements: readonly Value[] = value;
    const found = elements.map((element) => withReferencesIn(element, probe));
    return found.every((element, i) => element === elements[i]) ? elements : found;
  }
  if (!isRecord(value)) return value;
  const reference = value['$ref'];
  return typeof reference === 'string' ? (probe(reference) ?? null) : withReferences(value, probe);
}
