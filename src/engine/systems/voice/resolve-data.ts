import { isList, isRecord, type Value } from '../../model/value.ts';
import { isTooLarge, plain } from './plain.ts';
import type { CallState } from './state.ts';
import { lookUp, onlyPlaceholder, resolveText } from './template.ts';

export interface ResolvedData {
  readonly value: Value;
  /** Paths that stayed in texts. */
  readonly missed: readonly string[];
}

/**
 * `resolve_dict`: every text inside objects and lists, resolved; keys and other values stay. A text that is exactly one
 * placeholder becomes the value itself, with its type. The data given is left as it was.
 */
export function resolveData(state: CallState, data: Value): ResolvedData {
  const missed: string[] = [];
  return { value: resolved(data), missed };

  function resolved(value: Value): Value {
    if (typeof value === 'string') return resolvedText(value);
    if (isList(value)) return Array.from(value, resolved);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, resolved(element)]));
  }

  function resolvedText(text: string): Value {
    const path = onlyPlaceholder(text);
    if (path === undefined) {
      const filled = resolveText(state, text);
      missed.push(...filled.missed);
      return filled.text;
    }
    const found = lookUp(state, path);
    if (found.kind !== 'unresolved' && !isTooLarge(found.value)) return plain(found.value);
    missed.push(path);
    return text;
  }
}
