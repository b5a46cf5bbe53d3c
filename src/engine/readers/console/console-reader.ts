import { err, ok } from '../../../base/result.ts';
import type { TextRange } from '../../model/problem.ts';
import { readPlain, withoutColours } from '../colours.ts';
import type { Reader } from '../document.ts';
import { lineEnd, Lines } from '../lines.ts';
import { documentOf, type Located } from '../located.ts';
import { Notebook } from '../notebook.ts';

/** What a program prints for people: how to recognise it, and the values in it. */
interface ConsoleFormat extends Pick<Reader, 'id' | 'title'> {
  /** Whether the lines at the beginning of a text are such a print. */
  isPrinted(lines: readonly string[]): boolean;
  /** Notes what is left out. Undefined when there is no message. */
  read(text: string, notebook: Notebook): Located | undefined;
  /** The sentence for a text without a message. */
  readonly refusal: string;
}

/** Number of characters that decide. */
const sample = 20_000;

/** A reader of prints, which may be coloured for a terminal. */
export const consoleReader = ({ id, title, isPrinted, read, refusal }: ConsoleFormat): Reader => ({
  id,
  title,
  claim(text) {
    const lines = linesOf(withoutColours(text.slice(0, sample)).text);
    return isPrinted(lines.map((line) => line.text)) ? 'likely' : 'no';
  },
  read: (text) =>
    readPlain(text, (plain) => {
      const notebook = new Notebook(new Lines(plain));
      const found = read(plain, notebook);
      return found === undefined
        ? err({ code: `reader/${id}`, message: refusal })
        : ok(documentOf(id, plain, found, notebook.notes()));
    }),
});

/** A line without its line break. */
export interface Line extends TextRange {
  readonly text: string;
}

export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const next = lineEnd(text, start);
    const end = next > start && text[next - 1] === '\r' ? next - 1 : next;
    lines.push({ text: text.slice(start, end), start, end });
    start = next + 1;
  }
  return lines;
}

/** A message: the line that begins it, and the lines up to the next one. */
export interface Section<Heading> {
  readonly heading: Heading;
  /** The number of its first line, from 0. */
  readonly index: number;
  readonly head: Line;
  readonly body: readonly Line[];
}

/** The messages below headings, and the lines before the first heading. `headingIn`: the heading that a line is, given the one above it. */
export function sectionsIn<Heading>(
  lines: readonly Line[],
  headingIn: (line: string, open: Heading | undefined, index: number) => Heading | undefined,
): { readonly sections: readonly Section<Heading>[]; readonly before: readonly TextRange[] } {
  const sections: (Section<Heading> & { readonly body: Line[] })[] = [];
  const before: TextRange[] = [];
  for (const [index, line] of lines.entries()) {
    const open = sections.at(-1);
    const heading = headingIn(line.text, open?.heading, index);
    if (heading !== undefined) sections.push({ heading, index, head: line, body: [] });
    else if (open !== undefined) open.body.push(line);
    else if (!isBlank(line)) before.push(line);
  }
  return { sections, before };
}

export const isBlank = ({ text }: Line): boolean => text.trim() === '';

/** From the first to the last line that is not blank; empty when all are. */
export function withoutBlankEnds(lines: readonly Line[]): readonly Line[] {
  const first = lines.findIndex((line) => !isBlank(line));
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

/** From the first to the last line that is not blank; undefined when all are. */
export function rangeOfLines(lines: readonly Line[]): TextRange | undefined {
  const kept = withoutBlankEnds(lines);
  const [first, last] = [kept[0], kept.at(-1)];
  return first && last && { start: first.start, end: last.end };
}

export const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n');

export const wordsIn = (text: string, range: TextRange | undefined): string =>
  range === undefined ? '' : text.slice(range.start, range.end).trim();
