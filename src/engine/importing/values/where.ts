import type { Path } from '../../model/path.ts';
import { Double, isList, isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import type { Placed } from './elements.ts';
import { opened } from './written-value.ts';

/**
 * The place of a value in a record, as the descriptions of formats write it:
 *
 * - `'function.name'` is a path of keys, `'parts.0'` goes through a list, and `''` is the record itself. A key in snake_case
 *   is also found in camelCase.
 * - `['attributes', 'mlflow.spanType']` as an element of a list is a path too, for keys that have dots of their own.
 * - A function computes the value if no path leads to it. Its place is then the record's.
 *
 * Of several, the first with a value is used. `null` counts as a value only in `fieldAt`, where no other place has one.
 */
export type Where = string | readonly OnePlace[];

type OnePlace = string | Path | ((record: Value) => Value | undefined);

/** A value, and the path from the record to it, in the spelling of the record. */
export interface Found<V extends Value = Value> {
  readonly value: V;
  readonly path: Path;
  /** Whether the value is in a text that holds JSON: no part of such a text has a place of its own, so the path ends there. */
  readonly isInText: boolean;
}

/** Returns the value in a text; without it no path leads into a text. */
type OpenText = (text: string) => Value | undefined;

/** The first value that exists, is not null, and passes the test. */
export function findAt<V extends Value = Value>(
  record: Value | undefined,
  where: Where | undefined,
  test: ((value: Value) => value is V) | ((value: Value) => boolean) = () => true,
  open?: OpenText,
): Found<V> | undefined {
  if (record === undefined) return undefined;
  const isWanted = (found: Found | undefined): found is Found<V> =>
    found !== undefined && found.value !== null && test(found.value);
  for (const one of placesOf(where)) {
    const found = findOne(record, one, open);
    if (isWanted(found)) return found;
  }
  return undefined;
}

/** The value as it is recorded: null where a place holds null and no other place has a value, undefined where none exists. */
export function fieldAt(record: Value | undefined, where: Where | undefined): Value | undefined {
  if (record === undefined) return undefined;
  let nothing: null | undefined;
  for (const one of placesOf(where)) {
    const found = findOne(record, one)?.value;
    if (found === null) nothing = null;
    else if (found !== undefined) return found;
  }
  return nothing;
}

/** The place of a field in the document; where the record does not have the field, the first place that it may have. */
export function placeAt(record: Value | undefined, place: Path, where: Where): Path {
  const found = findAt(record, where);
  if (found !== undefined) return [...place, ...found.path];
  const [first = ''] = placesOf(where);
  if (typeof first === 'function') return place;
  return [...place, ...(typeof first === 'string' ? stepsOf(first) : first)];
}

export const textAt = (record: Value | undefined, where: Where | undefined): string | undefined =>
  findAt(record, where, isText)?.value;

const isText = (value: Value): value is string => typeof value === 'string';

export function numberAt(record: Value | undefined, where: Where): number | undefined {
  const found = findAt(record, where, isNumber)?.value;
  return found instanceof Double ? found.value : found;
}

const isNumber = (value: Value): value is number | Double => typeof value === 'number' || value instanceof Double;

/** A count, such as of tokens: a whole number that is not negative. */
export function countAt(record: Value | undefined, where: Where): number | undefined {
  const found = numberAt(record, where);
  return found !== undefined && Number.isSafeInteger(found) && found >= 0 ? found : undefined;
}

export const recordAt = (record: Value | undefined, where: Where | undefined): RecordValue | undefined =>
  findAt(record, where, isRecord)?.value;

/** Facts under their names: those of the places that have a value. */
export const factsAt = (record: Value | undefined, places: { readonly [name: string]: Where }): RecordValue =>
  Object.fromEntries(
    Object.entries(places).flatMap(([name, where]) => {
      const found = findAt(record, where);
      return found === undefined ? [] : [[name, found.value] as const];
    }),
  );

/** The elements of a list; none where there is no list. */
export const elementsAt = (record: Value | undefined, where: Where): readonly Value[] => [
  ...(findAt(record, where, isList)?.value ?? []),
];

/** A field with its place in the document; null where the record does not have it. */
export const placedAt = ({ value, place }: Placed, where: Where): Placed => ({
  value: findAt(value, where)?.value ?? null,
  place: placeAt(value, place, where),
});

/** The first `most` elements of a list, each with its place in the document. */
export function entriesAt({ value, place }: Placed, where: Where, most?: number): readonly Placed[] {
  const list = placeAt(value, place, where);
  return elementsAt(value, where)
    .slice(0, most)
    .map((one, index) => ({ value: one, place: [...list, index] }));
}

export const hasListAt = (record: Value | undefined, where: Where): boolean =>
  findAt(record, where, isList) !== undefined;

// Traces keep arguments, messages and results as texts. The functions below lead through texts that hold JSON.

/** A value with its place in the document. */
export interface FoundValue extends Placed {
  readonly isInText: boolean;
}

export function fieldIn(record: Value, where: Where, place: Path = []): FoundValue | undefined {
  const found = findAt(record, where, undefined, opened);
  return found && { value: found.value, place: [...place, ...found.path], isInText: found.isInText };
}

export const valueIn = (record: Value, where: Where): Value | undefined =>
  findAt(record, where, undefined, opened)?.value;

/** The first of the values that is a non-empty text. */
export const textIn = (record: Value, where: Where): string | undefined =>
  findAt(record, where, (value): value is string => typeof value === 'string' && value !== '', opened)?.value;

/** An id as text: some software writes ids as numbers. */
export function idIn(record: Value, where: Where): string | undefined {
  const id = valueIn(record, where);
  if (typeof id === 'number' || typeof id === 'bigint') return String(id);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Follows one path. `keyIn` returns the record's spelling of a key. */
export function follow(
  record: Value,
  path: Path,
  open?: OpenText,
  keyIn: (record: RecordValue, key: string) => string = (_, key) => key,
): Found | undefined {
  let here = record;
  const taken: (string | number)[] = [];
  let isInText = false;
  for (const step of path) {
    if (typeof here === 'string' && open !== undefined) {
      isInText = true;
      here = open(here) ?? here;
    }
    const key = isRecord(here) ? keyIn(here, String(step)) : step;
    const next = valueAt(here, [key]);
    if (next === undefined) return undefined;
    here = next;
    if (!isInText) taken.push(key);
  }
  return { value: here, path: taken, isInText };
}

/** The key of a field: its snake_case name or, as the same libraries write it elsewhere, its camelCase one. */
export function keyOf(record: RecordValue, name: string): string {
  if (Object.hasOwn(record, name) && record[name] !== null) return name;
  const camel = camelCase(name);
  return Object.hasOwn(record, camel) ? camel : name;
}

/** Cache of the few names that importers look up in hundreds of thousands of records. */
const camelNames = new Map<string, string>();

function camelCase(name: string): string {
  const known = camelNames.get(name);
  if (known !== undefined) return known;
  const camel = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  camelNames.set(name, camel);
  return camel;
}

const paths = new Map<string, Path>();

/** The steps of one place; descriptions name the same few places for every entry of a recording. */
function stepsOf(where: string): Path {
  const known = paths.get(where);
  if (known !== undefined) return known;
  const steps = where === '' ? [] : where.split('.').map((step) => (/^\d{1,9}$/.test(step) ? Number(step) : step));
  paths.set(where, steps);
  return steps;
}

function findOne(record: Value, one: OnePlace, open?: OpenText): Found | undefined {
  if (typeof one === 'string') return follow(record, stepsOf(one), open, keyOf);
  if (typeof one !== 'function') return follow(record, one, open);
  const value = one(record);
  return value === undefined ? undefined : { value, path: [], isInText: false };
}

/** The places that are tried in order. */
export const placesOf = (where: Where | undefined): readonly OnePlace[] =>
  typeof where === 'string' ? [where] : (where ?? []);

/** The required value at a place: a value of one of these kinds, one of these words, `there` (perhaps null), or `absent`. */
export type Expected = 'text' | 'list' | 'record' | 'number' | 'flag' | 'there' | 'absent' | readonly string[];

/** The fields that a format requires of a record: places, and the value at each. Other fields are ignored. */
export type Shape = { readonly [where: string]: Expected };

/** Spelling counts: a shape distinguishes formats. */
export const fits = (value: Value, shape: Shape): boolean =>
  isRecord(value) &&
  Object.entries(shape).every(([where, expected]) => isExpected(valueAt(value, stepsOf(where)), expected));

function isExpected(value: Value | undefined, expected: Expected): boolean {
  switch (expected) {
    case 'there':
      return value !== undefined;
    case 'absent':
      return value === undefined;
    case 'text':
      return typeof value === 'string';
    case 'list':
      return Array.isArray(value);
    case 'record':
      return value !== undefined && isRecord(value);
    case 'number':
      return typeof value === 'number' || value instanceof Double;
    case 'flag':
      return typeof value === 'boolean';
    default:
      return typeof value === 'string' && expected.includes(value);
  }
}
