import { countLeading } from '../../base/scan.ts';
import type { TextRange } from '../model/problem.ts';

/** Both counted from 1; the column in UTF-16 units, as editors count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A line of a text without its line break. */
export interface Line extends TextRange {
  readonly number: number;
}

/** Every so many line starts one is remembered: a 40 MB text of short lines then needs under 1 MB. */
const stride = 64;

/** Lines of a text by number and by offset. Nothing is split or copied; the index is made at the first use. */
export class Lines {
  readonly #text: string;
  /** Offsets of the starts of lines 1, 1 + stride, 1 + 2 * stride, … */
  #marks: readonly number[] | undefined;
  #count = 0;
  /** There is no line break between `first` and `at`. */
  #lastBreak = { first: Infinity, at: -1 };

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** A text without a line break has one line; a final line break opens no further line. */
  get count(): number {
    this.#index();
    return this.#count;
  }

  positionOf(offset: number): Position {
    const marks = this.#index();
    const within = Math.max(0, Math.min(offset, this.#text.length));
    const mark = lastAtOrBefore(marks, within);
    let line = mark * stride + 1;
    let start = marks[mark] ?? 0;
    for (let next = this.#afterBreak(start); next !== -1 && next <= within; next = this.#afterBreak(start)) {
      start = next;
      line += 1;
    }
    return { line, column: within - start + 1 };
  }

  lineOf(offset: number): number {
    return this.positionOf(offset).line;
  }

  /** Undefined when the text has no such line. */
  line(number: number): Line | undefined {
    const marks = this.#index();
    if (!Number.isInteger(number) || number < 1 || number > this.#count) return undefined;
    let start = marks[Math.floor((number - 1) / stride)] ?? 0;
    for (let left = (number - 1) % stride; left > 0; left--) start = this.#afterBreak(start);
    return { number, start, end: this.#lineEnd(start) };
  }

  /** The lines that a range touches, with `around` more on either side, at most `limit` of them from the first on. */
  window(range: TextRange, around: number, limit = 1000): readonly Line[] {
    const first = Math.max(1, Math.min(this.count, this.lineOf(range.start)) - around);
    const last = Math.min(this.count, this.lineOf(Math.max(range.start, range.end - 1)) + around, first + limit - 1);
    const lines: Line[] = [];
    let start = this.line(first)?.start ?? 0;
    for (let number = first; number <= last; number++) {
      lines.push({ number, start, end: this.#lineEnd(start) });
      start = this.#afterBreak(start);
    }
    return lines;
  }

  #index(): readonly number[] {
    if (this.#marks !== undefined) return this.#marks;
    const marks = [0];
    let count = 1;
    for (let start = this.#afterBreak(0); start !== -1 && start < this.#text.length; start = this.#afterBreak(start)) {
      if (count % stride === 0) marks.push(start);
      count += 1;
    }
    this.#count = count;
    this.#marks = marks;
    return marks;
  }

  #afterBreak(from: number): number {
    const at = this.#breakFrom(from);
    return at === -1 ? -1 : at + 1;
  }

  /** The offset of the next line break; -1 when there is none. One endless line is searched only once. */
  #breakFrom(from: number): number {
    const { first, at } = this.#lastBreak;
    if (from >= first && (at === -1 || from <= at)) return at;
    const found = this.#text.indexOf('\n', from);
    this.#lastBreak = { first: from, at: found };
    return found;
  }

  #lineEnd(start: number): number {
    const at = this.#breakFrom(start);
    const end = at === -1 ? this.#text.length : at;
    return end > start && this.#text[end - 1] === '\r' ? end - 1 : end;
  }
}

const lastAtOrBefore = (marks: readonly number[], offset: number): number =>
  Math.max(0, countLeading(marks.length, (at) => (marks[at] ?? 0) <= offset) - 1);

/** A part of a text, as a panel shows it beside the session. */
export interface Surroundings {
  readonly text: string;
  /** Offset of `text` in the whole. */
  readonly start: number;
  /** The requested ranges within `text`, as offsets into it. */
  readonly highlights: readonly TextRange[];
  /** Number of the first line of `text`, from 1. */
  readonly firstLine: number;
  readonly totalLines: number;
}

/**
 * The lines of the first range with `margin` more on either side, and as many of the other ranges as fit; at most `limit`
 * characters, for a line may be 10 MB long. Without a range, the beginning of the text.
 */
export function linesAround(lines: Lines, ranges: readonly TextRange[], margin: number, limit: number): Surroundings {
  const [first = { start: 0, end: 0 }, ...others] = ranges;
  const near = others.filter(({ start, end }) => Math.max(end, first.end) - Math.min(start, first.start) < limit >> 1);
  const at = {
    start: Math.min(first.start, ...near.map(({ start }) => start)),
    end: Math.max(first.end, ...near.map(({ end }) => end)),
  };
  const shown = lines.window(at, margin);
  // The requested range comes first: a long line before it must not push it out.
  const start = Math.max(shown[0]?.start ?? 0, at.start - (limit >> 2));
  return cutOut(lines, ranges, start, Math.min(shown.at(-1)?.end ?? lines.text.length, start + limit));
}

/** A page of the text that begins at an offset, or at its line where that is near; whole lines where they are short. */
export function pageOf(lines: Lines, ranges: readonly TextRange[], from: number, limit: number): Surroundings {
  const { text } = lines;
  const offset = Math.max(0, Math.min(from, text.length - 1));
  const lineStart = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const start = offset === 0 || offset - lineStart > limit >> 2 ? offset : lineStart;
  const end = Math.min(text.length, start + limit);
  const lastBreak = text.lastIndexOf('\n', end);
  return cutOut(lines, ranges, start, end < text.length && lastBreak > start + (limit >> 1) ? lastBreak : end);
}

function cutOut(lines: Lines, ranges: readonly TextRange[], start: number, end: number): Surroundings {
  return {
    text: lines.text.slice(start, end),
    start,
    highlights: ranges
      .filter((range) => range.start < end && range.end > start)
      .map((range) => ({ start: Math.max(0, range.start - start), end: Math.min(range.end, end) - start })),
    firstLine: lines.lineOf(start),
    totalLines: lines.count,
  };
}

/** The offset of the next line break, but at most `end`. */
export function lineEnd(text: string, from: number, end = text.length): number {
  const at = text.indexOf('\n', from);
  return at === -1 || at > end ? end : at;
}

/** The form of a place in notes. */
export const formatPosition = ({ line, column }: Position): string => `line ${line}, column ${column}`;

/** The place of an offset in notes. For one place alone: each call looks for the line breaks again. */
export const placeIn = (text: string, offset: number): string => formatPosition(new Lines(text).positionOf(offset));

/** A piece of text for a sentence: one line, at most `limit` characters, what is left out shown as an ellipsis. */
export function excerpt(text: string, { start, end }: TextRange, limit = 40): string {
  const piece = text.slice(start, Math.min(end, start + limit));
  const line = piece.replaceAll(/\s+/g, ' ');
  return end - start > limit ? `${line}…` : line;
}
