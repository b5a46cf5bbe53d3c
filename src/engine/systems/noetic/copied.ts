import { isRecord, type Value } from '../../model/value.ts';

/** Beyond this a state is shared instead of copied: nothing can tell, because values never change. */
const maxDepth = 500;

/** A deep copy, as structured clone makes one: whoever compares identities sees two states. */
export function copied(value: Value, depth = 0): Value {
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) {
    const elements: readonly Value[] = value;
    return elements.map((element) => copied(element, depth + 1));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copied(entry, depth + 1)]));
}
