import { withoutEnd } from '../../base/scan.ts';
import { formatPath } from './path.ts';
import {
  Double,
  Duration,
  elementAt,
  entry,
  isList,
  keysOf,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  Unknown,
  type ListValue,
  type MapValue,
  type Value,
} from './value.ts';

/**
 * Levels of lists and records that are read and written. Readers refuse deeper values; writers cut them visibly. Python
 * stops at 1000; the steps after the readers (structured clone, schemas) recurse and would overflow somewhere beyond
 * 5000.
 */
export const depthLimit = 2000;

export interface JsonOptions {
  /** Spaces per level; 0 writes everything on one line. */
  readonly indent?: number;
  /**
   * NaN and ±Infinity, which JSON lacks: as strings for scripts that read the output, or bare as Python writes them
   * for files that our own reader opens again as numbers.
   */
  readonly nonFinite?: 'string' | 'bare';
}

/**
 * JSON with exact numbers: ints of any size in full, doubles always with a fraction or exponent (`1.0`). Views are
 * written out; bytes become base64, timestamps RFC 3339, durations seconds (`"1.5s"`), and unknown values `{"$unknown":
 * ["context.user.id"]}`.
 */
export function toJson(value: Value, options: JsonOptions | number = {}): string {
  const { indent = 0, nonFinite = 'string' } = typeof options === 'number' ? { indent: options } : options;
  return new Writer(indent, nonFinite).text(value, 0);
}

/**
 * JSON for people, within about `limit` characters. No more of a huge value is read than is shown. Every cut states in
 * place what is left out, so a cut text is no longer valid JSON; NaN and ±Infinity are shown as the numbers that they are.
 */
export function toJsonWithin(
  value: Value,
  indent: number,
  limit: number,
  nonFinite: 'string' | 'bare' = 'bare',
): { readonly text: string; readonly cut: boolean } {
  const writer = new Writer(indent, nonFinite, limit);
  return { text: writer.text(value, 0), cut: writer.cut };
}

class Writer {
  readonly #indent: number;
  readonly #nonFinite: 'string' | 'bare';

  /** Characters that may still be written. */
  #left: number;
  cut = false;

  constructor(indent: number, nonFinite: 'string' | 'bare', limit = Infinity) {
    this.#indent = indent;
    this.#nonFinite = nonFinite;
    this.#left = limit;
  }

  text(value: Value, depth: number): string {
    switch (typeof value) {
      case 'string':
        return this.#string(value);
      case 'boolean':
      case 'bigint':
        return String(value);
      case 'number':
        return this.#number(value);
      default:
        return value === null ? 'null' : this.#object(value, depth);
    }
  }

  #string(text: string): string {
    if (text.length <= this.#left) {
      this.#left -= text.length;
      return JSON.stringify(text);
    }
    const shown = text.slice(0, Math.max(0, this.#left)).replace(/[\ud800-\udbff]$/, '');
    this.#left = 0;
    this.cut = true;
    return `${JSON.stringify(shown)}… ${text.length - shown.length} more characters`;
  }

  /** Counts the line that a part takes; false if there is no room for it. */
  #fits(): boolean {
    this.#left -= 2 + this.#indent;
    if (this.#left > 0) return true;
    this.cut = true;
    return false;
  }

  #number(value: number): string {
    if (Number.isFinite(value)) return String(value);
    return this.#nonFinite === 'bare' ? String(value) : `"${value}"`;
  }

  #object(value: Exclude<Value, null | string | boolean | bigint | number>, depth: number): string {
    if (value instanceof Double) return doubleText(value.value);
    if (value instanceof Uint) return String(value.value);
    if (value instanceof Uint8Array) return JSON.stringify(base64(value));
    if (value instanceof Timestamp) return JSON.stringify(timestampText(value));
    if (value instanceof Duration) return JSON.stringify(durationText(value));
    if (value instanceof TypeValue) return JSON.stringify(value.type);
    if (value instanceof Opaque) return JSON.stringify(value.text);
    if (value instanceof Optional) return value.value === undefined ? 'null' : this.text(value.value, depth + 1);
    if (value instanceof Unknown) return JSON.stringify({ $unknown: value.missing.map(formatPath) });
    if (depth >= depthLimit) return '"…"';
    return isList(value) ? this.#list(value, depth) : this.#map(value, depth);
  }

  #list(list: ListValue, depth: number): string {
    const items: string[] = [];
    for (let i = 0; i < list.length; i++) {
      if (!this.#fits()) {
        items.push(`… ${list.length - i} more`);
        break;
      }
      items.push(this.text(elementAt(list, i) ?? null, depth + 1));
    }
    return this.#enclosed('[', items, ']', depth);
  }

  #map(map: MapValue, depth: number): string {
    const colon = this.#indent === 0 ? ':' : ': ';
    const items: string[] = [];
    const keys = keysOf(map);
    for (const [i, key] of keys.entries()) {
      if (!this.#fits()) {
        items.push(`… ${keys.length - i} more`);
        break;
      }
      const value = map instanceof Map ? map.get(key) : entry(map, String(key));
      items.push(`${this.#key(key)}${colon}${this.text(value ?? null, depth + 1)}`);
    }
    return this.#enclosed('{', items, '}', depth);
  }

  /** JSON keys are texts; a key of another type is written as its own JSON. */
  #key(key: Value): string {
    return this.#string(typeof key === 'string' ? key : toJson(key));
  }

  #enclosed(open: string, items: readonly string[], close: string, depth: number): string {
    if (items.length === 0) return open + close;
    if (this.#indent === 0) return open + items.join(',') + close;
    const inner = `\n${' '.repeat(this.#indent * (depth + 1))}`;
    return `${open}${inner}${items.join(`,${inner}`)}\n${' '.repeat(this.#indent * depth)}${close}`;
  }
}

/** `Double` is integral, so the fraction has to be added by hand unless there is an exponent. */
function doubleText(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value);
  return text.includes('e') ? text : `${text}.0`;
}

function timestampText({ seconds, nanos }: Timestamp): string {
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  const fraction = nanos === 0 ? '' : `.${withoutEnd(String(nanos).padStart(9, '0'), /0/)}`;
  return `${whole}${fraction}Z`;
}

function durationText({ nanos }: Duration): string {
  const sign = nanos < 0n ? '-' : '';
  const size = nanos < 0n ? -nanos : nanos;
  const rest = size % 1_000_000_000n;
  const fraction = rest === 0n ? '' : `.${withoutEnd(String(rest).padStart(9, '0'), /0/)}`;
  return `${sign}${size / 1_000_000_000n}${fraction}s`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The engine has no `btoa`: it differs between the places where the engine runs. */
export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const a = bytes[i] ?? 0;
    const b = bytes[i + 1] ?? 0;
    const c = bytes[i + 2] ?? 0;
    const left = bytes.length - i;
    parts.push(
      alphabet.charAt(a >> 2),
      alphabet.charAt(((a & 3) << 4) | (b >> 4)),
      left > 1 ? alphabet.charAt(((b & 15) << 2) | (c >> 6)) : '=',
      left > 2 ? alphabet.charAt(c & 63) : '=',
    );
  }
  return parts.join('');
}
