import { withoutEnd } from '../../../base/scan.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Node, Tree } from './node.ts';

/** How a print was broken into lines that its strings run over. */
export interface WordWrap {
  /** The longest line that has something of a value on it. */
  readonly width: number;
  /** What was written where a break stands, with the white space and the frame around it. */
  at(offset: number): '' | ' ';
}

/**
 * A break within a string, with what a program puts around it: the rest of a line, a frame, and the margin of the next line.
 * The first half says that a search begins where white space does, and not again within it.
 */
export const breakInString = /(?:(?:(?<![\\ \t│])|(?<=\\[ \t│]))[ \t│]+)?(?<!\\)\r?\n[ \t│]*/g;

/**
 * Rich breaks long lines between words wherever a console’s width is at an end, within strings as well, and leaves no mark of it:
 * https://rich.readthedocs.io/en/stable/console.html. Python itself never breaks a string. Undefined where the next word would
 * have fitted on some line: then the breaks are the writer's own.
 */
export function wordWrapOf(text: string, { nodes }: Tree): WordWrap | undefined {
  const breaks = nodes.flatMap((node) => (isString(node) ? breaksIn(text, node) : []));
  const root = nodes.at(-1);
  if (breaks.length === 0 || root === undefined) return undefined;
  const lines = text.slice(text.lastIndexOf('\n', root.start) + 1, root.end).split('\n');
  const width = lines.reduce((most, line) => (isOther(line) ? most : Math.max(most, shownOf(line).length)), 0);
  if (width < narrowest || width > widest || lines.length < (breaks.length > 1 ? 2 : fewestLines)) return undefined;
  const sides = breaks.map((offset) => sidesOf(text, offset));
  const told = sides.filter(({ text: around }) => !isOther(around));
  if (!told.every(({ line, next }) => line + 1 + next > width)) return undefined;
  const isAtEdge = told.length > 1 && told.every(({ line }) => line === width);
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

/** Lines that are shorter are so by chance, and no window is as wide as those that are longer. */
const narrowest = 30;
const widest = 400;
/** A single break tells nothing where there is hardly any other line to compare with. */
const fewestLines = 4;

function breaksIn(text: string, range: TextRange): readonly number[] {
  const body = text.slice(range.start, range.end);
  if (!body.includes('\n') || /^[a-z]{0,2}(?:'''|""")/i.test(body)) return [];
  return Array.from(body.matchAll(breakInString), ({ index }) => range.start + index);
}

interface Sides {
  /** Characters of the line that ends here, of the white space and the frame at its start, of its last word, and of the first word behind. */
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

/** How wide a terminal shows what is not Latin, nobody can tell. */
const isOther = (line: string): boolean => /[^\u0020-\u02FF\u2010-\u2027│]/.test(line);

/** A line without what is drawn around it, and without the place in a program that Rich writes at its end. */
const shownOf = (line: string): string =>
  line.length > 2 * widest ? line : withoutEnd(line.trimEnd().replace(/[ \t]{2}[\w./-]{1,80}\.py:\d+$/, ''), /[\s│]/);
