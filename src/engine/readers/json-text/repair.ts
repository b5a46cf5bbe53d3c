import type { TextRange } from '../../model/problem.ts';
import { depthLimit } from '../../model/json.ts';
import type { Value } from '../../model/value.ts';
import { tokenAt, tooDeep, type Fault } from '../fault.ts';
import { duplicateMessage, type Notebook } from '../notebook.ts';
import { exactNumber, isBeyond64Bits, noteNonFinite, noteOversized } from '../numbers.ts';
import {
  closeBrace,
  closeBracket,
  closingQuote,
  colon,
  comma,
  commentEnd,
  decoded,
  isDigit,
  isPlain,
  minus,
  openBrace,
  openBracket,
  quote,
  skipSpace,
} from './characters.ts';

/** One JSON value with exact numbers. */
export interface Repaired {
  readonly value: Value;
  /** Some key occurs twice in one object. */
  readonly hasTwins: boolean;
  /** The end of the value, comments and white space after it included. */
  readonly end: number;
  /** All before this offset is complete; nothing behind it is in the value. */
  readonly goodEnd: number;
}

/**
 * Reads one value at the start of a range by JSON's grammar, and repairs common faults: comments, trailing commas, raw
 * line breaks in strings, Python's `NaN`, and an end that is cut off. Anything else is a fault at its exact place.
 */
export function repair(text: string, range: TextRange, notebook: Notebook, whenCutOff: WhenCutOff): Repaired | Fault {
  return new Repairer(text, range, notebook, whenCutOff).repair();
}

/** A file that ends inside a value keeps the complete parts; such a line of JSON Lines is left out as a whole. */
export type WhenCutOff = 'keep' | 'refuse';

type Expecting = 'value' | 'first-element' | 'first-name' | 'name' | 'colon' | 'next';

const expectations: { readonly [E in Expecting]: string } = {
  value: 'a value',
  'first-element': 'a value or ]',
  'first-name': 'a key in double quotes or }',
  name: 'a key in double quotes',
  colon: 'a colon after the key',
  next: 'a comma or a closing bracket',
};

class Repairer {
  readonly #text: string;
  readonly #end: number;
  readonly #notebook: Notebook;
  readonly #whenCutOff: WhenCutOff;
  /** Offsets of the open brackets and braces. */
  readonly #open: number[] = [];
  /** The lists and records of the open brackets and braces. */
  readonly #holders: (Value[] | { [key: string]: Value })[] = [];
  #value: Value = null;
  /** The last key, and its offset. */
  #key = '';
  #keyAt = 0;
  #hasTwins = false;
  #expecting: Expecting = 'value';
  #at: number;
  /** Everything before this, with the open brackets closed, is complete. */
  #goodEnd = 0;
  #lastComma = -1;
  /** A string with a raw line break: perhaps its closing quote is missing. */
  #brokenString = -1;

  constructor(text: string, { start, end }: TextRange, notebook: Notebook, whenCutOff: WhenCutOff) {
    this.#whenCutOff = whenCutOff;
    this.#text = text;
    this.#at = start;
    this.#end = end;
    this.#notebook = notebook;
  }

  repair(): Repaired | Fault {
    for (;;) {
      this.#skipBlank();
      if (this.#at >= this.#end) return this.#cutOff();
      const fault = this.#step(this.#text.charCodeAt(this.#at));
      if (fault === 'cut-off') return this.#cutOff();
      if (fault !== undefined) return fault;
      if (this.#open.length === 0) {
        this.#skipBlank();
        return this.#repaired(this.#at);
      }
    }
  }

  #step(unit: number): Fault | 'cut-off' | undefined {
    switch (this.#expecting) {
      case 'first-element':
        return unit === closeBracket ? this.#close() : this.#readValue(unit);
      case 'value':
        return unit === closeBracket && this.#lastComma !== -1 ? this.#closeAfterComma() : this.#readValue(unit);
      case 'first-name':
        return unit === closeBrace ? this.#close() : this.#name(unit);
      case 'name':
        return unit === closeBrace ? this.#closeAfterComma() : this.#name(unit);
      case 'colon':
        if (unit !== colon) return this.#fault();
        this.#at += 1;
        this.#lastComma = -1;
        this.#expecting = 'value';
        return undefined;
      case 'next':
        return this.#next(unit);
    }
  }

