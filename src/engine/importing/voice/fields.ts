import { Double, elementAt, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { keyOf } from '../messages/gemini-content.ts';

/**
 * A field of an entry: its name, or several names with dots between them for a field of a field. A number is an index into
 * a list: `words.0.start`. Names are written in snake_case; the same field in camelCase is found too.
 */
export type FieldName = string;

/** The few names that descriptions use, divided at their dots. */
const known = new Map<FieldName, readonly string[]>();

function stepsOf(name: FieldName): readonly string[] {
  const steps = known.get(name) ?? name.split('.');
  known.set(name, steps);
  return steps;
}

/**
 * The value of a field as it is recorded, null included; undefined where the field is absent. An empty name means the
 * whole value.
 */
export function fieldAt(value: Value | undefined, name: FieldName): Value | undefined {
  if (name === '') return value;
  let here = value;
  for (const step of stepsOf(name)) {
    if (here === undefined) return undefined;
    if (isList(here)) here = /^\d+$/.test(step) ? elementAt(here, Number(step)) : undefined;
    else if (isRecord(here)) here = ownField(here, step);
    else return undefined;
  }
  return here;
}

const ownField = (record: RecordValue, name: string): Value | undefined => {
  const key = keyOf(record, name);
  return Object.hasOwn(record, key) ? record[key] : undefined;
};

/** The first of several fields that is neither absent nor null. */
export function firstFieldAt(value: Value | undefined, names: readonly FieldName[]): Value | undefined {
  let found: Value | undefined;
  for (const name of names) {
    found = fieldAt(value, name);
    if (found !== undefined && found !== null) return found;
  }
  return found;
}

/** Where a field is in the document, in the spelling of its record. */
export function fieldPlace(value: Value | undefined, place: Path, name: FieldName): Path {
  if (name === '') return place;
  const path = [...place];
  let here = value;
  for (const step of stepsOf(name)) {
    if (here !== undefined && isList(here)) path.push(Number(step));
    else path.push(here !== undefined && isRecord(here) ? keyOf(here, step) : step);
    here = fieldAt(here, step);
  }
  return path;
}

export function textAt(value: Value | undefined, name: FieldName): string | undefined {
  const found = fieldAt(value, name);
  return typeof found === 'string' ? found : undefined;
}

export function numberAt(value: Value | undefined, name: FieldName): number | undefined {
  const found = fieldAt(value, name);
  if (found instanceof Double) return found.value;
  return typeof found === 'number' ? found : undefined;
}

/** A count, such as of tokens: a whole number that is not negative. */
export function countAt(value: Value | undefined, name: FieldName): number | undefined {
  const found = numberAt(value, name);
  return found !== undefined && Number.isSafeInteger(found) && found >= 0 ? found : undefined;
}

export function recordAt(value: Value | undefined, name: FieldName): RecordValue | undefined {
  const found = fieldAt(value, name);
  return found !== undefined && isRecord(found) ? found : undefined;
}

/** The elements of a list; none where there is no list. */
export const elementsAt = (value: Value | undefined, name: FieldName): readonly Value[] => {
  const found = fieldAt(value, name);
  return found !== undefined && isList(found) ? [...found] : [];
};

export const hasListAt = (value: Value | undefined, name: FieldName): boolean => {
  const found = fieldAt(value, name);
  return found !== undefined && isList(found);
};

/** Only the fields that have a value: in a header, an absent field means that the recording does not say. */
export const present = <T extends { readonly [name: string]: unknown }>(
  fields: T,
): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>;
  }; // the same fields without the undefined ones
