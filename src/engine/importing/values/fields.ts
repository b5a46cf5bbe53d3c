import type { Path } from '../../model/path.ts';
import { elementAt, isList, isRecord, type Value } from '../../model/value.ts';
import { opened } from './written-value.ts';
import type { Placed } from './elements.ts';

/**
 * The place of a value in a record: places are tried in order, and the first with a value is used.
 *
 * - `'metrics.prompt_tokens'` is a path of keys; `'choices.0'` goes through a list.
 * - `['attributes', 'mlflow.spanType']` is a path too, for keys that have dots of their own.
 * - A function computes the value if no path leads to it. Its place is then the record's.
 *
 * Paths lead through texts that hold JSON. `null` counts as absent.
 */
export type Field = readonly (string | Path | ((record: Value) => Value | undefined))[];

/** A value, where it is, and whether it is in a text that holds JSON, of which no part has a place of its own. */
export interface FoundValue extends Placed {
  readonly isInText: boolean;
}

/** The value of a field, with its place; undefined if the record has none. */
export function fieldIn(record: Value, field: Field, place: Path = []): FoundValue | undefined {
  for (const one of field) {
    const found = typeof one === 'function' ? computed(one(record), place) : follow(record, stepsOf(one), place);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const valueIn = (record: Value, field: Field): Value | undefined => fieldIn(record, field)?.value;

/** The first of the field's values that is a non-empty text. */
export function textIn(record: Value, field: Field): string | undefined {
  for (const one of field) {
    const value = valueIn(record, [one]);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** An id as text: some software writes ids as numbers. */
export function idIn(record: Value, field: Field): string | undefined {
  const id = valueIn(record, field);
  if (typeof id === 'number' || typeof id === 'bigint') return String(id);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

const computed = (value: Value | undefined, place: Path): FoundValue | undefined =>
  value === undefined || value === null ? undefined : { value, place, isInText: false };

const stepsOf = (path: string | Path): Path => (typeof path === 'string' ? path.split('.') : path);

function follow(record: Value, steps: Path, place: Path): FoundValue | undefined {
  let here = record;
  const taken: (string | number)[] = [];
  let isInText = false;
  for (const step of steps) {
    const holder = opened(here);
    isInText ||= typeof here === 'string';
    const key = isList(holder) && /^\d{1,9}$/.test(String(step)) ? Number(step) : String(step);
    const next = typeof key === 'number' && isList(holder) ? elementAt(holder, key) : entryOf(holder, String(key));
    if (next === undefined || next === null) return undefined;
    here = next;
    if (!isInText) taken.push(key);
  }
  return { value: here, place: [...place, ...taken], isInText };
}

const entryOf = (holder: Value, key: string): Value | undefined =>
  isRecord(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
