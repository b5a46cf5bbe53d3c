import { withoutEnd } from '../../../base/scan.ts';
import {
  Duration,
  elementAt,
  isList,
  isMap,
  keysOf,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  Unknown,
} from '../../model/value.ts';
import type { ListValue, MapValue, Value } from '../../model/value.ts';
import { lookUp } from '../evaluate/access.ts';
import { givenUp } from '../evaluate/frame.ts';
import type { Meter } from '../evaluate/frame.ts';
import { doubleOf, intOf } from '../evaluate/number.ts';
import { CelError, invalid, shortType } from '../evaluate/outcome.ts';
import { formatDuration, formatTimestamp } from '../evaluate/time.ts';
import { decodeUtf8, encodeUtf8 } from '../parse/utf8.ts';

type Text = string | CelError | Unknown;

const maxDepth = 200;
const maxPrecision = 100;
const clause = /%(?:%|(?:\.(\d+))?([a-zA-Z]))|%/g;

/** `text.format([…])`: each clause of the text takes the next value. */
export function formatText(text: string, values: ListValue, meter: Meter): Text {
  let result = '';
  let copied = 0;
  let taken = 0;
  for (const match of text.matchAll(clause)) {
    result += text.slice(copied, match.index);
    copied = match.index + match[0].length;
    if (match[0] === '%%') {
      result += '%';
      continue;
    }
    const verb = match[2];
    if (verb === undefined) return invalid('a `%` stands alone at the end of the format; `%%` writes a percent sign');
    if (taken >= values.length)
      return new CelError('index_out_of_range', `index ${taken} out of range: a clause has no value`);
    const value = elementAt(values, taken++) ?? null;
    if (!meter.spend(1)) return givenUp;
    const formatted = value instanceof Unknown ? value : formatOne(verb, value, match[1], meter);
    if (typeof formatted !== 'string') return formatted;
    result += formatted;
  }
  return result + text.slice(copied);
}

function formatOne(verb: string, value: Value, precision: string | undefined, meter: Meter): Text {
  const digits = precision === undefined ? 6 : Number(precision);
  if (digits > maxPrecision)
    return invalid(`a precision of ${digits} digits is too much; ${maxPrecision} are the limit`);
  switch (verb) {
    case 's':
      return plainText(value, 0, meter);
    case 'd':
      return decimal(value);
    case 'f':
    case 'e':
      return floating(verb, value, digits);
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : inBase(verb, value, 2);
    case 'o':
      return inBase(verb, value, 8);
    case 'x':
    case 'X':
      return hexadecimal(verb, value);
    default:
      return invalid(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
  }
}

const misfit = (verb: string, takes: string, value: Value): CelError =>
  invalid(`error during formatting: %${verb} takes ${takes}, was given ${shortType(value)}`);

function decimal(value: Value): Text {
  const whole = value instanceof Uint ? value.value : intOf(value);
  if (whole !== undefined) return String(whole);
  const number = doubleOf(value);
  return number === undefined ? misfit('d', 'a number', value) : doubleText(number);
}

function floating(verb: 'f' | 'e', value: Value, digits: number): Text {
  const whole = value instanceof Uint ? value.value : intOf(value);
  const number = whole === undefined ? doubleOf(value) : Number(whole);
  if (number === undefined) return misfit(verb, 'a number', value);
  if (!Number.isFinite(number)) return String(number);
  if (verb === 'f') return fixed(number, digits);
  const [mantissa = '', exponent = ''] = number.toExponential(digits).split('e');
  return `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

/** Halves go to the even neighbour, as in Go; `toFixed` alone sends them up. */
function fixed(value: number, digits: number): string {
  if (Math.abs(value) >= 1e21) return `${BigInt(value)}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
  const rounded = value.toFixed(digits);
  if (digits >= maxPrecision) return rounded;
  const exact = value.toFixed(maxPrecision);
  const kept = exact.slice(0, exact.length - maxPrecision + digits).replace(/\.$/, '');
  const isHalf = /^50*$/.test(exact.slice(exact.length - maxPrecision + digits));
  return isHalf && /[02468]$/.test(kept) ? kept : rounded;
}

function inBase(verb: string, value: Value, base: number): Text {
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

/** A double with all its digits and no exponent. */
function doubleText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 1e21) return BigInt(value).toString();
  const text = String(value);
  return text.includes('e') ? withoutEnd(value.toFixed(maxPrecision), /0/) : text;
}

function plainText(value: Value, depth: number, meter: Meter): Text {
  if (!meter.spend(1)) return givenUp;
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return value;
  const number = doubleOf(value);
  if (number !== undefined) return doubleText(number);
  if (typeof value === 'number') return String(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array)
    return decodeUtf8(value) ?? invalid('error during formatting: these bytes are no UTF-8 text');
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  if (value instanceof TypeValue) return value.type;
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
    const text = plainText(element, depth, meter);
    if (typeof text !== 'string') return text;
    texts.push(text);
  }
  return `[${texts.join(', ')}]`;
}

/** Entries come in the order of their keys' texts, so that the result does not depend on how the map was made. */
function mapText(map: MapValue, depth: number, meter: Meter): Text {
  const entries: { readonly key: string; readonly text: string }[] = [];
  for (const key of keysOf(map)) {
    const keyText = plainText(key, depth, meter);
    const text = plainText(lookUp(map, key) ?? null, depth, meter);
    if (typeof keyText !== 'string') return keyText;
    if (typeof text !== 'string') return text;
    entries.push({ key: keyText, text: `${keyText}: ${text}` });
  }
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return `{${entries.map((entry) => entry.text).join(', ')}}`;
}
