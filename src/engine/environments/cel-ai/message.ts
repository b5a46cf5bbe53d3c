import { unreachable } from '../../../base/unreachable.ts';
import type { FindingPattern } from '../../model/findings-table.ts';
import { below, type Path } from '../../model/path.ts';
import { Double, MapView, Timestamp, Unknown, type Value } from '../../model/value.ts';
import { messageTypes, type FieldKind, type MessageName } from './message-types.ts';

/** Of a field about which the recording says nothing. */
export const notRecorded = Symbol('not recorded');

/** Reads a field; undefined where it is unset. */
export type ReadField = (field: string) => Value | typeof notRecorded | undefined;

/**
 * A protobuf message as a rule sees it. An unset field has a value, the default of its type, and `has()` is false
 * for it. What the recording lacks is unknown, not unset.
 */
export class Message extends MapView {
  readonly type: MessageName;
  /** Where a rule reads it, for unknown fields. */
  readonly path: Path;
  readonly #read: ReadField;

  constructor(type: MessageName, path: Path, read: ReadField) {
    super();
    this.type = type;
    this.path = path;
    this.#read = read;
  }

  override get(field: string): Value | undefined {
    const fields = messageTypes[this.type];
    const declared = Object.hasOwn(fields, field) ? fields[field] : undefined;
    return declared && (this.#value(field) ?? unset(declared.kind, below(this.path, field)));
  }

  override has(field: string): boolean | Unknown {
    const value = Object.hasOwn(messageTypes[this.type], field) ? this.#value(field) : undefined;
    return value instanceof Unknown ? value : value !== undefined;
  }

  /** The fields that are set. */
  override keys(): readonly string[] {
    return Object.keys(messageTypes[this.type]).filter((field) => this.#read(field) !== undefined);
  }

  #value(field: string): Value | undefined {
    const value = this.#read(field);
    return value === notRecorded ? new Unknown([below(this.path, field)]) : value;
  }
}

/** A message in which a detector can find something. */
export abstract class SearchedMessage extends Message {
  /** An optional list; null where no findings table is given. */
  abstract findings(category: FindingPattern['category'], label: string | null): Value | null;
}

/** A message of which these fields are set. */
const messageOf = (type: MessageName, path: Path, fields: { readonly [field: string]: Value }): Message =>
  new Message(type, path, (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined));

/** A message of which the recording holds no more than these fields. */
export const partlyKnown = (
  type: MessageName,
  path: Path,
  fields: { readonly [field: string]: Value | undefined },
): Message =>
  new Message(type, path, (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined) ?? notRecorded);

const epoch = new Timestamp(0n, 0);

function unset(kind: FieldKind, path: Path): Value {
  switch (kind) {
    case 'string':
      return '';
    case 'double':
      return new Double(0);
    case 'int':
      return 0;
    case 'bool':
      return false;
    case 'bytes':
      return new Uint8Array();
    case 'timestamp':
      return epoch;
    case 'struct':
      return {};
    case 'strings':
      return [];
    default:
      if (typeof kind === 'object') return [];
      return isMessage(kind) ? messageOf(kind, path, {}) : unreachable(kind);
  }
}

const isMessage = (kind: string): kind is MessageName => Object.hasOwn(messageTypes, kind);

export const finding = (value: string, confidence: Value): Message =>
  messageOf('Finding', ['ai.finding()'], { value, confidence });
