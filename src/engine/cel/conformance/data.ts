import { double, int, TypeValue, Uint } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { declare } from '../declarations/signature.ts';
import type { FunctionDeclaration } from '../declarations/signature.ts';
import { decodeBase64 } from '../functions/encoders.ts';
import { CelError } from '../evaluate/eval-result.ts';
import { parseDuration, parseTimestamp } from '../evaluate/time.ts';

/**
 * Reads the data of the specification's tests: values and types in protobuf's JSON form (`cel.expr.Value`,
 * `cel.expr.Type`).
 */
type Json = Readonly<Record<string, unknown>>;

const asObject = (json: unknown): Json => (typeof json === 'object' && json !== null ? (json as Json) : {}); // read key by key

const asList = (json: unknown): readonly unknown[] => (Array.isArray(json) ? json : []);

/** Undefined for messages and enums. */
export function readValue(json: unknown): Value | undefined {
  const [[kind, content] = ['', null]] = Object.entries(asObject(json));
  switch (kind) {
    case 'nullValue':
      return null;
    case 'boolValue':
      return content === true;
    case 'int64Value':
      return int(BigInt(String(content)));
    case 'uint64Value':
      return new Uint(BigInt(String(content)));
    case 'doubleValue':
      return double(Number(content));
    case 'stringValue':
      return String(content);
    case 'bytesValue': {
      const bytes = decodeBase64(String(content));
      return bytes instanceof CelError ? undefined : bytes;
    }
    case 'typeValue':
      return new TypeValue(String(content));
    case 'listValue':
      return allDefined(asList(asObject(content)['values']).map(readValue));
    case 'mapValue':
      return readMap(asList(asObject(content)['entries']));
    case 'objectValue':
      return readObject(asObject(content));
    default:
      return undefined;
  }
}

function allDefined(values: readonly (Value | undefined)[]): Value | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}

function readMap(entries: readonly unknown[]): Value | undefined {
  const map = new Map<Value, Value>();
  for (const entry of entries) {
    const key = readValue(asObject(entry)['key']);
    const value = readValue(asObject(entry)['value']);
    if (key === undefined || value === undefined) return undefined;
    map.set(key, value);
  }
  return map;
}

/** Protobuf treats times as messages; CEL does not. */
function readObject(any: Json): Value | undefined {
  const text = String(any['value']);
  const time =
    any['@type'] === 'type.googleapis.com/google.protobuf.Duration'
      ? parseDuration(text)
      : any['@type'] === 'type.googleapis.com/google.protobuf.Timestamp'
        ? parseTimestamp(text)
        : undefined;
  return time instanceof CelError ? undefined : time;
}

const primitives: { readonly [name: string]: string } = {
  BOOL: 'bool',
  INT64: 'int',
  UINT64: 'uint',
  DOUBLE: 'double',
  STRING: 'string',
  BYTES: 'bytes',
};

const times: { readonly [name: string]: string } = {
  'google.protobuf.Duration': 'duration',
  'google.protobuf.Timestamp': 'timestamp',
};

/** A type as text, in the form that the checker reads: `map(string, list(int))`. */
export function readType(json: unknown): string {
  const [[kind, content] = ['dyn', {}]] = Object.entries(asObject(json));
  const inner = asObject(content);
  switch (kind) {
    case 'primitive':
      return primitives[String(content)] ?? 'dyn';
    case 'null':
      return 'null_type';
    case 'messageType':
      return times[String(content)] ?? 'dyn';
    case 'wellKnown':
      return String(content).toLowerCase();
    case 'listType':
      return `list(${readType(inner['elemType'])})`;
    case 'mapType':
      return `map(${readType(inner['keyType'])}, ${readType(inner['valueType'])})`;
    case 'type':
      return 'type';
    case 'typeParam':
      return String(content);
    case 'abstractType': {
      const parameters = asList(inner['parameterTypes']).map(readType).join(', ');
      return parameters === '' ? String(inner['name']) : `${String(inner['name'])}(${parameters})`;
    }
    default:
      return 'dyn';
  }
}

/** Variables of a scope. */
export function readBindings(json: unknown): ReadonlyMap<string, Value | undefined> {
  return new Map(
    Object.entries(asObject(json)).map(([name, bound]) => [name, readValue(asObject(bound)['value'])] as const),
  );
}

export interface Declarations {
  /** Names with the texts of their types. */
  readonly variables: ReadonlyMap<string, string>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
}

export function readDeclarations(json: unknown): Declarations {
  const variables = new Map<string, string>();
  const functions = new Map<string, FunctionDeclaration>();
  for (const declared of asList(json).map(asObject)) {
    const name = String(declared['name']);
    if (declared['ident'] !== undefined) variables.set(name, readType(asObject(declared['ident'])['type']));
    const [first, ...rest] = asList(asObject(declared['function'])['overloads']).map((overload) =>
      signature(name, overload),
    );
    if (first !== undefined) functions.set(name, declare('', first, ...rest));
  }
  return { variables, functions };
}

function signature(name: string, json: unknown): string {
  const overload = asObject(json);
  const parameters = asList(overload['params']).map((type, i) => `p${i}: ${readType(type)}`);
  return `${name}(${parameters.join(', ')}): ${readType(overload['resultType'])}`;
}
