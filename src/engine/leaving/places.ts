import type { Path } from '../model/path.ts';
import { Double, int, isRecord, Uint, Unknown, type RecordValue, type Value } from '../model/value.ts';
import { decoded, isJsonText, jsonTokens } from './json-tokens.ts';

/** Where a text or a number is in the session. */
export interface Place {
  /** As the session file has it, also inside JSON texts. The list changes with each place: copy it to keep it. */
  readonly path: Path;
  /** The name of the field; that of the list for an element. */
  readonly name: string;
  /** True where the user chose the path. */
  readonly isChosen: boolean;
}

export type AnyNumber = number | bigint | Double | Uint;

/** Sees each text and number, and returns what takes its place. */
export interface Visitor {
  text(text: string, place: Place): string;
  number(value: AnyNumber, place: Place): AnyNumber;
  key(key: string, place: Place): string;
}

/** Fields that say what an event is. They hold words of the format, nothing of the recording. */
const ofFormat: ReadonlySet<string> = new Set('type outcome kind phase limit at'.split(' '));
const ofHeader: ReadonlySet<string> = new Set('importer decisions dialect protocol'.split(' '));

/** Texts inside texts inside texts end here. */
const deepestText = 8;

/** Walks all texts and numbers of plain data. Returns the same object where nothing changed. */
export class Walk {
  readonly #visitor: Visitor;
  readonly #chosen: readonly PathPattern[];
  readonly #path: (string | number)[] = [];
  /** The path with the names that the data gives beside a value, such as `{path: "user.email", value: …}`. */
  readonly #named: (string | number)[] = [];

  constructor(visitor: Visitor, chosen: readonly PathPattern[]) {
    this.#visitor = visitor;
    this.#chosen = chosen;
  }

  /** `root`: the name of the part of the session: header, events, notes. The result has the form of the value. */
  at<Part>(root: string, index: number | null, value: Part): Part {
    this.#path.push(root, ...(index === null ? [] : [index]));
    this.#named.push(...this.#path);
    const changed = this.#value(
      value as Value, // plain data by the schema of its system
      this.#isChosen(),
      root === 'events' ? ofFormat : root === 'header' ? ofHeader : none,
      0,
    );
    this.#path.length = 0;
    this.#named.length = 0;
    return changed as Part; // the same fields with other texts and numbers
  }

  #isChosen(): boolean {
    return this.#chosen.some((pattern) => endsWith(this.#path, pattern) || endsWith(this.#named, pattern));
  }

  #place(isChosen: boolean): Place {
    const name = this.#named.findLast((step) => typeof step === 'string') ?? '';
    return { path: this.#path, name, isChosen };
  }

  #value(value: Value, isChosen: boolean, frozen: ReadonlySet<string>, depth: number): Value {
    if (typeof value === 'string') return this.#text(value, isChosen, depth);
    if (typeof value === 'number' || typeof value === 'bigint')
      return this.#visitor.number(value, this.#place(isChosen));
    if (typeof value === 'boolean') return isChosen ? false : value;
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Double || value instanceof Uint) return this.#visitor.number(value, this.#place(isChosen));
    if (value instanceof Uint8Array) return this.#bytes(value, isChosen);
    if (value instanceof Unknown) return this.#unknown(value, isChosen);
    if (Array.isArray(value)) return this.#list(value, isChosen, depth);
    if (value instanceof Map) return this.#map(value as ReadonlyMap<Value, Value>, isChosen, depth); // our maps hold values
    return isRecord(value) ? this.#record(value, isChosen, frozen, depth) : value;
  }

  #list(list: readonly Value[], isChosen: boolean, depth: number): readonly Value[] {
    let copy: Value[] | undefined;
    for (const [index, element] of list.entries()) {
      const changed = this.#below(index, index, element, isChosen, depth);
      if (changed !== element) (copy ??= [...list])[index] = changed;
    }
    return copy ?? list;
  }

  #record(record: RecordValue, isChosen: boolean, frozen: ReadonlySet<string>, depth: number): RecordValue {
    const given = nameGiven(record);
    let isSame = true;
    const entries: [string, Value][] = [];
    // A loop instead of a callback: values may be as deep as the call stack allows.
    for (const [key, value] of Object.entries(record)) {
      if (frozen.has(key)) {
        entries.push([key, value]);
        continue;
      }
      const named = given !== null && (key === 'value' || key === 'state') ? given : key;
      const changed = this.#below(key, named, value, isChosen, depth);
      const written = this.#key(key, isChosen);
      if (changed !== value || written !== key) isSame = false;
      entries.push([written, changed]);
    }
    // `Object.fromEntries` keeps `__proto__` an ordinary key.
    return isSame ? record : Object.fromEntries(entries);
  }

  #map(map: ReadonlyMap<Value, Value>, isChosen: boolean, depth: number): ReadonlyMap<Value, Value> {
    let isSame = true;
    const pairs = [...map].map(([key, value]): [Value, Value] => {
      const step = String(key);
      const changed = this.#below(step, step, value, isChosen, depth);
      const written = typeof key === 'string' ? this.#key(key, isChosen) : key;
      if (changed !== value || written !== key) isSame = false;
      return [written, changed];
    });
    return isSame ? map : new Map(pairs);
  }

  #key(key: string, isChosen: boolean): string {
    this.#path.push(key);
    const written = this.#visitor.key(key, this.#place(isChosen));
    this.#path.pop();
    return written;
  }

  #below(
    step: string | number,
    named: string | number | readonly string[],
    value: Value,
    isChosen: boolean,
    depth: number,
  ): Value {
    const length = this.#named.length;
    this.#path.push(step);
    if (typeof named === 'object') this.#named.push(...named);
    else this.#named.push(named);
    const changed = this.#value(value, isChosen || this.#isChosen(), none, depth);
    this.#path.pop();
    this.#named.length = length;
    return changed;
  }

  /** One byte is one character: a value in Latin letters is found, and its stand-in has as many bytes. */
  #bytes(bytes: Uint8Array, isChosen: boolean): Uint8Array {
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    const changed = this.#visitor.text(text, this.#place(isChosen));
    return changed === text ? bytes : Uint8Array.from(changed, (char) => char.charCodeAt(0) % 256);
  }

  #unknown(value: Unknown, isChosen: boolean): Unknown {
    let isSame = true;
    const missing = value.missing.map((path) =>
      path.map((step) => {
        const written = typeof step === 'string' ? this.#visitor.key(step, this.#place(isChosen)) : step;
        if (written !== step) isSame = false;
        return written;
      }),
    );
    return isSame ? value : new Unknown(missing);
  }

  /** A JSON text is walked like a value, and the rest of it stays as it is written. */
  #text(text: string, isChosen: boolean, depth: number): string {
    if (depth >= deepestText || !isJsonText(text)) return this.#visitor.text(text, this.#place(isChosen));
    const [outer, outerNamed] = [this.#path.length, this.#named.length];
    let changed = '';
    let done = 0;
    const tokens = jsonTokens(text);
    let next = tokens.next();
    for (; next.done !== true; next = tokens.next()) {
      const { start, end, kind, path } = next.value;
      const literal = text.slice(start, end);
      this.#path.push(...path);
      this.#named.push(...path);
      const isHere = isChosen || this.#chosenBelow(outer, outerNamed);
      const written = this.#token(literal, kind, isHere, depth);
      this.#path.length = outer;
      this.#named.length = outerNamed;
      if (written === literal) continue;
      changed += text.slice(done, start) + written;
      done = end;
    }
    const rest = next.value;
    if (rest >= text.length) return done === 0 ? text : changed + text.slice(done);
    return changed + text.slice(done, rest) + this.#visitor.text(text.slice(rest), this.#place(isChosen));
  }

  /** Whether the user chose the place of a token, or one that it is in, inside its text. */
  #chosenBelow(outer: number, outerNamed: number): boolean {
    return this.#chosen.some((pattern) =>
      [[this.#path, outer] as const, [this.#named, outerNamed] as const].some(([path, from]) =>
        path.some((_, at) => at >= from && endsWith(path.slice(0, at + 1), pattern)),
      ),
    );
  }

  #token(literal: string, kind: 'string' | 'number' | 'key', isChosen: boolean, depth: number): string {
    if (kind === 'number') {
      const value = numberIn(literal);
      const changed = this.#visitor.number(value, this.#place(isChosen));
      return changed === value ? literal : written(changed);
    }
    const text = decoded(literal);
    if (text === null) return literal.charAt(0) + this.#visitor.text(literal.slice(1, -1), this.#place(isChosen)) + '"';
    const changed =
      kind === 'key' ? this.#visitor.key(text, this.#place(isChosen)) : this.#text(text, isChosen, depth + 1);
    return changed === text ? literal : JSON.stringify(changed);
  }
}

