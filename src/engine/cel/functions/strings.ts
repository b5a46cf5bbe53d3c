import { elementAt, isList, typeName } from '../../model/value.ts';
import type { ListValue, Value } from '../../model/value.ts';
import { equalValues } from '../evaluate/compare.ts';
import { givenUp } from '../evaluate/frame.ts';
import type { Meter } from '../evaluate/frame.ts';
import { fn, method } from '../evaluate/library.ts';
import type { CelFunction } from '../evaluate/library.ts';
import { indexOf } from '../evaluate/number.ts';
import { CelError, invalid } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { formatText } from './format.ts';
import { Characters, codePoints, trimSpace } from './text.ts';

const maxLength = 10_000_000;
const tooLong = new CelError('budget_exceeded', `the text grows beyond ${maxLength} characters`);

/** The standard string methods and the strings extension. Positions count code points. */
export const stringFunctions: readonly CelFunction[] = [
  method('startsWith', 2, (text, part) => (isText(text) && isText(part) ? text.startsWith(part) : undefined)),
  method('endsWith', 2, (text, part) => (isText(text) && isText(part) ? text.endsWith(part) : undefined)),
  method('contains', 2, (text, part, _c, _d, meter) => {
    if (!isText(text) || !isText(part)) return undefined;
    return meter.spend(text.length >> 6) ? text.includes(part) : givenUp;
  }),
  method('charAt', 2, charAt),
  method('indexOf', 2, firstIndex, 3),
  method('lastIndexOf', 2, lastIndex, 3),
  method('lowerAscii', 1, (text) =>
    isText(text) ? text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase()) : undefined,
  ),
  method('upperAscii', 1, (text) =>
    isText(text) ? text.replaceAll(/[a-z]+/g, (part) => part.toUpperCase()) : undefined,
  ),
  method('trim', 1, (text) => (isText(text) ? trimSpace(text) : undefined)),
  method('replace', 3, replace, 4),
  method('split', 2, split, 3),
  method('substring', 2, substring, 3),
  method('join', 1, (list, separator, _c, _d, meter) => join(list, separator, meter), 2),
  method('format', 2, (text, values, _c, _d, meter) =>
    isText(text) && isList(values) ? formatText(text, values, meter) : undefined,
  ),
  fn('strings.quote', 1, (text) => (isText(text) ? quote(text) : undefined)),
];

const isText = (value: Value): value is string => typeof value === 'string';

const outOfRange = (position: number) => new CelError('index_out_of_range', `index out of range: ${position}`);

function charAt(text: Value, at: Value): EvalResult | undefined {
  const position = indexOf(at);
  if (!isText(text) || position === undefined) return undefined;
  const characters = new Characters(text);
  if (position < 0 || position > characters.length) return outOfRange(position);
  return characters.slice(position, position + 1);
}

/**
 * From an offset beyond the end nothing is found, except the empty text at the end; only a negative offset is an error.
 */
function firstIndex(text: Value, part: Value, from: Value, _d: Value, meter: Meter): EvalResult | undefined {
  if (isList(text)) return from === null ? listIndex(text, part, meter, 1) : undefined;
  const offset = from === null ? 0 : indexOf(from);
  if (!isText(text) || !isText(part) || offset === undefined) return undefined;
  if (offset < 0) return outOfRange(offset);
  const characters = new Characters(text);
  if (part === '') return Math.min(offset, characters.length);
  if (offset >= characters.length) return -1;
  return characters.positionOf(text.indexOf(part, characters.unitOf(offset)));
}

/** Of an element in a list; `step` is -1 to search from the end. */
function listIndex(list: ListValue, wanted: Value, meter: Meter, step: 1 | -1): EvalResult {
  for (let at = step > 0 ? 0 : list.length - 1; at >= 0 && at < list.length; at += step) {
    if (!meter.spend(1)) return givenUp;
    const same = equalValues(elementAt(list, at) ?? null, wanted, meter);
    if (same === true) return at;
    if (same !== false) return same;
  }
  return -1;
}

