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

/** Reads a probe such as `context.input[0]`; undefined when there is nothing. */
export type Probe = (probe: string) => Value | undefined;

export interface Mismatch {
  /** Where inside the value, such as `.input[0].text`; empty for the value itself. */
  readonly where: string;
  readonly expected: Value;
  /** Undefined: there is nothing. */
  readonly got: Value | undefined;
}

/**
 * The matchers of the behaviour vectors: a plain value matches by deep equality (numbers by value), an object with a
 * `$` key is a matcher at any depth. Null when it matches.
 */
export function mismatch(expected: Value, got: Value | undefined, probe: Probe, where = ''): Mismatch | null {
  const matcher = isRecord(expected) ? Object.keys(expected).find((key) => key.startsWith('$')) : undefined;
  if (isRecord(expected) && matcher !== undefined) {
    const argument = expected[matcher] ?? null;
    const inside = matcher === '$partial' && isRecord(argument) ? partial(argument, got, probe, where) : undefined;
    if (inside !== undefined) return inside;
    return isMatch(matcher, argument, got, probe) ? null : { where, expected, got };
  }
  if (got === undefined) return { where, expected, got };
  if (isList(expected) && isList(got)) {
    if (expected.length !== got.length) return { where, expected, got: materialise(got) };
    for (let i = 0; i < expected.length; i++) {
      const found = mismatch(elementAt(expected, i) ?? null, elementAt(got, i), probe, `${where}[${i}]`);
      if (found !== null) return found;
    }
    return null;
  }
  if (isRecord(expected) && isMap(got)) {
    const extra = keysOf(got).find((key) => typeof key !== 'string' || !Object.hasOwn(expected, key));
    return extra === undefined ? partial(expected, got, probe, where) : { where, expected, got: materialise(got) };
  }
  return isSame(byValue(expected), byValue(got)) ? null : { where, expected, got };
}

function partial(expected: RecordValue, got: Value | undefined, probe: Probe, where: string): Mismatch | null {
  if (got === undefined || !isMap(got)) return { where, expected, got };
  for (const [key, value] of Object.entries(expected)) {
    const found = mismatch(value, entry(got, key), probe, `${where}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

function isMatch(matcher: string, argument: Value, got: Value | undefined, probe: Probe): boolean {
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
      return got !== undefined && isList(got) && got.length === argument;
    case '$same':
      return got === probe(textOf(argument));
    case '$not_same':
      return got !== probe(textOf(argument));
    case '$equals':
      return isEqual(got, probe(textOf(argument)));
    case '$not_equal':
      return !isEqual(got, probe(textOf(argument)));
    default:
      return false;
  }
}

const textOf = (value: Value): string => (typeof value === 'string' ? value : '');

function isEqual(a: Value | undefined, b: Value | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return mismatch(materialise(a), b, () => undefined) === null;
}

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
