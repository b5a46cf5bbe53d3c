import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import {
  closeBrace,
  closeBracket,
  closingQuote,
  comma,
  commentEnd,
  decoded,
  openBrace,
  openBracket,
  quote,
  skipSpace,
  slash,
} from './characters.ts';

/** The part of a text with one JSON value, perhaps with faults that were repaired when it was read. */
export interface JsonPart {
  readonly text: string;
  readonly range: TextRange;
  /** All before this offset is complete; nothing behind it is in the value. */
  readonly goodEnd: number;
  /** Some key occurs twice in one object. */
  readonly hasTwins: boolean;
}

/** Every so many elements of an array, an offset is remembered. */
const stride = 64;

/** Finds the ranges of parts of a JSON value. Skips values without building them. */
export class JsonPlaces {
  readonly #text: string;
  readonly #range: TextRange;
  readonly #goodEnd: number;
  readonly #hasTwins: boolean;
  /**
   * Offsets of some elements of long arrays, found on the way to others, so that the next look-up need not begin at the
   * first element. The key is the offset of the array's bracket; element `stride * n` is the nth entry.
   */
  readonly #marks = new Map<number, number[]>();

  constructor({ text, range, goodEnd, hasTwins }: JsonPart) {
    this.#text = text;
    this.#range = range;
    this.#goodEnd = goodEnd;
    this.#hasTwins = hasTwins;
  }

  /** The range of the value at a path; null when there is none. */
  locate(path: Path): TextRange | null {
    let at = this.#skipBlank(this.#range.start);
    for (const step of path) {
      const unit = this.#text.charCodeAt(at);
      if (unit === openBrace) at = this.#member(at, String(step));
      else at = unit === openBracket && typeof step === 'number' ? this.#element(at, step) : -1;
      if (at === -1) return null;
    }
    return { start: at, end: this.#valueEnd(at) };
  }

  #member(open: number, name: string): number {
    let found = -1;
    let at = this.#skipBlank(open + 1);
    while (at < this.#goodEnd && this.#text.charCodeAt(at) === quote) {
      const close = closingQuote(this.#text, at);
      const isIt = decoded(this.#text.slice(at + 1, close)) === name;
      // The colon follows, with white space on either side of it.
      at = this.#skipBlank(this.#skipBlank(close + 1) + 1);
      if (at >= this.#goodEnd) break;
      if (isIt) found = at;
      // Of two members with one name, the last one counts.
      if (isIt && !this.#hasTwins) break;
      at = this.#next(at);
    }
    return found;
  }

  #element(open: number, index: number): number {
    const first = this.#skipBlank(open + 1);
    const known = this.#marks.get(open) ?? [first];
    const nearest = Math.min(known.length - 1, Math.floor(Math.max(0, index) / stride));
    let at = known[nearest] ?? first;
    for (let here = nearest * stride; here < index && at !== -1;) {
      at = this.#next(at);
      here += 1;
      if (at !== -1 && here === known.length * stride) known.push(at);
    }
    if (known.length > 1) this.#marks.set(open, known);
    return index < 0 || at >= this.#goodEnd || this.#text.charCodeAt(at) === closeBracket ? -1 : at;
  }

  /** Where the next element or member begins; -1 when there is none. */
  #next(at: number): number {
    const after = this.#skipBlank(this.#valueEnd(at));
    return after < this.#goodEnd && this.#text.charCodeAt(after) === comma ? this.#skipBlank(after + 1) : -1;
  }

  #valueEnd(start: number): number {
    const text = this.#text;
    const unit = text.charCodeAt(start);
    if (unit === quote) return closingQuote(text, start) + 1;
    if (unit !== openBrace && unit !== openBracket) return scalarEnd(text, start);
    let depth = 0;
    for (let at = start; at < this.#goodEnd; at++) {
      switch (text.charCodeAt(at)) {
        case quote:
          at = closingQuote(text, at);
          break;
        case slash:
          at = commentEnd(text, at, this.#range.end) - 1;
          break;
        case openBrace:
        case openBracket:
          depth += 1;
          break;
        case closeBrace:
        case closeBracket:
          depth -= 1;
          if (depth === 0) return at + 1;
      }
    }
    return this.#range.end;
  }

  #skipBlank(from: number): number {
    let at = skipSpace(this.#text, from);
    while (this.#text.charCodeAt(at) === slash) {
      const end = commentEnd(this.#text, at, this.#range.end);
      if (end === at) break;
      at = skipSpace(this.#text, end);
    }
    return at;
  }
}

function scalarEnd(text: string, start: number): number {
  scalar.lastIndex = start;
  return start + (scalar.exec(text)?.[0].length ?? 0);
}

const scalar = /[^\s,/\]}]*/y;
