import { countLeading } from '../../../base/scan.ts';
import type { TextRange } from '../../model/problem.ts';
import { excerpt } from '../lines.ts';
import type { Notebook } from '../notebook.ts';
import {
  closeBrace,
  closeBracket,
  closingQuote,
  colon,
  comma,
  keyAt,
  openBrace,
  openBracket,
  quote,
} from './characters.ts';

/** Members in a parsed value, without recursion: nesting may be deep. */
export function countMembers(value: unknown): number {
  let members = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const container = open.pop();
    if (typeof container !== 'object' || container === null) continue;
    if (Array.isArray(container)) {
      for (const element of container) if (typeof element === 'object') open.push(element);
      continue;
    }
    // A value that JSON.parse made: every enumerable property is an own one.
    const object = container as { readonly [key: string]: unknown };
    for (const key in object) {
      members += 1;
      const inner = object[key];
      if (typeof inner === 'object') open.push(inner);
    }
  }
  return members;
}

/** The places of members that a later one of the same name overwrites. */
export class Overwritten {
  /** In order and apart from each other. */
  readonly #ranges: TextRange[] = [];

  constructor(ranges: readonly TextRange[]) {
    for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
      // A range that begins inside the one before lies inside it as a whole: values nest.
      if (range.start >= (this.#ranges.at(-1)?.end ?? 0)) this.#ranges.push(range);
    }
  }

  has(offset: number): boolean {
    const next = countLeading(this.#ranges.length, (at) => (this.#ranges[at]?.end ?? 0) <= offset);
    return (this.#ranges[next]?.start ?? Infinity) <= offset;
  }
}

/** The offset in the document of an offset in this text: the text may be a part of it, or a repaired copy. */
export type Origin = (offset: number) => number;

/**
 * Walks valid JSON for names that occur twice in one object. Slower than `settle`: only for texts known to have some.
 */
export function findOverwritten(
  text: string,
  { start, end }: TextRange,
  notebook: Notebook,
  origin: Origin,
): Overwritten {
  const ranges: TextRange[] = [];
  /** Null for an array. */
  const open: (OpenObject | null)[] = [];
  let lastString = 0;
  for (let at = start; at < end; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        lastString = at;
        at = closingQuote(text, at);
        break;
      case colon:
        open.at(-1)?.begin(keyAt(text, lastString), lastString);
        break;
      case comma:
        open.at(-1)?.end(at);
        break;
      case openBrace:
        open.push(new OpenObject(ranges, notebook, origin));
        break;
      case openBracket:
        open.push(null);
        break;
      case closeBrace:
      case closeBracket:
        open.pop()?.end(at);
    }
  }
  return new Overwritten(ranges);
}

class OpenObject {
  readonly #members = new Map<string, TextRange>();
  readonly #overwritten: TextRange[];
  readonly #notebook: Notebook;
  readonly #origin: Origin;
  #name = '';
  #start = -1;

  constructor(overwritten: TextRange[], notebook: Notebook, origin: Origin) {
    this.#overwritten = overwritten;
    this.#notebook = notebook;
    this.#origin = origin;
  }

  begin(name: string, start: number): void {
    this.#name = name;
    this.#start = start;
  }

  end(end: number): void {
    if (this.#start === -1) return;
    const earlier = this.#members.get(this.#name);
    if (earlier !== undefined) {
      this.#overwritten.push(earlier);
      this.#notebook.add('assumed', 'reader/duplicate-key', duplicateMessage(this.#name), this.#origin(this.#start));
    }
    this.#members.set(this.#name, { start: this.#start, end });
  }
}

/** Also for Python dicts, where the last one counts as well. */
export const duplicateMessage = (name: string): string =>
  `The key "${excerpt(name, { start: 0, end: name.length })}" occurs twice in one object: the last one counts.`;
