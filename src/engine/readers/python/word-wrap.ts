import { withoutEnd } from '../../../base/scan.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Node, Tree } from './node.ts';

/** How a print was broken into lines within strings. */
export interface WordWrap {
  /** The longest line with a part of a value. */
  readonly width: number;
  /** The text at a break, with the white space and the frame around it. */
  at(offset: number): '' | ' ';
}

/**
 * A break within a string, with the text that a program puts around it: the rest of a line, a frame, and the margin of
 * the next line.
 * The first half makes a search begin only at the start of white space, and not again within it.
 */
export const breakInString = /(?:(?:(?<![\\ \t│])|(?<=\\[ \t│]))[ \t│]+)?(?<!\\)\r?\n[ \t│]*/g;

/**
 * Rich breaks long lines between words at the width of a console, within strings as well, and leaves no mark:
 * https://rich.readthedocs.io/en/stable/console.html. Python itself never breaks a string. Undefined when the next word
 * would have fitted on some line: then the breaks are the writer's own.
 */
export function wordWrapOf(text: string, { nodes }: Tree): WordWrap | undefined {
  const breaks = nodes.flatMap((node) => (isString(node) ? breaksIn(text, node) : []));
  const root = nodes.at(-1);
  if (breaks.length === 0 || root === undefined) return undefined;
  const lines = text.slice(text.lastIndexOf('\n', root.start) + 1, root.end).split('\n');
  const width = lines.reduce((most, line) => (isOther(line) ? most : Math.max(most, shownOf(line).length)), 0);
  if (width < narrowest || width > widest || lines.length < (breaks.length > 1 ? 2 : fewestLines)) return undefined;
  const sides = breaks.map((offset) => sidesOf(text, offset));
  const comparable = sides.filter(({ text: around }) => !isOther(around));
  if (!comparable.every(({ line, next }) => line + 1 + next > width)) return undefined;
  const isAtEdge = comparable.length > 1 && comparable.every(({ line }) => line === width);
  return {
    width,
    at: (offset) => {
      const one = sidesOf(text, offset);
      const isInWord = one.line === width && one.margin + one.last + one.next > width;
      return isAtEdge || isInWord ? '' : ' ';
    },
  };
}

const isString = (node: Node): boolean => node.kind === 'string';

/** Shorter lines are a coincidence, and no window is wider than this. */
const narrowest = 30;
const widest = 400;
/** A single break is no evidence when there are almost no other lines to compare with. */
const fewestLines = 4;

function breaksIn(text: string, range: TextRange): readonly number[] {
  const body = text.slice(range.start, range.end);
  if (!body.includes('\n') || /^[a-z]{0,2}(?:'''|""")/i.test(body)) return [];
  return Array.from(body.matchAll(breakInString), ({ index }) => range.start + index);
}

interface Sides {
  /**
   * Number of characters of the line that ends here, of the white space and the frame at its start, of its last word,
   * and of the next word.
   */
  readonly line: number;
  readonly margin: number;
  readonly last: number;
  readonly next: number;
  readonly text: string;
}

function sidesOf(text: string, offset: number): Sides {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const line = shownOf(text.slice(start, Math.min(offset, start + 2 * widest)));
  const next = firstWord.exec(text.slice(offset, offset + 2 * widest))?.[1] ?? '';
  const last = line.length - withoutEnd(line, /\S/).length;
  const margin = line.search(/[^\s│]/);
  return { line: line.length, margin, last, next: next.length, text: line + next };
}

const firstWord = /^[ \t│]*\r?\n[ \t│]*([^\s│]*)/;

/** The width of characters outside Latin in a terminal is unknown. */
const isOther = (line: string): boolean => /[^\u0020-\u02FF\u2010-\u2027│]/.test(line);

/** A line without the frame around it, and without the place in a program that Rich writes at its end. */
const shownOf = (line: string): string =>
  line.length > 2 * widest ? line : withoutEnd(line.trimEnd().replace(/[ \t]{2}[\w./-]{1,80}\.py:\d+$/, ''), /[\s│]/);
