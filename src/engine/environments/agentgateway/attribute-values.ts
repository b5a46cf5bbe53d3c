import { parseInstant } from '../../model/instant.ts';
import {
  double,
  isRecord,
  MapView,
  Timestamp,
  Uint,
  Unknown,
  type RecordValue,
  type Value,
} from '../../model/value.ts';
import { attributeAt, fieldsOf, type AttributeKind } from './attributes.ts';

/** Of a field that does not exist at the moment: `has()` is false for it. */
export const unset = Symbol('unset');

/** What the recording says of an attribute, by its dotted name; undefined where it says nothing. */
export type ReadAttribute = (path: string) => Value | typeof unset | undefined;

/** An object of attributes. The recording comes first, then what a person gave; all else is unknown. */
export class Attributes extends MapView {
  readonly #path: string;
  readonly #read: ReadAttribute;
  readonly #given: RecordValue;

  constructor(path: string, read: ReadAttribute, given: RecordValue = {}) {
    super();
    this.#path = path;
    this.#read = read;
    this.#given = given;
  }

  override get(field: string): Value | undefined {
    const path = `${this.#path}.${field}`;
    const declared = attributeAt(path);
    const recorded = this.#read(path);
    if (recorded === unset) return undefined;
    if (recorded !== undefined) return recorded;
    const given = Object.hasOwn(this.#given, field) ? this.#given[field] : undefined;
    if (given !== undefined) return givenValue(path, given, this.#read);
    if (declared === undefined) return undefined;
    // An object with recorded parts is known to be there.
    return recordedObjects.has(path) ? new Attributes(path, this.#read) : new Unknown([path.split('.')]);
  }

  override has(field: string): boolean | Unknown {
    const value = this.get(field);
    return value instanceof Unknown ? value : value !== undefined;
  }

  override keys(): readonly string[] {
    const declared = fieldsOf(this.#path).filter((field) => this.#read(`${this.#path}.${field}`) !== unset);
    return [...new Set([...declared, ...Object.keys(this.#given)])];
  }
}

const recordedObjects: ReadonlySet<string> = new Set(['mcp', 'mcp.tool', 'llm', 'llm.params']);

/** What a person gave for an attribute, in its declared type. */
export function givenValue(path: string, given: Value, read: ReadAttribute): Value {
  const kind = attributeAt(path)?.kind;
  if (kind === 'object' && isRecord(given)) return new Attributes(path, read, given);
  return kind === undefined ? given : inKind(given, kind);
}

function inKind(given: Value, kind: AttributeKind): Value {
  if (kind === 'uint' && isWhole(given)) return new Uint(BigInt(given));
  if (kind === 'double' && isWhole(given)) return double(Number(given));
  if (kind === 'timestamp' && typeof given === 'string') return timestampOf(given) ?? given;
  return given;
}

const isWhole = (value: Value): value is number | bigint =>
  (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) && value >= 0;

function timestampOf(text: string): Timestamp | undefined {
  const at = parseInstant(text);
  return at === undefined ? undefined : new Timestamp(BigInt(Math.floor(at / 1000)), Math.round((at % 1000) * 1e6));
}
