import { CelError, extendLibrary, standardLibrary, type CelFunction, type EvalResult } from '../../cel/index.ts';
import { equalValues } from '../../cel/evaluate/compare.ts';
import { givenUp } from '../../cel/evaluate/frame.ts';
import { compilePattern } from '../../cel/evaluate/pattern.ts';
import { decodeBase64 } from '../../cel/functions/encoders.ts';
import { decodeJson } from '../../cel/functions/json.ts';
import { decodeUtf8, encodeUtf8 } from '../../cel/parse/utf8.ts';
import { entry, isList, isMap, keysOf, Unknown, type MapValue, type Value } from '../../model/value.ts';
import { decodeComponent, encodeComponent, readForm, writeForm, type Field } from './encodings.ts';
import { md5, sha1, sha256, type Digest } from './hashes.ts';
import { headerFunctions } from './header-functions.ts';

const wrong = (message: string): CelError => new CelError('invalid_argument', message);

function pure(
  form: CelFunction['form'],
  name: string,
  least: number,
  call: CelFunction['call'],
  most = least,
): CelFunction {
  return { name, form, arity: [least, most], call, isPure: true };
}

const fn = (name: string, count: number, call: CelFunction['call']) => pure('function', name, count, call);
const method = (name: string, count: number, call: CelFunction['call']) => pure('method', name, count, call);

/** A standard function with the same name, for what the gateway does not do differently. */
const standardMethod = (name: string): CelFunction['call'] => {
  const own = standardLibrary.methods.get(name);
  return (args, meter) =>
    own === undefined || args.length < own.arity[0] || args.length > own.arity[1] ? undefined : own.call(args, meter);
};
const standardFunction = (name: string): CelFunction['call'] => {
  const own = standardLibrary.functions.get(name);
  return (args, meter) => own?.call(args, meter);
};

const bytesOf = (value: Value | undefined): Uint8Array | undefined =>
  typeof value === 'string' ? encodeUtf8(value) : value instanceof Uint8Array ? value : undefined;

const textOf = (value: Value | undefined): string | undefined =>
  value instanceof Uint8Array ? decodeUtf8(value) : typeof value === 'string' ? value : undefined;

/** A sweep shows the same result each time, so a result that the gateway draws at random is unknown. */
const notRepeatable = (name: string): CelFunction => ({
  name,
  form: 'function',
  arity: [0, 0],
  call: () => new Unknown([[`${name}()`]]),
});

const encodeBase64: CelFunction['call'] = ([value], meter) => {
  const bytes = bytesOf(value);
  return bytes === undefined ? undefined : standardFunction('base64.encode')([bytes], meter);
};
const decodeBase64Text: CelFunction['call'] = ([value]) => {
  const text = textOf(value);
  return text === undefined ? undefined : decodeBase64(text);
};

const digest = (name: string, made: Digest): CelFunction =>
  fn(name, 1, ([value], meter) => {
    const bytes = bytesOf(value);
    if (bytes === undefined) return undefined;
    return meter.spend(bytes.length) ? made(bytes) : givenUp;
  });

const json: CelFunction['call'] = ([value], meter) => {
  const text = textOf(value);
  if (text === undefined) return value instanceof Uint8Array ? wrong('these bytes are no UTF-8 text') : undefined;
  return meter.spend(text.length >> 2) ? decodeJson(text) : givenUp;
};

