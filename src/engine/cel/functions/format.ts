import { unreachable } from '../../../base/unreachable.ts';
import {
  Duration,
  elementAt,
  isList,
  isMap,
  keysOf,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  Unknown,
  type ListValue,
  type MapValue,
  type Value,
} from '../../model/value.ts';
import { lookUp } from '../evaluate/access.ts';
import { givenUp, type Meter } from '../evaluate/frame.ts';
import { doubleOf, intOf } from '../evaluate/number.ts';
import { CelError, invalid, shortType } from '../evaluate/eval-result.ts';
import { formatDuration, formatTimestamp } from '../evaluate/time.ts';
import { decodeUtf8, encodeUtf8 } from '../parse/utf8.ts';
import { readFormat, type Clause, type Verb } from './format-clauses.ts';

type Text = string | CelError | Unknown;

const maxDepth = 200;

/** `text.format([…])`: each clause of the text takes the next value. */
export function formatText(text: string, values: ListValue, meter: Meter): Text {
  const format = readFormat(text);
  if (format instanceof CelError) return format;
  let result = '';
  for (const [i, clause] of format.clauses.entries()) {
    const value = elementAt(values, i);
    if (value === undefined)
      return new CelError('index_out_of_range', `index ${i} out of range: a clause has no value`);
    if (!meter.spend(1)) return givenUp;
    const formatted = value instanceof Unknown ? value : formatOne(clause, value, meter);
    if (typeof formatted !== 'string') return formatted;
    result += clause.before + formatted;
  }
  return result + format.after;
}

function formatOne({ verb, digits }: Clause, value: Value, meter: Meter): Text {
  switch (verb) {
    case 's':
      return textOf(value, 0, meter);
    case 'd':
      return decimal(value);
    case 'f':
      return floating(verb, value, (number) => fixedText(number, digits));
    case 'e':
      return floating(verb, value, (number) => exponentText(number, digits));
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : inBase(verb, value, 2);
    case 'o':
      return inBase(verb, value, 8);
    case 'x':
    case 'X':
      return hexadecimal(verb, value);
    default:
      return unreachable(verb);
  }
}

const misfit = (verb: Verb, takes: string, value: Value): CelError =>
  invalid(`error during formatting: %${verb} takes ${takes}, was given ${shortType(value)}`);

function decimal(value: Value): Text {
  const whole = value instanceof Uint ? value.value : intOf(value);
  if (whole !== undefined) return String(whole);
  const number = doubleOf(value);
  return number === undefined ? misfit('d', 'a number', value) : doubleText(number);
}

function floating(verb: 'f' | 'e', value: Value, written: (number: number) => string): Text {
  const whole = value instanceof Uint ? value.value : intOf(value);
  const number = whole === undefined ? doubleOf(value) : Number(whole);
  if (number === undefined) return misfit(verb, 'a number', value);
  return Number.isFinite(number) ? written(number) : String(number);
}

function inBase(verb: Verb, value: Value, base: number): Text {
  const whole = value instanceof Uint ? value.value : intOf(value);
  return whole === undefined ? misfit(verb, 'an integer', value) : whole.toString(base);
}

function hexadecimal(verb: 'x' | 'X', value: Value): Text {
  const bytes = typeof value === 'string' ? encodeUtf8(value) : value instanceof Uint8Array ? value : undefined;
  const text =
    bytes === undefined
      ? inBase(verb, value, 16)
      : Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (typeof text !== 'string') return misfit(verb, 'an integer, a string or bytes', value);
  return verb === 'X' ? text.toUpperCase() : text;
}

const doubleText = (value: number): string => (Number.isFinite(value) ? plainText(value) : String(value));

