import { isSame } from '../model/equal.ts';
import { materialise } from '../model/materialise.ts';
import {
  Double,
  elementAt,
  entry,
  isList,
  isMap,
  isRecord,
  keysOf,
  type RecordValue,
  type Value,
} from '../model/value.ts';
import type { Probe } from './probes.ts';

export interface Mismatch {
  /** Where inside the value, such as `.input[0].text`; empty for the value itself. */
  readonly where: string;
  readonly expected: Value;
  /** Undefined when there is no value. */
  readonly got: Value | undefined;
}

/**
 * The matchers of the behaviour vectors: a plain value matches by deep equality (numbers by value), an object with a
 * `$` key is a matcher at any depth, and several such keys must all match. Null when it matches.
 */
export function mismatch(expected: Value, got: Value | undefined, probe: Probe, where = ''): Mismatch | null {
  if (!isMatcher(expected)) return plainMismatch(expected, got, where, (a, b, at) => mismatch(a, b, probe, at));
  const { $partial, ...others } = expected;
  if ($partial !== undefined) {
    const found = isRecord($partial)
      ? partial($partial, got, where, (a, b, at) => mismatch(a, b, probe, at))
      : { where, expected, got };
    if (found !== null) return found;
  }
  for (const [name, argument] of Object.entries(others)) {
    if (!isMatch(name, argument, got, probe)) return { where, expected, got };
  }
  return null;
}

/** Whether an expected value is a matcher. */
export const isMatcher = (expected: Value | undefined): expected is RecordValue =>
  isRecord(expected) && Object.keys(expected).some((key) => key.startsWith('$'));

type Compare = (expected: Value, got: Value | undefined, where: string) => Mismatch | null;

/** Compares the inner values with `compare`. */
function plainMismatch(expected: Value, got: Value | undefined, where: string, compare: Compare): Mismatch | null {
  if (got === undefined) return { where, expected, got };
  if (isList(expected) && isList(got)) {
    if (expected.length !== got.length) return { where, expected, got: materialise(got) };
    for (let i = 0; i < expected.length; i++) {
      const found = compare(elementAt(expected, i) ?? null, elementAt(got, i), `${where}[${i}]`);
      if (found !== null) return found;
    }
    return null;
  }
  if (isRecord(expected) && isMap(got)) {
    const extra = keysOf(got).find((key) => typeof key !== 'string' || !Object.hasOwn(expected, key));
    return extra === undefined ? partial(expected, got, where, compare) : { where, expected, got: materialise(got) };
  }
  return isSame(byValue(expected), byValue(got)) ? null : { where, expected, got };
}

function partial(expected: RecordValue, got: Value | undefined, where: string, compare: Compare): Mismatch | null {
  if (got === undefined || !isMap(got)) return { where, expected, got };
  for (const [key, value] of Object.entries(expected)) {
    const found = compare(value, entry(got, key), `${where}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

function isMatch(matcher: string, argument: Value, got: Value | undefined, probe: Probe): boolean {
  const probed = typeof argument === 'string' ? probe(argument) : undefined;
  switch (matcher) {
    case '$any':
      return got !== undefined;
    case '$absent':
      return got === undefined;
    case '$type':
      return got !== undefined && plainType(got) === argument;
    case '$contains':
      return got !== undefined && contains(got, argument, probe);
    case '$length':
      return got !== undefined && isList(got) && isSame(got.length, byValue(argument));
    // A probe that finds nothing is a mistake in the vector, so neither matcher matches.
    case '$same':
      return probed !== undefined && got === probed;
    case '$not_same':
      return probed !== undefined && got !== undefined && got !== probed;
    case '$equals':
      return probed !== undefined && isEqual(probed, got);
    case '$not_equal':
      return probed !== undefined && got !== undefined && !isEqual(probed, got);
    default:
      return false;
  }
}

/** Keys that begin with `$` are data here. */
const isEqual = (a: Value, b: Value | undefined): boolean => equalMismatch(materialise(a), b, '') === null;

const equalMismatch: Compare = (a, b, where) => plainMismatch(a, b, where, equalMismatch);

function contains(got: Value, argument: Value, probe: Probe): boolean {
  if (typeof got === 'string') return typeof argument === 'string' && got.includes(argument);
  return isList(got) && [...got].some((element) => mismatch(argument, element, probe) === null);
}

/** `0.0` equals `0`. */
const byValue = (value: Value): Value => (value instanceof Double ? value.value : value);

function plainType(value: Value): string {
  if (value === null) return 'null';
  if (isList(value)) return 'array';
  if (typeof value === 'bigint' || value instanceof Double) return 'number';
  return isMap(value) ? 'object' : typeof value;
}
