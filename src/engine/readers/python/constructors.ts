import { double, Double, type Value } from '../../model/value.ts';
import { exactNumber } from '../numbers.ts';
import type { Constructed, Constructor, Given } from './given.ts';
import { numpyConstructors } from './numpy.ts';
import { isoDate, isoDateTime, isoOffset, isoTime, offsetOf } from './dates.ts';

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
  OrderedDict: aroundDict,
  Counter: aroundDict,
  defaultdict: { position: 1, holds: 'dict' },
  mappingproxy: aroundDict,
  frozendict: aroundDict,
  immutabledict: aroundDict,
  deque: aroundList,
  frozenset: aroundList,
  set: aroundList,
  list: aroundList,
  tuple: aroundList,
  dict_keys: aroundList,
  dict_values: aroundList,
  dict_items: aroundDict,
  array: aroundList,
  tensor: aroundList,
  odict_keys: aroundList,
  odict_values: aroundList,
  odict_items: aroundDict,
};

const text: Constructor = ({ positional: [value, ...more], keywords }) =>
  typeof value === 'string' && more.length === 0 && keywords.size === 0
    ? { value, about: 'A wrapper around one string (UUID, a path, an address) was read as the string.' }
    : undefined;

/** Rust prints an existing value as `Some(…)`, and JSON in it as `String("…")`. */
const held: Constructor = ({ positional: [value, ...more], keywords }) =>
  value !== undefined && more.length === 0 && keywords.size === 0
    ? { value, about: 'An optional value, as Rust prints it, was read as the value in it.' }
    : undefined;

const datetime: Constructor = ({ positional, keywords }) => {
  const parts = integers(
    positional.slice(0, 7),
    ['year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond'],
    keywords,
  );
  const written = parts === undefined ? undefined : isoDateTime(parts);
  return written === undefined ? undefined : inZone(written, keywords.get('tzinfo') ?? positional[7], 'A datetime');
};

const date: Constructor = ({ positional, keywords }) => {
  const parts = integers(positional, ['year', 'month', 'day'], keywords);
  const value = parts === undefined ? undefined : isoDate(parts);
  return value === undefined ? undefined : { value, about: 'A date was read as the text that isoformat() gives.' };
};

const time: Constructor = ({ positional, keywords }) => {
  const parts = integers(positional, ['hour', 'minute', 'second', 'microsecond'], keywords);
  const written = parts === undefined || positional.length === 0 ? undefined : isoTime(parts);
  return written === undefined ? undefined : inZone(written, keywords.get('tzinfo'), 'A time');
};

/** The result of `isoformat()`, followed by the offset if the zone states one. */
function inZone(written: string, zone: Value | undefined, what: string): Constructed {
  const offset = typeof zone === 'string' ? offsetOf(zone) : '';
  const value = `${written}${offset ?? ''}`;
  const about = `${what} was read as the text that isoformat() gives.`;
  const isZoneLost = zone !== undefined && zone !== null && (typeof zone !== 'string' || offset === undefined);
  return isZoneLost
    ? { value, about, lost: `The time zone of ${what.toLowerCase()} is a place, not an offset, and was left out.` }
    : { value, about };
}

/**
 * Seconds as a double, like `total_seconds()` and the JSON of most writers: rules compare a length of time as a number,
 * which a text such as `P1DT2S` would not allow.
 */
const timedelta: Constructor = ({ positional, keywords }) => {
  const named = Object.entries(secondsPer);
  if (positional.length > 3 || [...keywords.keys()].some((key) => !Object.hasOwn(secondsPer, key))) return undefined;
  let seconds = 0;
  for (const [index, [unit, size]] of named.entries()) {
    const count = asNumber(keywords.get(unit) ?? positional[index] ?? 0);
    if (count === undefined) return undefined;
    seconds += count * size;
  }
  return { value: double(seconds), about: 'A timedelta was read as a number of seconds.' };
};

/** The first three are the positional ones, in order. */
const secondsPer: { readonly [unit: string]: number } = {
  days: 86_400,
  seconds: 1,
  microseconds: 1e-6,
  milliseconds: 1e-3,
  minutes: 60,
  hours: 3600,
  weeks: 604_800,
};

