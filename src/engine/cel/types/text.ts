import {
  bool,
  bytes,
  doubleType,
  duration,
  dyn,
  intType,
  listOf,
  mapOf,
  nullType,
  optionalOf,
  string,
  timestamp,
  typeOf,
  uint,
} from './types.ts';
import type { RecordType, ScalarName, Type } from './types.ts';

/** Names of types without parameters; several have a protobuf name as well. */
const named: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['dyn', dyn],
  ['any', dyn],
  ['google.protobuf.Any', dyn],
  ['google.protobuf.Value', dyn],
  ['null', nullType],
  ['null_type', nullType],
  ['bool', bool],
  ['int', intType],
  ['uint', uint],
  ['double', doubleType],
  ['string', string],
  ['bytes', bytes],
  ['timestamp', timestamp],
  ['google.protobuf.Timestamp', timestamp],
  ['duration', duration],
  ['google.protobuf.Duration', duration],
  ['list', listOf(dyn)],
  ['google.protobuf.ListValue', listOf(dyn)],
  ['map', mapOf(dyn, dyn)],
  ['google.protobuf.Struct', mapOf(string, dyn)],
  ['type', typeOf(dyn)],
]);

/** No real type nests deeper than this. */
const maxDepth = 32;
const word = /[A-Za-z_][\w.]*/y;

/**
 * Reads `map(string, list(int))`, `google.protobuf.Timestamp`, `optional_type(T)`. A single capital letter is a type
 * parameter, any other unknown name an opaque type. Undefined when the text is no type.
 */
export function parseType(text: string): Type | undefined {
  const reader = new TypeReader(text);
  const type = reader.type(0);
  return type !== undefined && reader.atEnd() ? type : undefined;
}

class TypeReader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  atEnd(): boolean {
    this.blanks();
    return this.at === this.text.length;
  }

  type(depth: number): Type | undefined {
    if (depth > maxDepth) return undefined;
    this.blanks();
    word.lastIndex = this.at;
    const name = word.exec(this.text)?.[0];
    if (name === undefined) return undefined;
    this.at += name.length;
    const parameters = this.parameters(depth);
    return parameters === undefined ? undefined : build(name, parameters);
  }

  /** Empty when there are no brackets; undefined when they are not well formed. */
  private parameters(depth: number): readonly Type[] | undefined {
    if (!this.takes('(')) return [];
    const found: Type[] = [];
    do {
      const type = this.type(depth + 1);
      if (type === undefined) return undefined;
      found.push(type);
    } while (this.takes(','));
    return this.takes(')') ? found : undefined;
  }

  private takes(mark: string): boolean {
    this.blanks();
    if (this.text[this.at] !== mark) return false;
    this.at++;
    return true;
  }

  private blanks(): void {
    while (this.text[this.at] === ' ') this.at++;
  }
}

function build(name: string, parameters: readonly Type[]): Type | undefined {
  const [first, second] = parameters;
  if (first === undefined) {
    if (/^[A-Z]$/.test(name)) return { kind: 'parameter', name };
    if (name === 'optional' || name === 'optional_type') return optionalOf(dyn);
    return named.get(name) ?? { kind: 'opaque', name, parameters: [] };
  }
  switch (name) {
    case 'list':
      return parameters.length === 1 ? listOf(first) : undefined;
    case 'map':
      return second !== undefined && parameters.length === 2 ? mapOf(first, second) : undefined;
    case 'type':
      return parameters.length === 1 ? typeOf(first) : undefined;
    case 'optional':
    case 'optional_type':
      return parameters.length === 1 ? optionalOf(first) : undefined;
    case 'wrapper':
      return parameters.length === 1 ? { kind: 'either', of: [first, nullType] } : undefined;
    default:
      return named.has(name) ? undefined : { kind: 'opaque', name, parameters };
  }
}

const runtimeNames: { readonly [N in ScalarName]: string } = {
  null: 'null_type',
  bool: 'bool',
  int: 'int',
  uint: 'uint',
  double: 'double',
  string: 'string',
  bytes: 'bytes',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
};

/** The textual form that scripts rely on; `parseType` reads it back. Shapes print as the CEL types they represent. */
export function formatType(type: Type): string {
  switch (type.kind) {
    case 'dyn':
    case 'either':
    case 'parameter':
      return 'dyn';
    case 'scalar':
      return runtimeNames[type.name];
    case 'list':
      return `list(${formatType(type.element)})`;
    case 'map':
      return `map(${formatType(type.key)}, ${formatType(type.value)})`;
    case 'record':
      return 'map(string, dyn)';
    case 'type':
      return type.of.kind === 'dyn' ? 'type' : `type(${formatType(type.of)})`;
    case 'opaque':
      return type.parameters.length === 0 ? type.name : `${type.name}(${type.parameters.map(formatType).join(', ')})`;
  }
}

const maxKeysShown = 3;

/** For people: short, with the keys of records and the alternatives spelled out. */
export function describeType(type: Type): string {
  switch (type.kind) {
    case 'dyn':
      return 'any type';
    case 'scalar':
      return type.name;
    case 'parameter':
      return type.name;
    case 'list':
      return type.element.kind === 'dyn' ? 'list' : `list(${describeType(type.element)})`;
    case 'map':
      return type.key.kind === 'dyn' && type.value.kind === 'dyn'
        ? 'map'
        : `map(${describeShort(type.key)}, ${describeShort(type.value)})`;
    case 'record':
      return describeRecord(type);
    case 'type':
      return 'type';
    case 'opaque':
      return type.name === 'optional_type' ? `optional(${type.parameters.map(describeShort).join(', ')})` : type.name;
    case 'either':
      return type.of.map(describeType).join(' or ');
  }
}

/** Within brackets, where "any type" would read badly. */
const describeShort = (type: Type): string => (type.kind === 'dyn' ? 'dyn' : describeType(type));

function describeRecord(type: RecordType): string {
  if (type.message !== undefined) return type.message;
  if (type.fields.size === 0) return 'map';
  const keys = [...type.fields.keys()]
    .slice(0, maxKeysShown)
    .map((key) => (key.length > 24 ? `${key.slice(0, 23)}…` : key));
  return `{${keys.join(', ')}${type.fields.size > maxKeysShown ? ', …' : ''}}`;
}
