import { countLeading } from '../../../base/scan.ts';
import type { TextRange } from '../../model/problem.ts';

/** A range of the original text, and its replacement. */
export interface Edit extends TextRange {
  readonly put: string;
}

/** A part of a text, repaired so that `JSON.parse` accepts it, with the original places. */
export class Edited {
  readonly text: string;
  /** In order, apart from each other, and inside the stretch. */
  readonly #edits: readonly Edit[];
  /** For each edit, the offset of its replacement in the repaired text. */
  readonly #starts: readonly number[];

  readonly #base: number;

  constructor(original: string, stretch: TextRange, edits: readonly Edit[]) {
    this.#base = stretch.start;
    const pieces: string[] = [];
    const starts: number[] = [];
    let from = stretch.start;
    let length = 0;
    for (const { start, end, put } of edits) {
      pieces.push(original.slice(from, start), put);
      length += start - from;
      starts.push(length);
      length += put.length;
      from = end;
    }
    pieces.push(original.slice(from, stretch.end));
    this.text = pieces.join('');
    this.#edits = edits;
    this.#starts = starts;
  }

  /** The range in the original of a range in the repaired text. */
  toOriginal(range: TextRange): TextRange {
    const start = this.#original(range.start);
    const end = range.end === range.start ? start : this.#original(range.end - 1, true) + 1;
    return { start, end: Math.max(start, end) };
  }

  #original(offset: number, last = false): number {
    const nth = countLeading(this.#starts.length, (at) => (this.#starts[at] ?? 0) <= offset) - 1;
    const edit = this.#edits[nth];
    if (edit === undefined) return this.#base + offset;
    const into = offset - (this.#starts[nth] ?? 0);
    if (into >= edit.put.length) return edit.end + into - edit.put.length;
    return last ? Math.max(edit.start, edit.end - 1) : edit.start;
  }
}
