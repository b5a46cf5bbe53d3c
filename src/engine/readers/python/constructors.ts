import { double, Double, type Value } from '../../model/value.ts';
import { exactNumber } from '../numbers.ts';
import { dateConstructors, type Constructed, type Constructor, type Given } from './dates.ts';

/** The last part of a dotted name: `datetime.datetime` is `datetime`. */
const lastName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** True for calls that mean one value: half of one means nothing. */
export const isWholeOnly = (name: string): boolean => Object.hasOwn(constructors, lastName(name));

export function construct(name: string, given: Given): Constructed | undefined {
  const last = lastName(name);
  return Object.hasOwn(constructors, last) ? constructors[last]?.(given) : undefined;
}

/**
 * Containers around another: `frozenset({…})`, `defaultdict(list, {…})`; the index of the argument, and the value of an
 * empty one.
 */
export interface Wrapper {
  readonly position: number;
  readonly holds: 'list' | 'dict';
}

export function wrapperOf(name: string): Wrapper | undefined {
  const last = lastName(name);
  return Object.hasOwn(wrappers, last) ? wrappers[last] : undefined;
}

const aroundList: Wrapper = { position: 0, holds: 'list' };
const aroundDict: Wrapper = { position: 0, holds: 'dict' };

const wrappers: { readonly [name: string]: Wrapper } = {
  ...named('deque frozenset set list tuple dict_keys dict_values odict_keys odict_values array tensor', aroundList),
  ...named('OrderedDict Counter mappingproxy frozendict immutabledict dict_items odict_items', aroundDict),
  defaultdict: { position: 1, holds: 'dict' },
};

function named<T>(names: string, value: T): { readonly [name: string]: T } {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]));
}

const text: Constructor = ({ positional: [value, ...more], keywords }) =>
  typeof value === 'string' && more.length === 0 && keywords.size === 0
    ? { value, about: 'A wrapper around one string (UUID, a path, an address) was read as the string.' }
    : undefined;

/** Rust prints an existing value as `Some(…)`, and JSON in it as `String("…")`. */
const held: Constructor = ({ positional: [value, ...more], keywords }) =>
  value !== undefined && more.length === 0 && keywords.size === 0
    ? { value, about: 'An optional value, as Rust prints it, was read as the value in it.' }
    : undefined;

const decimal: Constructor = ({ positional: [written, ...more], keywords }) => {
  if (typeof written !== 'string' || more.length > 0 || keywords.size > 0) return undefined;
  const about = 'A Decimal was read as an int or a double, as it is written.';
  const special = nonFiniteIn(written);
  if (special !== undefined) return { value: special, about };
  if (!finite.test(written)) return undefined;
  const value = exactNumber(written);
  if (value === undefined) return undefined;
  const digits = written
    .replace(/[eE][^]*/, '')
    .replaceAll(/[^\d]/g, '')
    .replace(/^0+/, '').length;
  const isRounded = digits > 15 && typeof value !== 'bigint' && /[.eE]/.test(written);
  return isRounded ? { value, about, lost: 'A Decimal has more digits than a double can hold.' } : { value, about };
};

/** Programs print `float('nan')` and `float('-inf')` where the plain words would not be code. */
const float: Constructor = ({ positional: [written, ...more], keywords }) => {
  if (typeof written !== 'string' || more.length > 0 || keywords.size > 0) return undefined;
  const value = nonFiniteIn(written) ?? (finite.test(written) ? double(Number(written)) : undefined);
  return value === undefined ? undefined : { value, about: 'A float made from a text was read as a double.' };
};

const finite = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const nonFiniteIn = (written: string): number | undefined => nonFinite.get(written.toLowerCase().replace(/^\+/, ''));

const nonFinite: ReadonlyMap<string, number> = new Map([
  ['nan', NaN],
  ['-nan', NaN],
  ['snan', NaN],
  ['inf', Infinity],
  ['infinity', Infinity],
  ['-inf', -Infinity],
  ['-infinity', -Infinity],
]);

const bytearray: Constructor = ({ positional: [value, ...more] }) =>
  value instanceof Uint8Array && more.length === 0 ? { value, about: 'A bytearray was read as bytes.' } : undefined;

/** The numbers of the range: `range(3)`, `range(0, 10, 2)`. */
const range: Constructor = ({ positional, keywords }) => {
  const given = positional.map((one) => (typeof one === 'number' ? one : NaN));
  const [start = NaN, stop = NaN, step = 1] = given.length === 1 ? [0, ...given] : given;
  const count = Math.max(0, Math.ceil((stop - start) / step));
  if (keywords.size > 0 || given.length === 0 || given.length > 3 || !Number.isFinite(count)) return undefined;
  if (count > maxRange) {
    const lost = `A range of more than ${maxRange} numbers was kept as text.`;
    return { value: `range(${given.join(', ')})`, about: 'A range was read.', lost };
  }
  const value = Array.from({ length: count }, (_, index) => start + index * step);
  return { value, about: 'A range was read as the list of its numbers.' };
};

/** A few characters may produce any number of numbers. */
const maxRange = 10_000;

/** pandas: `Timestamp('2025-01-09 18:39:45+0000', tz='UTC')`; the text states the offset as well. */
const timestamp: Constructor = ({ positional: [value, ...more], keywords }) =>
  typeof value === 'string' && more.length === 0 && [...keywords.keys()].every((key) => key === 'tz')
    ? { value, about: 'A pandas Timestamp was read as its text.' }
    : undefined;

const numpyAbout = 'A NumPy scalar was read as the plain value.';

/** NumPy 2 prints its scalars as `np.float64(0.75)` and `np.int64(7)`. Undefined for an argument of another type. */
const numpy =
  (valueOf: (argument: Value | undefined) => Value | undefined): Constructor =>
  ({ positional: [argument, ...more], keywords }) => {
    const value = more.length === 0 && keywords.size === 0 ? valueOf(argument) : undefined;
    return value === undefined ? undefined : { value, about: numpyAbout };
  };

const numpyDouble = numpy((value) =>
  typeof value === 'number' ? double(value) : value instanceof Double ? value : undefined,
);
const numpyInt = numpy((value) => (typeof value === 'bigint' || Number.isInteger(value) ? value : undefined));
/** A text may be followed by its unit: `np.datetime64('2025-01-09', 'D')`. */
const numpyText: Constructor = ({ positional: [value], keywords }) =>
  typeof value === 'string' && keywords.size === 0 ? { value, about: numpyAbout } : undefined;

const constructors: { readonly [name: string]: Constructor | undefined } = {
  ...dateConstructors,
  ...named('UUID ObjectId Timedelta SecretStr', text),
  ...named('PosixPath WindowsPath PurePosixPath PureWindowsPath Path', text),
  ...named('Url AnyUrl HttpUrl AnyHttpUrl', text),
  ...named('IPv4Address IPv6Address IPv4Network IPv6Network IPv4Interface IPv6Interface', text),
  ...named('Some String Number Bool', held),
  ...named('float16 float32 float64 longdouble', numpyDouble),
  ...named('int8 int16 int32 int64 uint8 uint16 uint32 uint64', numpyInt),
  ...named('str_ datetime64', numpyText),
  bool_: numpy((value) => (typeof value === 'boolean' ? value : undefined)),
  Decimal: decimal,
  float,
  bytearray,
  range,
  Timestamp: timestamp,
};