/** The claims of a token, without a look at its signature. */
const payload: CelFunction['call'] = ([token], meter) => {
  if (typeof token !== 'string') return undefined;
  const parts = token.split('.');
  if (parts.length !== 3) return wrong(`this is no JWT: it has ${parts.length} parts, not 3`);
  const bytes = decodeBase64((parts[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
  return bytes instanceof CelError ? bytes : json([bytes], meter);
};

/** Only the first match is replaced. `$1` and `${1}` are groups, `$$` a dollar sign. */
const regexReplace: CelFunction['call'] = ([text, source, by], meter) => {
  if (typeof text !== 'string' || typeof source !== 'string' || typeof by !== 'string') return undefined;
  const pattern = compilePattern(source);
  if (pattern instanceof CelError) return pattern;
  if (!meter.spend(text.length >> 3)) return givenUp;
  const match = pattern.match(text, 0, meter);
  if (match === null) return text;
  const filled = by.replaceAll(
    /\$(?:\$|\{(\w+)\}|(\w+))/g,
    (whole, braced: string | undefined, bare: string | undefined) => {
      const group = Number(braced ?? bare ?? Number.NaN);
      if (whole === '$$') return '$';
      const [start = -1, end = -1] = match.slice(2 * group, 2 * group + 2);
      return start < 0 ? '' : text.slice(start, end);
    },
  );
  const [start = 0, end = 0] = match;
  return text.slice(0, start) + filled + text.slice(end);
};

const merge: CelFunction['call'] = ([a, b], meter) => {
  if (a === undefined || b === undefined || !isMap(a) || !isMap(b)) return undefined;
  const all = [a, b].flatMap((map) => keysOf(map).map((key) => [key, valueIn(map, key)] as const));
  return meter.spend(all.length) ? new Map<Value, Value>(all) : givenUp;
};

const valueIn = (map: MapValue, key: Value): Value =>
  (map instanceof Map ? (map as ReadonlyMap<Value, Value>).get(key) : entry(map, String(key))) ?? null;

/** In lists and maps as well: the gateway's `contains` looks for an element, or for a key. */
const contains: CelFunction['call'] = (args, meter) => {
  const [container, wanted] = args;
  if (container === undefined || wanted === undefined || !(isList(container) || isMap(container)))
    return standardMethod('contains')(args, meter);
  for (const element of isList(container) ? container : keysOf(container)) {
    if (!meter.spend(1)) return givenUp;
    if (equalValues(element, wanted, meter) === true) return true;
  }
  return false;
};

const formDecode: CelFunction['call'] = ([value], meter) => {
  const text = textOf(value);
  if (text === undefined) return undefined;
  if (!meter.spend(text.length >> 2)) return givenUp;
  const fields = new Map<string, Value>();
  for (const [name, field] of readForm(text)) {
    const known = fields.get(name);
    fields.set(name, known === undefined ? field : isList(known) ? [...known, field] : [known, field]);
  }
  return fields;
};

const formEncode: CelFunction['call'] = ([map]) => {
  if (map === undefined || !isMap(map)) return undefined;
  const fields: Field[] = [];
  for (const key of keysOf(map).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))) {
    const value = valueIn(map, key);
    for (const one of isList(value) ? value : [value]) {
      if (one === null) continue;
      if (typeof one !== 'string') return wrong(`the field ${String(key)} of a form is a text`);
      fields.push([String(key), one]);
    }
  }
  return writeForm(fields);
};

/** What may be missing without being a fault of the rule. */
const isMissing = (result: EvalResult): boolean =>
  result === null ||
  (result instanceof CelError && (result.code === 'no_such_key' || result.code === 'undeclared_reference'));

const lazy = (name: string, arity: CelFunction['arity'], evaluate: NonNullable<CelFunction['lazy']>): CelFunction => ({
  name,
  form: 'function',
  arity,
  call: () => undefined,
  lazy: evaluate,
  isPure: true,
});

const functions: readonly CelFunction[] = [
  fn('json', 1, json),
  fn('jsonField', 2, ([text, key], meter) => {
    if (typeof key !== 'string') return undefined;
    const value = json([text ?? null], meter);
    if (value === undefined || value instanceof CelError) return value;
    const field = isMap(value) ? entry(value, key) : undefined;
    return field ?? new CelError('no_such_key', `no such key: ${key}`);
  }),
  ...['toJson', 'to_json'].map((name) => fn(name, 1, standardFunction('json.encode'))),
  fn('unvalidatedJwtPayload', 1, payload),
  notRepeatable('random'),
  notRepeatable('uuid'),
  // All variables as one value, which no recording holds.
  { ...notRepeatable('variables') },
  lazy('default', [2, 2], ([value, other], frame) => {
    const result = value?.(frame) ?? null;
    return isMissing(result) ? (other?.(frame) ?? null) : result;
  }),
  lazy('coalesce', [1, Number.MAX_SAFE_INTEGER], (values, frame) => {
    let last: EvalResult = null;
    let isNull = false;
    for (const value of values) {
      const result = value(frame);
      if (result !== null && !(result instanceof CelError)) return result;
      isNull ||= result === null;
      last = result;
    }
    return isNull ? null : last;
  }),
  fn('fail', 1, ([message]) => (typeof message === 'string' ? wrong(`fail() was called: ${message}`) : undefined)),
  method('merge', 2, merge),
  method('regexReplace', 3, regexReplace),
  method('contains', 2, contains),
  ...['base64.encode', 'base64Encode'].map((name) => fn(name, 1, encodeBase64)),
  ...['base64.decode', 'base64Decode'].map((name) => fn(name, 1, decodeBase64Text)),
  fn('url.encode', 1, ([value]) => {
    const text = textOf(value);
    return text === undefined ? undefined : encodeComponent(text);
  }),
  fn('url.decode', 1, ([text]) =>
    typeof text === 'string' ? (decodeComponent(text) ?? wrong('this text does not decode to UTF-8')) : undefined,
  ),
  fn('form.decode', 1, formDecode),
  fn('form.encode', 1, formEncode),
  digest('sha1.encode', sha1),
  digest('sha256.encode', sha256),
  digest('md5.encode', md5),
  ...[
    ['max', 'math.greatest'],
    ['min', 'math.least'],
  ].map(([name = '', of = '']) => pure('function', name, 1, standardFunction(of), Number.MAX_SAFE_INTEGER)),
  method('stripPrefix', 2, ([text, prefix]) =>
    typeof text === 'string' && typeof prefix === 'string'
      ? text.startsWith(prefix)
        ? text.slice(prefix.length)
        : text
      : undefined,
  ),
  method('stripSuffix', 2, ([text, suffix]) =>
    typeof text === 'string' && typeof suffix === 'string'
      ? text.endsWith(suffix)
        ? text.slice(0, text.length - suffix.length)
        : text
      : undefined,
  ),
  // What is shown here is what a person gave.
  method('unredacted', 1, ([value]) => value),
  ...headerFunctions(standardMethod),
];

export const gatewayLibrary = extendLibrary(standardLibrary, functions, new Set(['with', 'mapValues', 'filterKeys']));
