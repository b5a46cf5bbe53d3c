import { double, Double, type Value } from '../../model/value.ts';

/** The arguments of a call, after reading. */
export interface Given {
  readonly positional: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
}

/** A call that is read as one plain value, and the message of its note; undefined when it has another form. */
export interface Constructed {
  readonly value: Value;
  readonly about: string;
  /** Information that the value has lost. */
  readonly lost?: string;
}

export type Constructor = (given: Given) => Constructed | undefined;

const fields = ['year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond'];

const datetime: Constructor = ({ positional, keywords }) => {
  const parts = integers(positional.slice(0, 7), fields, keywords);
  const day = parts && isoDate(parts.slice(0, 3));
  const clock = parts && isoTime(parts.slice(3));
  if (day === undefined || clock === undefined) return undefined;
  return inZone(`${day}T${clock}`, keywords.get('tzinfo') ?? positional[7], 'A datetime');
};

const date: Constructor = ({ positional, keywords }) => {
  const parts = integers(positional, fields.slice(0, 3), keywords);
  const value = parts && isoDate(parts);
  return value === undefined ? undefined : { value, about: 'A date was read as the text that isoformat() gives.' };
};

const time: Constructor = ({ positional, keywords }) => {
  const parts = positional.length === 0 ? undefined : integers(positional, fields.slice(3), keywords);
  const written = parts && isoTime(parts);
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

/** Time zones become the offset they state, for the datetime around them. */
const zoneAbout = 'A time zone was read as its offset or name.';

const timezone: Constructor = ({ positional: [offset] }) => {
  const seconds = offset === undefined ? undefined : asNumber(offset);
  return seconds === undefined ? undefined : { value: isoOffset(seconds), about: zoneAbout };
};

const tzinfo: Constructor = (given) => {
  const [offset] = given.positional;
  return typeof offset === 'string' ? { value: offsetOf(offset) ?? offset, about: zoneAbout } : timezone(given);
};

const tzutc: Constructor = () => ({ value: '+00:00', about: zoneAbout });
const tzoffset: Constructor = ({ positional: [, ...offset] }) => timezone({ positional: offset, keywords: new Map() });
const zoneInfo: Constructor = ({ positional: [name], keywords }) => {
  const key = keywords.get('key') ?? name;
  return typeof key === 'string' ? { value: key, about: zoneAbout } : undefined;
};

export const dateConstructors: { readonly [name: string]: Constructor } = {
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

function isoDate([year, month, day]: readonly number[]): string | undefined {
  if (!isIn(year, 1, 9999) || !isIn(month, 1, 12) || !isIn(day, 1, 31)) return undefined;
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

function isoTime([hour = 0, minute = 0, second = 0, micro = 0]: readonly number[]): string | undefined {
  if (!isIn(hour, 0, 23) || !isIn(minute, 0, 59) || !isIn(second, 0, 59) || !isIn(micro, 0, 999_999)) return undefined;
  const fraction = micro === 0 ? '' : `.${padded(micro, 6)}`;
  return `${padded(hour, 2)}:${padded(minute, 2)}:${padded(second, 2)}${fraction}`;
}

/** Seconds east of Greenwich as `+01:00`. */
function isoOffset(seconds: number): string {
  const size = Math.abs(Math.round(seconds));
  const rest = size % 60 === 0 ? '' : `:${padded(size % 60, 2)}`;
  return `${seconds < 0 ? '-' : '+'}${padded(Math.floor(size / 3600), 2)}:${padded(Math.floor(size / 60) % 60, 2)}${rest}`;
}

/**
 * The offset that a printed time zone states; undefined when it states only a place, whose offset depends on the date.
 */
export function offsetOf(zone: string): string | undefined {
  if (/^(?:datetime\.)?timezone\.utc$|^<?UTC>?$|^Z$|^(?:\w+\.)*(?:utc|UTC)$/.test(zone)) return '+00:00';
  if (/^[+-]\d\d:\d\d(?::\d\d)?$/.test(zone)) return zone;
  // pytz: `<DstTzInfo 'US/Pacific' PST-1 day, 16:00:00 STD>`
  const pytz = /^<\w+ '[^']*' [A-Z+\-0-9]*?(-1 day, |\+)(\d?\d):(\d\d):(\d\d) \w+>$/.exec(zone);
  if (pytz === null) return undefined;
  const [, days, hours, minutes, seconds] = pytz;
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return isoOffset(days === '+' ? size : size - 86_400);
}

function isIn(value: number | undefined, low: number, high: number): value is number {
  return value !== undefined && Number.isInteger(value) && value >= low && value <= high;
}

const padded = (value: number, width: number): string => String(value).padStart(width, '0');