function textOf(value: Value, depth: number, meter: Meter): Text {
  if (!meter.spend(1)) return givenUp;
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return value;
  const number = doubleOf(value);
  if (number !== undefined) return doubleText(number);
  if (typeof value === 'number') return String(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array)
    return decodeUtf8(value) ?? invalid('error during formatting: these bytes are not UTF-8 text');
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  if (value instanceof TypeValue) return value.type;
  if (value instanceof Opaque) return value.text;
  if (value instanceof Unknown) return value;
  if (depth >= maxDepth) return invalid('error during formatting: the value is nested too deeply');
  if (isList(value)) return listText(value, depth + 1, meter);
  return value instanceof Optional || !isMap(value)
    ? invalid(`error during formatting: could not convert argument ${shortType(value)} to string`)
    : mapText(value, depth + 1, meter);
}

function listText(list: ListValue, depth: number, meter: Meter): Text {
  const texts: string[] = [];
  for (const element of list) {
    const text = textOf(element, depth, meter);
    if (typeof text !== 'string') return text;
    texts.push(text);
  }
  return `[${texts.join(', ')}]`;
}

/** Entries are sorted by the texts of their keys, so that the result does not depend on the order of insertion. */
function mapText(map: MapValue, depth: number, meter: Meter): Text {
  const entries: { readonly key: string; readonly text: string }[] = [];
  for (const key of keysOf(map)) {
    const keyText = textOf(key, depth, meter);
    const text = textOf(lookUp(map, key) ?? null, depth, meter);
    if (typeof keyText !== 'string') return keyText;
    if (typeof text !== 'string') return text;
    entries.push({ key: keyText, text: `${keyText}: ${text}` });
  }
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return `{${entries.map((entry) => entry.text).join(', ')}}`;
}

/** Doubles written in decimal, rounded as Go rounds them: by the exact value, halves to the even neighbour. */

/** With `digits` digits after the point and no exponent: `1.50`. */
function fixedText(value: number, digits: number): string {
  const all = rounded(Math.abs(value), digits)
    .toString()
    .padStart(digits + 1, '0');
  const whole = all.slice(0, all.length - digits);
  return `${sign(value)}${whole}${digits === 0 ? '' : `.${all.slice(-digits)}`}`;
}

/** With one digit before the point, and `digits` after it: `1.50e+00`. */
function exponentText(value: number, digits: number): string {
  const size = Math.abs(value);
  let exponent = size === 0 ? 0 : Number(size.toExponential().split('e')[1]);
  let all = rounded(size, digits - exponent).toString();
  // The shortest text of a double may be on the other side of a power of ten, and rounding may cross one too.
  if (size !== 0 && all.length !== digits + 1) {
    exponent += all.length > digits + 1 ? 1 : -1;
    all = rounded(size, digits - exponent).toString();
  }
  all = all.padEnd(digits + 1, '0');
  const power = `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  return `${sign(value)}${all.slice(0, 1)}${digits === 0 ? '' : `.${all.slice(1)}`}e${power}`;
}

/** In the fewest digits that read back as the same double, and without an exponent: `0.0000001`. */
function plainText(value: number): string {
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(power) + 1;
  if (point <= 0) return `${sign(value)}${digits === '0' ? '0' : `0.${'0'.repeat(-point)}${digits}`}`;
  const whole = digits.slice(0, point).padEnd(point, '0');
  return `${sign(value)}${whole}${digits.length > point ? `.${digits.slice(point)}` : ''}`;
}

const sign = (value: number): string => (value < 0 || Object.is(value, -0) ? '-' : '');

/** The whole number nearest to a non-negative finite double times a power of ten. */
function rounded(size: number, power: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, size);
  const bits = view.getBigUint64(0);
  const stored = bits >> 52n;
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const mantissa = stored === 0n ? fraction : fraction | (1n << 52n);
  const exponent = (stored === 0n ? 1n : stored) - 1075n;
  const above = mantissa * 10n ** BigInt(Math.max(power, 0)) * (exponent > 0n ? 1n << exponent : 1n);
  const below = 10n ** BigInt(Math.max(-power, 0)) * (exponent < 0n ? 1n << -exponent : 1n);
  const whole = above / below;
  const twice = (above % below) * 2n;
  return twice > below || (twice === below && whole % 2n === 1n) ? whole + 1n : whole;
}
