import { double, Double, int, isList, isMap, keysOf, Opaque, Optional, TypeValue, Unknown } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { toJson } from '../../model/json.ts';
import { lookUp } from '../evaluate/access.ts';
import { givenUp } from '../evaluate/frame.ts';
import type { Meter } from '../evaluate/frame.ts';
import { fn } from '../evaluate/library.ts';
import type { CelFunction } from '../evaluate/library.ts';
import { doubleOf } from '../evaluate/number.ts';
import { CelError, cut, invalid, shortType } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';

/** JSON text and back. Ints and doubles stay distinct as written, as when a recording is read. */
export const jsonFunctions: readonly CelFunction[] = [
  fn('json.decode', 1, (text, _b, _c, _d, meter) => {
    if (typeof text !== 'string') return undefined;
    return meter.spend(text.length >> 2) ? decodeJson(text) : givenUp;
  }),
  fn('json.encode', 1, (value, _b, _c, _d, meter) => obstacleTo(value, 0, meter) ?? toJson(value)),
];

const maxDepth = 200;
/** Converting digits to a bigint takes quadratic time, and rules do not compute with such numbers. */
const maxDigits = 4000;

export function decodeJson(text: string): Value | CelError {
  const reader = new JsonText(text);
  const value = reader.value(0);
  if (value instanceof CelError) return value;
  return reader.isAtEnd() ? value : reader.unexpected();
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const words: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['t', true],
  ['f', false],
  ['n', null],
]);

class JsonText {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  isAtEnd(): boolean {
    this.skipSpace();
    return this.at === this.text.length;
  }

  unexpected(): CelError {
    const found = this.text.slice(this.at, this.at + 20);
    const what = found === '' ? 'the text ends too early' : `${JSON.stringify(found)} is not expected there`;
    return invalid(`${JSON.stringify(cut(this.text))} is not JSON: at character ${this.at}, ${what}`);
  }

  value(depth: number): Value | CelError {
    if (depth > maxDepth) return invalid(`this JSON is nested more than ${maxDepth} levels deep`);
    this.skipSpace();
    const first = this.text.charAt(this.at);
    if (first === '{') return this.record(depth);
    if (first === '[') return this.list(depth);
    if (first === '"') return this.string();
    const word = words.get(first);
    if (word === undefined) return this.number();
    if (!this.text.startsWith(String(word), this.at)) return this.unexpected();
    this.at += String(word).length;
    return word;
  }

  private record(depth: number): Value | CelError {
    const fields = new Map<string, Value>();
    if (this.opensEmpty('}')) return {};
    do {
      this.skipSpace();
      const key = this.string();
      if (typeof key !== 'string') return key;
      if (!this.takes(':')) return this.unexpected();
      const value = this.value(depth + 1);
      if (value instanceof CelError) return value;
      fields.set(key, value);
    } while (this.takes(','));
    // Assignment would set the prototype for `__proto__`, which must be an ordinary key.
    const made: RecordValue = Object.fromEntries(fields);
    return this.takes('}') ? made : this.unexpected();
  }

  private list(depth: number): Value | CelError {
    const elements: Value[] = [];
    if (this.opensEmpty(']')) return elements;
    do {
      const value = this.value(depth + 1);
      if (value instanceof CelError) return value;
      elements.push(value);
    } while (this.takes(','));
    return this.takes(']') ? elements : this.unexpected();
  }

  private opensEmpty(close: string): boolean {
    this.at++;
    return this.takes(close);
  }

  private string(): string | CelError {
    const end = this.text.charAt(this.at) === '"' ? this.stringEnd() : -1;
    if (end < 0) return this.unexpected();
    try {
      // JSON.parse yields a string for a string.
      const value = JSON.parse(this.text.slice(this.at, end)) as string;
      this.at = end;
      return value;
    } catch {
      // A control character or an escape that JSON does not have.
      return this.unexpected();
    }
  }

  /** The index after the next unescaped quote; -1 when there is none. */
  private stringEnd(): number {
    for (let at = this.text.indexOf('"', this.at + 1); at >= 0; at = this.text.indexOf('"', at + 1)) {
      let slashes = 0;
      while (this.text[at - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) return at + 1;
    }
    return -1;
  }

  /** A number without fraction and exponent is an int of any size, otherwise a double. */
  private number(): Value | CelError {
    const start = this.at;
    let end = start;
    while (end - start <= maxDigits && '+-.eE0123456789'.includes(this.text[end] ?? ' ')) end++;
    const written = this.text.slice(start, end);
    if (written.length > maxDigits) return invalid(`this JSON has a number of more than ${maxDigits} digits`);
    if (!number.test(written)) return this.unexpected();
    this.at = end;
    return /[.eE]/.test(written) ? double(Number(written)) : int(BigInt(written));
  }

  private takes(mark: string): boolean {
    this.skipSpace();
    if (this.text[this.at] !== mark) return false;
    this.at++;
    return true;
  }

  private skipSpace(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at++;
  }
}

/** The reason why a value cannot be written as JSON. */
function obstacleTo(value: Value, depth: number, meter: Meter): EvalResult | undefined {
  if (!meter.spend(typeof value === 'string' ? 1 + (value.length >> 6) : 1)) return givenUp;
  if (typeof value !== 'object' || value === null || value instanceof Double) {
    const size = doubleOf(value);
    return size === undefined || Number.isFinite(size) ? undefined : invalid(`JSON has no number for ${size}`);
  }
  if (value instanceof Unknown) return value;
  if (value instanceof Optional || value instanceof TypeValue || value instanceof Opaque)
    return invalid(`JSON has nothing for a value of type ${shortType(value)}`);
  if (depth > maxDepth) return invalid(`this value is nested more than ${maxDepth} levels deep`);
  const parts = isList(value) ? value : isMap(value) ? keysOf(value).map((key) => lookUp(value, key) ?? null) : [];
  let worst: EvalResult | undefined;
  for (const part of parts) {
    const obstacle = obstacleTo(part, depth + 1, meter);
    if (obstacle === givenUp || obstacle instanceof Unknown) return obstacle;
    worst ??= obstacle;
  }
  return worst;
}