function lastIndex(text: Value, part: Value, from: Value, _d: Value, meter: Meter): EvalResult | undefined {
  if (isList(text)) return from === null ? listIndex(text, part, meter, -1) : undefined;
  const offset = from === null ? undefined : indexOf(from);
  if (!isText(text) || !isText(part) || (from !== null && offset === undefined)) return undefined;
  const characters = new Characters(text);
  if (offset === undefined) return part === '' ? characters.length : characters.positionOf(text.lastIndexOf(part));
  if (offset < 0) return outOfRange(offset);
  if (part === '') return Math.min(offset, characters.length);
  if (offset >= characters.length) return -1;
  return characters.positionOf(text.lastIndexOf(part, characters.unitOf(offset)));
}

function substring(text: Value, from: Value, to: Value): EvalResult | undefined {
  const start = indexOf(from);
  const requestedEnd = to === null ? undefined : indexOf(to);
  if (!isText(text) || start === undefined || (to !== null && requestedEnd === undefined)) return undefined;
  const characters = new Characters(text);
  const end = requestedEnd ?? characters.length;
  if (start < 0 || start > characters.length) return outOfRange(start);
  if (end < 0 || end > characters.length) return outOfRange(end);
  if (start > end) return invalid(`invalid substring range: it starts at ${start} and ends at ${end}`);
  return characters.slice(start, end);
}

/** An empty text occurs before every character and at the end. A negative count means all occurrences. */
function replace(text: Value, part: Value, by: Value, times: Value, meter: Meter): EvalResult | undefined {
  const count = times === null ? -1 : indexOf(times);
  if (!isText(text) || !isText(part) || !isText(by) || count === undefined) return undefined;
  const pieces = cutUp(text, part, count < 0 ? Infinity : count + 1, part === '');
  const length = text.length + (pieces.length - 1) * by.length;
  if (length > maxLength) return tooLong;
  return meter.spend(length >> 4) ? pieces.join(by) : givenUp;
}

/** At most `limit` pieces, the last one with the rest in it; negative means all. */
function split(text: Value, separator: Value, limit: Value, _d: Value, meter: Meter): EvalResult | undefined {
  const most = limit === null ? -1 : indexOf(limit);
  if (!isText(text) || !isText(separator) || most === undefined) return undefined;
  if (most === 0) return [];
  if (!meter.spend(text.length >> 4)) return givenUp;
  return cutUp(text, separator, most < 0 ? Infinity : most, false);
}

/** `edges` also splits before the first and after the last character, where an empty separator occurs too. */
function cutUp(text: string, separator: string, most: number, edges: boolean): string[] {
  const all = separator === '' ? codePoints(text) : text.split(separator);
  if (edges) {
    all.unshift('');
    all.push('');
  }
  return all.length <= most ? all : [...all.slice(0, most - 1), all.slice(most - 1).join(separator)];
}

function join(list: Value, separator: Value, meter: Meter): EvalResult | undefined {
  if (!isList(list) || (separator !== null && !isText(separator))) return undefined;
  const pieces: string[] = [];
  let length = 0;
  for (const piece of list) {
    if (!isText(piece)) return invalid(`join() takes a list of strings; one element is ${typeName(piece)}`);
    length += piece.length + (separator?.length ?? 0);
    if (length > maxLength) return tooLong;
    pieces.push(piece);
  }
  return meter.spend(pieces.length + (length >> 6)) ? pieces.join(separator ?? '') : givenUp;
}

const escapes: { readonly [character: string]: string } = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function quote(text: string): string {
  const escaped = text.replaceAll(/[\p{Cc}\\"]/gu, (character) => escapes[character] ?? character);
  return `"${escaped.replaceAll(loneSurrogate, '\ufffd')}"`;
}
