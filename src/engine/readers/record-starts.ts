import { countLeading } from '../../base/scan.ts';
import type { TextRange } from '../model/problem.ts';

/**
 * The beginning of a record behind the end of another: `}, {'a': …`, `), Foo(a=…`. It is found by these marks alone, so
 * reading can continue there when the text before it cannot be read. The text is searched once for any number of
 * queries.
 */
export class RecordStarts {
  readonly #text: string;
  readonly #range: TextRange;
  /** In the order of the text: the bracket that ends a record, and where the next one begins. */
  readonly #found: { readonly bracket: number; readonly start: number }[] = [];
  /** All starts up to this offset are found. */
  #searched: number;

  constructor(text: string, range: TextRange) {
    this.#text = text;
    this.#range = range;
    this.#searched = range.start;
  }

  /** The first one whose mark begins at an offset or behind it; undefined when there is none. */
  after(offset: number): number | undefined {
    while (this.#searched < this.#range.end && (this.#found.at(-1)?.bracket ?? -1) < offset) this.#search();
    return this.#found[countLeading(this.#found.length, (at) => (this.#found[at]?.bracket ?? 0) < offset)]?.start;
  }

  #search(): void {
    boundary.lastIndex = this.#searched;
    const match = boundary.exec(this.#text);
    const start = match === null ? Infinity : match.index + match[0].length;
    if (match !== null && start < this.#range.end) this.#found.push({ bracket: match.index, start });
    this.#searched = start;
  }
}

const boundary = /[}\])](?:\s*,)?\s*(?=\{\s*(?:['"][^'"\n]{1,80}['"]\s*:)|[A-Z]\w{0,80}\(\s*[a-z_]\w{0,80}=)/g;
