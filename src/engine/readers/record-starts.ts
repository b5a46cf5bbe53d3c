import type { TextRange } from '../model/problem.ts';

/**
 * Where a record begins behind the end of another: `}, {'a': …`, `), Foo(a=…`. Found by these marks alone, it is a place to go on
 * from when what stands before it cannot be read. Asked about any number of places, it searches the text once.
 */
export class RecordStarts {
  readonly #text: string;
  readonly #range: TextRange;
  /** In the order of the text: the bracket that ends a record, and where the next one begins. */
  readonly #found: { readonly bracket: number; readonly start: number }[] = [];
  /** All up to here are found. */
  #searched: number;

  constructor(text: string, range: TextRange) {
    this.#text = text;
    this.#range = range;
    this.#searched = range.start;
  }

  /** The first one whose mark begins at an offset or behind it; undefined where there is none. */
  after(offset: number): number | undefined {
    while (this.#searched < this.#range.end && (this.#found.at(-1)?.bracket ?? -1) < offset) this.#search();
    let [low, high] = [0, this.#found.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#found[middle]?.bracket ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return this.#found[low]?.start;
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
