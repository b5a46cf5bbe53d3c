import { literal, preview } from '../../engine/cel/index.ts';
import { toJsonWithin } from '../../engine/model/json.ts';
import { entry, isMap, keysOf, type MapValue, type Value } from '../../engine/model/value.ts';
import type { Argument } from '../previews.ts';

/** Enough to distinguish the calls of the list. */
const few = { count: 12, length: 160 };
/** No call for people has more. */
const maxCount = 1_000;
/** A value that is longer is easier to read on several lines. */
const lineLength = 72;

/** The first arguments of a call, as its row shows them. */
export const firstArguments = (input: Value | undefined): readonly Argument[] | null =>
  argumentsOf(input, few.count, (value) => preview(value, few.length), few.length);

/** All arguments of a call, each up to about `limit` characters. */
export const allArguments = (input: Value | undefined, limit: number): readonly Argument[] | null =>
  argumentsOf(input, maxCount, (value) => onLines(value, limit), limit);

function onLines(value: Value, limit: number): { readonly text: string; readonly cut: boolean } {
  const short = preview(value, lineLength);
  return short.cut ? toJsonWithin(value, 2, limit) : short;
}

function argumentsOf(
  input: Value | undefined,
  maxArguments: number,
  written: (value: Value) => { readonly text: string; readonly cut: boolean },
  limit: number,
): readonly Argument[] | null {
  if (input === undefined) return null;
  const argumentOf = (name: string | null, value: Value): Argument => {
    if (typeof value === 'string')
      return { name, text: cutTo(value, limit), isText: true, isCut: value.length > limit };
    const { text, cut } = written(value);
    return { name, text, isText: false, isCut: cut };
  };
  if (!isMap(input)) return input === null ? [] : [argumentOf(null, input)];
  const keys = keysOf(input);
  const shown = keys
    .slice(0, maxArguments)
    .map((key) => argumentOf(typeof key === 'string' ? key : literal(key), lookUp(input, key) ?? null));
  return keys.length > maxArguments ? [...shown, { name: null, text: '…', isText: false, isCut: true }] : shown;
}

const lookUp = (map: MapValue, key: Value): Value | undefined =>
  map instanceof Map ? map.get(key) : entry(map, String(key));

/** The beginning of a text. A cut through a surrogate pair would show as a broken character. */
export const cutTo = (text: string, limit: number): string =>
  text.length <= limit ? text : text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
