import { double, Duration, Opaque, Timestamp, TypeValue, typeName, Uint, isList, isMap } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { sizeOf } from '../evaluate/access.ts';
import { givenUp } from '../evaluate/frame.ts';
import type { Meter } from '../evaluate/frame.ts';
import { both, fn } from '../evaluate/library.ts';
import type { CelFunction } from '../evaluate/library.ts';
import { doubleOf, fitInt, fitUint, formatDouble, intOf, isNumber, magnitude } from '../evaluate/number.ts';
import { cut, invalid, overflow } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { fitTimestamp, formatDuration, formatTimestamp, parseDuration, parseTimestamp } from '../evaluate/time.ts';
import { decodeUtf8, encodeUtf8 } from '../parse/utf8.ts';
import { codePointCount } from './text.ts';

/** Conversions between types, and `size`. */
export const conversions: readonly CelFunction[] = [
  both('size', 1, (value, _b, _c, _d, meter) => size(value, meter)),
  fn('int', 1, toInt),
  fn('uint', 1, toUint),
  fn('double', 1, toDouble),
  fn('string', 1, toText),
  fn('bool', 1, toBool),
  fn('bytes', 1, (value) =>
    typeof value === 'string' ? encodeUtf8(value) : value instanceof Uint8Array ? value : undefined,
  ),
  fn('timestamp', 1, toTimestamp),
  fn('duration', 1, (value) =>
    typeof value === 'string' ? parseDuration(value) : value instanceof Duration ? value : undefined,
  ),
  fn('type', 1, (value) => new TypeValue(typeName(value))),
  fn('dyn', 1, (value) => value),
];

function size(value: Value, meter: Meter): EvalResult | undefined {
  if (typeof value === 'string') return meter.spend(value.length >> 6) ? codePointCount(value) : givenUp;
  if (value instanceof Uint8Array) return value.length;
  return isList(value) || isMap(value) ? sizeOf(value) : undefined;
}

/** The doubles next to the limits of int64 are refused too: they also represent numbers beyond the limits. */
const intLimit = 2 ** 63;

function toInt(value: Value): EvalResult | undefined {
  const number = doubleOf(value);
  if (number !== undefined) {
    if (!(number > -intLimit && number < intLimit)) return overflow('integer');
    return fitInt(BigInt(Math.trunc(number)));
  }
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Uint) return fitInt(value.value);
  if (value instanceof Timestamp) return fitInt(value.seconds);
  // As in cel-go: nanoseconds for a duration, although seconds for a timestamp.
  if (value instanceof Duration) return fitInt(value.nanos);
  if (typeof value !== 'string') return undefined;
  return /^[+-]?\d{1,400}$/.test(value) ? fitInt(BigInt(value.replace('+', ''))) : unreadable(value, 'int');
}

function toUint(value: Value): EvalResult | undefined {
  const number = doubleOf(value);
  if (number !== undefined) {
    if (!(number >= 0 && number < 2 ** 64)) return overflow('unsigned integer');
    return fitUint(BigInt(Math.trunc(number)));
  }
  if (value instanceof Uint) return value;
  const whole = intOf(value);
  if (whole !== undefined) return fitUint(whole);
  if (typeof value !== 'string') return undefined;
  return /^\d{1,400}$/.test(value) ? fitUint(BigInt(value)) : unreadable(value, 'uint');
}

const decimalDouble = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const infinite = /^([+-]?)inf(inity)?$/i;

function toDouble(value: Value): EvalResult | undefined {
  if (isNumber(value)) return double(Number(magnitude(value)));
  if (typeof value !== 'string') return undefined;
  const digits = value.replaceAll(/(?<=\d)_(?=\d)/g, '');
  if (decimalDouble.test(digits)) {
    const number = Number(digits);
    return Number.isFinite(number) ? double(number) : unreadable(value, 'double');
  }
  if (/^nan$/i.test(value)) return NaN;
  const match = infinite.exec(value);
  if (match === null) return unreadable(value, 'double');
  return match[1] === '-' ? -Infinity : Infinity;
}

function toText(value: Value): EvalResult | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  const number = doubleOf(value);
  if (number !== undefined) return formatDouble(number);
  if (typeof value === 'number') return String(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return decodeUtf8(value) ?? invalid('invalid UTF-8: these bytes are not text');
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  // As in Kubernetes, which has no text for a URL.
  return value instanceof Opaque && value.type !== 'kubernetes.URL' ? value.text : undefined;
}

const trues: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const falses: ReadonlySet<string> = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);

function toBool(value: Value): EvalResult | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  if (trues.has(value)) return true;
  return falses.has(value) ? false : unreadable(value, 'bool');
}

/** An int is seconds since 1970. */
function toTimestamp(value: Value): EvalResult | undefined {
  if (typeof value === 'string') return parseTimestamp(value);
  if (value instanceof Timestamp) return value;
  const seconds = intOf(value);
  return seconds === undefined ? undefined : fitTimestamp(seconds, 0);
}

const unreadable = (text: string, type: string) => invalid(`${JSON.stringify(cut(text))} cannot be read as ${type}`);