const none: ReadonlySet<string> = new Set();

const numberIn = (literal: string): AnyNumber => (/^-?\d+$/.test(literal) ? int(BigInt(literal)) : Number(literal));

const written = (value: AnyNumber): string =>
  String(value instanceof Double || value instanceof Uint ? value.value : value);

/** The name in `{name: "cookie", value: "…"}`, and in events that set a value at a path. */
function nameGiven(record: RecordValue): readonly string[] | null {
  if (!Object.hasOwn(record, 'value') && !Object.hasOwn(record, 'state')) return null;
  const name = ['name', 'key', 'path', 'layer'].flatMap((key) =>
    Object.hasOwn(record, key) ? [record[key] ?? null] : [],
  )[0];
  if (typeof name === 'string') return name.split('.').slice(-8);
  return Array.isArray(name) ? name.filter((part) => typeof part === 'string') : null;
}

/** Steps of a path that the user wrote: `args.recipient.iban`, `events[3].text`, `headers.*`. */
export interface PathPattern {
  readonly written: string;
  readonly steps: readonly (string | number)[];
}

const step = /\["((?:[^"\\]|\\.){0,200})"\]|\[(\d{1,9})\]|\[\*?\]|([^.[\]]{1,200})/g;

/** A part of a path is enough: `iban` is every field of that name, `recipient.iban` one in every recipient. */
export function pathPattern(written: string): PathPattern | null {
  const steps = [...written.trim().matchAll(step)].map(([, quoted, index, name]) =>
    index === undefined ? (quoted ?? name?.trim() ?? '*') : Number(index),
  );
  return steps.every((one) => one === '*') ? null : { written, steps };
}

/** In rules, the arguments of a call are `input`. */
const inputs: ReadonlySet<string | number> = new Set(['input', 'args', 'params', 'passed', 'planned']);

/** Whether the path ends with these steps. Positions in lists may be left out. */
export function endsWith(path: Path, { steps }: PathPattern): boolean {
  let at = path.length - 1;
  for (let next = steps.length - 1; next >= 0; next--) {
    const wanted = steps[next] ?? '*';
    if (typeof wanted === 'string' && wanted !== '*')
      at = path.findLastIndex((one, index) => index <= at && typeof one !== 'number');
    const here = path[at];
    if (here === undefined) return false;
    if (wanted !== '*' && wanted !== here && !(wanted === 'input' && inputs.has(here))) return false;
    at--;
  }
  return true;
}
