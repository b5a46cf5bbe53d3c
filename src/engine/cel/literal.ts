import { formatPath } from '../model/path.ts';
import {
  Double,
  Duration,
  elementAt,
  isList,
  keysOf,
  Opaque,
  Optional,
  Timestamp,
  typeName,
  TypeValue,
  Uint,
  Unknown,
} from '../model/value.ts';
import type { ListValue, MapValue, OpaqueName, TypeName, Value } from '../model/value.ts';
import { lookUp, sizeOf } from './evaluate/access.ts';
import { formatDuration, formatTimestamp } from './evaluate/time.ts';

/** A value as the page shows it: cut to a length that is cheap to send. */
export interface ValuePreview {
  readonly type: TypeName;
  /** A CEL literal, cut when long: texts in the middle, lists and maps after the parts that fit. */
  readonly text: string;
  readonly cut: boolean;
}

/** Deeper values end in `…`: they would not be read, and printing uses recursion. */
const maxDepth = 1000;

/** A value as a CEL literal, in full. An unknown has no literal; it prints as `unknown(path)`. */
export function literal(value: Value): string {
  const printer = new Printer(Infinity);
  printer.print(value, 0);
  return printer.text;
}

/**
 * The same within a length; it reads no more of a huge value than is shown. An unknown inside another value is
 * abbreviated.
 */
export function preview(value: Value, maxLength: number): ValuePreview {
  const printer = new Printer(Math.max(maxLength, 1));
  printer.print(value, 0);
  const text = cutMiddle(printer.text, Math.max(maxLength, 1));
  return { type: typeName(value), text, cut: printer.cut || text !== printer.text };
}

/** Keeps whole code points on both sides of the ellipsis. */
function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = Math.ceil((maxLength - 1) / 2);
  const tail = maxLength - 1 - head;
  const start = text.slice(0, head).replace(/[\ud800-\udbff]$/, '');
  return `${start}…${tail === 0 ? '' : text.slice(-tail).replace(/^[\udc00-\udfff]/, '')}`;
}

class Printer {
  text = '';
  cut = false;
  private readonly room: number;
  constructor(room: number) {
    this.room = room;
  }

  private get left(): number {
    return this.room - this.text.length;
  }

  print(value: Value, depth: number): void {
    if (typeof value === 'string') this.text += this.quoted(value);
    else if (value instanceof Uint8Array) this.text += this.bytes(value);
    else if (value === null || typeof value !== 'object') this.text += plain(value);
    else if (depth >= maxDepth) {
      this.text += '…';
      this.cut = true;
    } else if (value instanceof Optional) this.optional(value, depth);
    // Which value is missing can be seen by opening the place; in the middle of a preview the path would hide the rest.
    else if (value instanceof Unknown && depth > 0 && this.room !== Infinity) this.text += 'unknown';
    else if (isList(value)) this.list(value, depth);
    else {
      const text = scalar(value);
      if (text === undefined) this.map(value as MapValue, depth); // every other class has a text of its own
      else this.text += text;
    }
  }

  private quoted(text: string): string {
    // Quotes and escapes only make it longer, so text beyond the room need not be read.
    if (text.length <= this.left || text.length <= 8) return JSON.stringify(text);
    this.cut = true;
    return JSON.stringify(cutMiddle(text, Math.max(this.left - 2, 8)));
  }

  private bytes(bytes: Uint8Array): string {
    const shown = Math.min(bytes.length, Math.max(this.left, 8));
    let text = '';
    for (const byte of bytes.subarray(0, shown)) text += byteText(byte);
    if (shown < bytes.length) this.cut = true;
    return `b"${text}${shown < bytes.length ? '…' : ''}"`;
  }

  private optional({ value }: Optional, depth: number): void {
    if (value === undefined) {
      this.text += 'optional.none()';
      return;
    }
    this.text += 'optional.of(';
    this.print(value, depth + 1);
    this.text += ')';
  }

  private list(list: ListValue, depth: number): void {
    this.text += '[';
    for (let i = 0; i < list.length; i++) {
      if (i > 0) this.text += ', ';
      if (this.full(list.length - i)) break;
      this.print(elementAt(list, i) ?? null, depth + 1);
    }
    this.text += ']';
  }

  private map(map: MapValue, depth: number): void {
    this.text += '{';
    const keys = keysOf(map);
    const size = sizeOf(map);
    for (const [i, key] of keys.entries()) {
      if (i > 0) this.text += ', ';
      if (this.full(size - i)) break;
      this.print(key, depth + 1);
      this.text += ': ';
      this.print(lookUp(map, key) ?? null, depth + 1);
    }
    this.text += '}';
  }

  /** True when there is no room for a further part; it then writes how many are left out. */
  private full(remaining: number): boolean {
    if (this.left > 0) return false;
    this.cut = true;
    this.text += `… ${remaining} more`;
    return true;
  }
}

function plain(value: null | boolean | number | bigint): string {
  if (typeof value !== 'number' || Number.isFinite(value)) return String(value);
  return `double("${value}")`;
}

/** The functions that make values of such types. */
const makers: { readonly [N in OpaqueName]: string } = { 'net.IP': 'ip', 'net.CIDR': 'cidr', 'kubernetes.URL': 'url' };

function scalar(value: Exclude<Value, string | number | boolean | bigint | null>): string | undefined {
  if (value instanceof Double) return doubleText(value.value);
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof Timestamp) return `timestamp("${formatTimestamp(value)}")`;
  if (value instanceof Duration) return `duration("${formatDuration(value)}")`;
  if (value instanceof TypeValue) return value.type;
  if (value instanceof Opaque) return `${makers[value.type]}(${JSON.stringify(value.text)})`;
  if (value instanceof Unknown) return `unknown(${value.missing.map(formatPath).join(', ')})`;
  return undefined;
}

function doubleText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return /[e.]/.test(text) ? text : `${text}.0`;
}

function byteText(byte: number): string {
  if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
  if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte);
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}
