import { materialise } from '../../model/materialise.ts';
import { toJson } from '../../model/json.ts';
import { entry, isList, isMap, isRecord, keysOf, type Value } from '../../model/value.ts';
import { readDocument } from '../../readers/read-document.ts';
import { elementOf, isTrue, pythonWords, wordsOf } from './words.ts';
import { numberOf } from './operators.ts';

/** The result of a function or method; undefined: it does not take these arguments. */
type Function = (args: readonly Value[]) => Value | undefined;
type Method = (of: Value, args: readonly Value[]) => Value | undefined;

/** Functions of Python and JavaScript that examples use. A printing function returns its text. */
export const functions: { readonly [name: string]: Function } = {
  len: ([value = null]) => lengthOf(value),
  str: ([value = '']) => wordsOf(value, false),
  repr: ([value = null]) => pythonWords(value),
  String: ([value = '']) => wordsOf(value, true),
  bool: ([value = null]) => isTrue(value, false),
  Boolean: ([value = null]) => isTrue(value, true),
  int: ([value = 0]) => wholeNumber(value),
  list: ([value = []]) => (isList(value) ? [...value] : isMap(value) ? keysOf(value) : undefined),
  dict: ([value = {}]) => (isMap(value) ? materialise(value) : undefined),
  print: (values) => values.map((value) => wordsOf(value, false)).join(' '),
  'console.log': logged,
  'console.info': logged,
  'console.warn': logged,
  'console.error': logged,
  'JSON.stringify': ([value = null]) => toJson(value),
  'json.dumps': ([value = null]) => toJson(value),
  'JSON.parse': parsed,
  'json.loads': parsed,
  'Object.keys': ([value = null]) => (isMap(value) ? keysOf(value) : undefined),
  'Object.values': ([value = null]) => valuesOf(value),
};

/** Functions that make a new id. A playground has no randomness, so ids are counted. */
const idMakers = { crypto: 'randomUUID', uuid: 'uuid4' };
export const idFunctions: ReadonlySet<string> = new Set([
  ...Object.entries(idMakers).map(([module, name]) => `${module}.${name}`),
  idMakers.uuid,
]);

/** The first names of the dotted names above. */
export const namespaces: ReadonlySet<string> = new Set(['console', 'JSON', 'json', 'Object', 'crypto', 'uuid']);

const printing: ReadonlySet<string> = new Set([
  'print',
  'console.log',
  'console.info',
  'console.warn',
  'console.error',
]);
export const isPrinting = (name: string): boolean => printing.has(name);

function logged(values: readonly Value[]): Value {
  return values.map((value) => (typeof value === 'string' ? value : toJson(value))).join(' ');
}

function parsed([text = null]: readonly Value[]): Value | undefined {
  const document = typeof text === 'string' ? readDocument(text) : null;
  return document?.ok === true ? document.value.value : undefined;
}

function wholeNumber(value: Value): Value | undefined {
  const number = typeof value === 'string' ? Number(value) : Number(numberOf(value) ?? Number.NaN);
  return Number.isFinite(number) ? Math.trunc(number) : undefined;
}

function lengthOf(value: Value): number | undefined {
  // Python counts code points.
  if (typeof value === 'string') return Array.from(value).length;
  return isList(value) ? value.length : isMap(value) ? keysOf(value).length : undefined;
}

const valuesOf = (value: Value): Value | undefined =>
  isMap(value) ? keysOf(value).map((key) => entry(value, String(key)) ?? null) : undefined;

const onText =
  (change: (text: string, args: readonly Value[]) => Value | undefined): Method =>
  (of, args) =>
    typeof of === 'string' ? change(of, args) : undefined;

const withText =
  (change: (text: string, other: string) => Value): Method =>
  (of, [other = '']) =>
    typeof of === 'string' && typeof other === 'string' ? change(of, other) : undefined;

const lower = onText((text) => text.toLowerCase());
const upper = onText((text) => text.toUpperCase());
const trimmed = onText((text) => text.trim());
const begins = withText((text, other) => text.startsWith(other));
const ends = withText((text, other) => text.endsWith(other));

/** Methods of texts, lists and objects that examples use. None changes its object. */
export const methods: { readonly [name: string]: Method } = {
  lower,
  toLowerCase: lower,
  upper,
  toUpperCase: upper,
  strip: trimmed,
  trim: trimmed,
  startswith: begins,
  startsWith: begins,
  endswith: ends,
  endsWith: ends,
  title: onText((text) =>
    text.replaceAll(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
  ),
  replace: onText((text, [from = '', to = '']) =>
    typeof from === 'string' && typeof to === 'string' ? text.replaceAll(from, to) : undefined,
  ),
  split: onText((text, [by = null]) => {
    if (by === null) return text.split(/\s+/).filter((word) => word !== '');
    return typeof by === 'string' && by !== '' ? text.split(by) : undefined;
  }),
  includes(of, [part = null]) {
    if (typeof of === 'string') return typeof part === 'string' ? of.includes(part) : undefined;
    return isList(of) ? [...of].some((element) => element === part) : undefined;
  },
  // In Python the separator has the method, in JavaScript the list.
  join(of, [other = ',']) {
    const [list, by] = typeof of === 'string' ? [other, of] : [of, other];
    if (!isList(list) || typeof by !== 'string') return undefined;
    return [...list].map((element) => wordsOf(element, false)).join(by);
  },
  at: (of, [index = 0]) => elementOf(of, index),
  get: (of, [key = null, otherwise = null]) =>
    isMap(of) && typeof key === 'string' ? (entry(of, key) ?? otherwise) : undefined,
  keys: (of) => (isMap(of) ? keysOf(of) : undefined),
  values: (of) => valuesOf(of),
  items: (of) => (isMap(of) ? keysOf(of).map((key) => [key, entry(of, String(key)) ?? null]) : undefined),
  copy: (of: Value) => (isRecord(of) || isList(of) ? materialise(of) : undefined),
  toString: (of: Value) => wordsOf(of, true),
};

export const hasMethod = (name: string): boolean => Object.hasOwn(methods, name);
export const hasFunction = (name: string): boolean => Object.hasOwn(functions, name) || idFunctions.has(name);
