import type { Path } from '../../model/path.ts';
import { Double, isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { elementsOf, oneOrMany, type Placed } from '../values/elements.ts';

/**
 * The place of a value in a record: keys joined by dots (`function.name`), positions as numbers (`parts.0`), `''` for
 * the record
 * itself. Of several, the first that leads to a value of the expected type.
 */
export type Where = string | readonly string[];

/** A value, and the path that led to it. */
export interface FoundAt {
  readonly value: Value;
  readonly path: Path;
}

const paths = new Map<string, Path>();

/** The steps of one place; descriptions name the same few places for every entry of a recording. */
export function stepsOf(where: string): Path {
  const known = paths.get(where);
  if (known !== undefined) return known;
  const steps = where === '' ? [] : where.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  paths.set(where, steps);
  return steps;
}

/** The first value that exists, is not null, and passes the test. */
export function findAt(
  value: Value | undefined,
  where: Where | undefined,
  test: (value: Value) => boolean = () => true,
): FoundAt | undefined {
  if (value === undefined) return undefined;
  for (const one of placesOf(where)) {
    const path = stepsOf(one);
    const found = valueAt(value, path);
    if (found !== undefined && found !== null && test(found)) return { value: found, path };
  }
  return undefined;
}

/** The first place that holds null: the argument of a call or the result of a function may be null. */
export function nullAt(value: Value, where: Where | undefined): FoundAt | undefined {
  const path = placesOf(where)
    .map(stepsOf)
    .find((one) => valueAt(value, one) === null);
  return path && { value: null, path };
}

const placesOf = (where: Where | undefined): readonly string[] => (typeof where === 'string' ? [where] : (where ?? []));

export function textAt(value: Value | undefined, where: Where | undefined): string | undefined {
  const found = findAt(value, where, (one) => typeof one === 'string')?.value;
  return typeof found === 'string' ? found : undefined;
}

export function recordAt(value: Value | undefined, where: Where | undefined): RecordValue | undefined {
  const found = findAt(value, where, isRecord)?.value;
  return found !== undefined && isRecord(found) ? found : undefined;
}

/** The first `most` elements of the list at a place, each with its own place; empty if there is no list. */
export function elementsAt({ value, place }: Placed, where: string, most?: number): readonly Placed[] {
  const path = stepsOf(where);
  const list = valueAt(value, path);
  if (!Array.isArray(list)) return [];
  return oneOrMany(list.slice(0, most)).map((one) => ({ value: one.value, place: [...place, ...path, ...one.place] }));
}

/** The elements of a list; none if there is no list. */
export const listAt = (value: Value | undefined, where: Where): readonly Value[] =>
  elementsOf(findAt(value, where, Array.isArray)?.value ?? null);

export function numberAt(value: Value | undefined, where: Where): number | undefined {
  const found = findAt(value, where, isNumber)?.value;
  return found instanceof Double ? found.value : typeof found === 'number' ? found : undefined;
}

/** A count, such as of tokens: a whole number that is not negative. */
export function countAt(value: Value | undefined, where: Where): number | undefined {
  const number = numberAt(value, where);
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

const isNumber = (value: Value): boolean => typeof value === 'number' || value instanceof Double;

/** The required value at a place: a value of one of these kinds, one of these words, `there` (perhaps null), or `absent`. */
export type Expected = 'text' | 'list' | 'record' | 'number' | 'flag' | 'there' | 'absent' | readonly string[];

/** The fields that a format requires of a record: places, and the value at each. Other fields are ignored. */
export type Shape = { readonly [where: string]: Expected };

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
      return value !== undefined && isNumber(value);
    case 'flag':
      return typeof value === 'boolean';
    default:
      return typeof value === 'string' && expected.includes(value);
  }
}