  #next(unit: number): Fault | undefined {
    const inObject = this.#text.charCodeAt(this.#open.at(-1) ?? 0) === openBrace;
    if (unit === (inObject ? closeBrace : closeBracket)) return this.#close();
    if (unit !== comma) return this.#fault();
    this.#lastComma = this.#at;
    this.#at += 1;
    this.#expecting = inObject ? 'name' : 'value';
    return undefined;
  }

  #close(): undefined {
    this.#open.pop();
    this.#holders.pop();
    this.#done(this.#at + 1);
  }

  #closeAfterComma(): undefined {
    const message = 'A comma before a closing bracket was left out.';
    this.#notebook.add('repaired', 'reader/trailing-comma', message, this.#lastComma);
    this.#close();
  }

  /** Adds a value to the innermost list or record. */
  #put(value: Value): void {
    const holder = this.#holders.at(-1);
    const key = this.#key;
    if (holder === undefined) this.#value = value;
    else if (Array.isArray(holder)) holder.push(value);
    else {
      if (Object.hasOwn(holder, key)) {
        this.#hasTwins = true;
        this.#notebook.add('assumed', 'reader/duplicate-key', duplicateMessage(key), this.#keyAt);
      }
      setMember(holder, key, value);
    }
  }

  #scalar(value: Value, end: number): undefined {
    this.#put(value);
    this.#done(end);
  }

  /** A value is complete and ends here. */
  #done(end: number): undefined {
    this.#at = end;
    this.#goodEnd = end;
    this.#expecting = 'next';
  }

  #readValue(unit: number): Fault | 'cut-off' | undefined {
    if (unit === openBrace || unit === openBracket) {
      if (this.#open.length === depthLimit) return tooDeep(this.#at);
      const holder = unit === openBrace ? {} : [];
      this.#put(holder);
      this.#holders.push(holder);
      this.#open.push(this.#at);
      this.#at += 1;
      this.#goodEnd = this.#at;
      this.#expecting = unit === openBrace ? 'first-name' : 'first-element';
      return undefined;
    }
    if (unit === quote) return this.#string('next');
    return isDigit(unit) || unit === minus ? this.#number() : this.#word();
  }

  #name(unit: number): Fault | 'cut-off' | undefined {
    return unit === quote ? this.#string('colon') : this.#fault();
  }

  #string(then: 'next' | 'colon'): Fault | 'cut-off' | undefined {
    const close = closingQuote(this.#text, this.#at);
    if (close === -1 || close >= this.#end) return 'cut-off';
    const open = this.#at + 1;
    const body = this.#text.slice(open, close);
    for (const { 0: piece, index } of isPlain(body) ? [] : body.matchAll(toRepair)) {
      if (piece === '\\') return this.#escapeFault(open + index);
      if (piece.length > 1) continue;
      if (piece === '\n') this.#brokenString = this.#at;
      const message = 'A line break, tab or control character inside a string was kept.';
      this.#notebook.add('repaired', 'reader/raw-control', message, open + index);
    }
    const value = decoded(body);
    if (then === 'next') return this.#scalar(value, close + 1);
    this.#key = value;
    this.#keyAt = this.#at;
    this.#at = close + 1;
    this.#expecting = 'colon';
    return undefined;
  }

  #number(): Fault | 'cut-off' | undefined {
    if (this.#text.startsWith('-I', this.#at)) return this.#word();
    number.lastIndex = this.#at;
    const end = this.#at + (number.exec(this.#text)?.[0].length ?? 0);
    numberish.lastIndex = this.#at;
    const whole = this.#at + (numberish.exec(this.#text)?.[0].length ?? 0);
    // A number at the end may lack digits, unless it is the whole text.
    if (whole >= this.#end && (this.#open.length > 0 || end !== whole)) return 'cut-off';
    if (end !== whole || end === this.#at) return this.#fault();
    const literal = this.#text.slice(this.#at, end);
    const exact = exactNumber(literal);
    if (exact === undefined) noteOversized('read-as-double', this.#at, this.#notebook);
    else if (typeof exact === 'bigint' && isBeyond64Bits(exact))
      noteOversized('beyond-64-bits', this.#at, this.#notebook);
    return this.#scalar(exact ?? Number(literal), end);
  }

  #word(): Fault | 'cut-off' | undefined {
    const rest = this.#text.slice(this.#at, Math.min(this.#end, this.#at + 10));
    for (const [word, value] of words) {
      if (!rest.startsWith(word) || /[\w$.]/.test(this.#text.charAt(this.#at + word.length))) continue;
      if (typeof value === 'number') noteNonFinite(this.#at, this.#notebook);
      return this.#scalar(value, this.#at + word.length);
    }
    const isStart = [...words.keys()].some((word) => word.startsWith(rest));
    return isStart && this.#at + rest.length === this.#end ? 'cut-off' : this.#fault();
  }

  #skipBlank(): void {
    for (;;) {
      this.#at = skipSpace(this.#text, this.#at);
      const end = this.#at < this.#end ? commentEnd(this.#text, this.#at, this.#end) : this.#at;
      if (end === this.#at) return;
      this.#notebook.add('repaired', 'reader/comment', 'A comment was left out.', this.#at);
      this.#at = end;
    }
  }

  /** Ends the value where its last complete part ends, and closes what is open. */
  #cutOff(): Repaired | Fault {
    const began = this.#open.at(-1);
    if (began === undefined || this.#whenCutOff === 'refuse') return this.#fault('reader/cut-off');
    const inside = `${this.#text.charCodeAt(began) === openBrace ? 'an object' : 'an array'} that begins at ${this.#place(began)}`;
    this.#notebook.add(
      'lost',
      'reader/cut-off',
      `The text ends inside ${inside}: the complete parts before it were kept.`,
      this.#end,
    );
    return this.#repaired(this.#end);
  }

  #repaired(end: number): Repaired {
    return { value: this.#value, hasTwins: this.#hasTwins, end, goodEnd: this.#goodEnd };
  }

  #fault(code = 'reader/json'): Fault {
    const at =
      code === 'reader/cut-off' || this.#at >= this.#end
        ? { start: this.#end, end: this.#end }
        : tokenAt(this.#text, this.#at);
    return { code, at, expected: expectations[this.#expecting], advice: this.#advice(at) };
  }

  #escapeFault(at: number): Fault {
    return {
      code: 'reader/json',
      at: tokenAt(this.#text, at),
      expected: 'an escape that JSON knows (\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX)',
      advice: 'Write a backslash as \\\\.',
    };
  }

  #advice(at: TextRange): string {
    if (this.#brokenString !== -1) {
      return `The string that begins at ${this.#place(this.#brokenString)} runs over a line break: perhaps its closing quote is missing.`;
    }
    if (at.start >= this.#end) return 'Paste the whole text; it may have been cut off.';
    if (this.#expecting === 'next') return 'Perhaps a comma is missing before it.';
    return 'Fix the text there and open it again.';
  }

  #place(offset: number): string {
    return this.#notebook.place(offset);
  }
}

/** A raw control character, a known escape (longer than one unit), or the backslash of an unknown one. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const toRepair = /[\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})?/g;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const numberish = /[-+\w.]+/y;

/** The words of JSON, and those that Python writes for numbers that JSON does not have. */
const words: ReadonlyMap<string, boolean | number | null> = new Map<string, boolean | number | null>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

/** Assigning to a member called `__proto__` would set the prototype instead. */
export function setMember(holder: { [key: string]: unknown }, key: string, value: Value): void {
  if (key !== '__proto__') holder[key] = value;
  else Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}