const decimal: Constructor = ({ positional: [written, ...more], keywords }) => {
  if (typeof written !== 'string' || more.length > 0 || keywords.size > 0) return undefined;
  const about = 'A Decimal was read as an int or a double, as it is written.';
  const special = specialDecimals[written.toLowerCase().replace(/^\+/, '')];
  if (special !== undefined) return { value: special, about };
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(written)) return undefined;
  const value = exactNumber(written);
  if (value === undefined) return undefined;
  const digits = written
    .replace(/[eE][^]*/, '')
    .replaceAll(/[^\d]/g, '')
    .replace(/^0+/, '').length;
  const isRounded = digits > 15 && typeof value !== 'bigint' && /[.eE]/.test(written);
  return isRounded ? { value, about, lost: 'A Decimal has more digits than a double can hold.' } : { value, about };
};

const specialDecimals: { readonly [written: string]: number | undefined } = {
  nan: NaN,
  snan: NaN,
  inf: Infinity,
  infinity: Infinity,
  '-inf': -Infinity,
  '-infinity': -Infinity,
};

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

/** Time zones become the offset they state, for the datetime around them. */
const zoneAbout = 'A time zone was read as its offset or name.';

const timezone: Constructor = ({ positional: [offset] }) => {
  const seconds = offset === undefined ? undefined : asNumber(offset);
  return seconds === undefined ? undefined : { value: isoOffset(seconds), about: zoneAbout };
};

const tzinfo: Constructor = ({ positional: [offset] }) => {
  if (offset === undefined) return undefined;
  if (typeof offset === 'string') return { value: offsetOf(offset) ?? offset, about: zoneAbout };
  const seconds = asNumber(offset);
  return seconds === undefined ? undefined : { value: isoOffset(seconds), about: zoneAbout };
};

const tzutc: Constructor = () => ({ value: '+00:00', about: zoneAbout });
const tzoffset: Constructor = ({ positional: [, offset] }) =>
  timezone({ positional: offset === undefined ? [] : [offset], keywords: new Map() });
const zoneInfo: Constructor = ({ positional: [name], keywords }) => {
  const key = keywords.get('key') ?? name;
  return typeof key === 'string' ? { value: key, about: zoneAbout } : undefined;
};

const constructors: { readonly [name: string]: Constructor | undefined } = {
  datetime,
  // Types of pendulum and of freezegun.
  DateTime: datetime,
  FakeDatetime: datetime,
  date,
  time,
  timedelta,
  timezone,
  TzInfo: tzinfo,
  tzutc,
  tzoffset,
  ZoneInfo: zoneInfo,
  Timezone: zoneInfo,
  Decimal: decimal,
  bytearray,
  range,
  UUID: text,
  ObjectId: text,
  Timestamp: timestamp,
  Timedelta: text,
  Some: held,
  String: held,
  Number: held,
  Bool: held,
  ...numpyConstructors,
  PosixPath: text,
  WindowsPath: text,
  PurePosixPath: text,
  PureWindowsPath: text,
  Path: text,
  Url: text,
  AnyUrl: text,
  HttpUrl: text,
  AnyHttpUrl: text,
  SecretStr: text,
  IPv4Address: text,
  IPv6Address: text,
  IPv4Network: text,
  IPv6Network: text,
  IPv4Interface: text,
  IPv6Interface: text,
};

function integers(
  positional: readonly Value[],
  names: readonly string[],
  keywords: ReadonlyMap<string, Value>,
): readonly number[] | undefined {
  if (positional.length > names.length) return undefined;
  const known = new Set([...names, 'tzinfo', 'fold']);
  if ([...keywords.keys()].some((key) => !known.has(key))) return undefined;
  const parts = names.map((name, index) => keywords.get(name) ?? positional[index]);
  while (parts.length > 0 && parts.at(-1) === undefined) parts.pop();
  const numbers = parts.map((part) => part ?? 0);
  return numbers.every((part) => typeof part === 'number') ? numbers : undefined;
}

function asNumber(value: Value): number | undefined {
  if (value instanceof Double) return value.value;
  return typeof value === 'number' ? value : undefined;
}
