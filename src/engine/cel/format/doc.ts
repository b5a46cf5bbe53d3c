/**
 * A text whose line breaks are still open, after Wadler's "A prettier printer": a group is printed on one line where it
 * fits, and otherwise breaks at each of its own lines.
 */
export type Doc = string | Piece | Line | Group | Indent | readonly Doc[];

/** A piece of the source: comments before `at` are printed before it, or at the next end of a line. */
interface Piece {
  readonly kind: 'piece';
  readonly text: string;
  readonly at: number;
}

/** A line break when its group breaks; otherwise a blank, or nothing for a soft one. */
interface Line {
  readonly kind: 'line';
  readonly soft: boolean;
}

interface Group {
  readonly kind: 'group';
  readonly body: Doc;
  /** True to break the group even where it would fit on one line. */
  readonly broken: boolean;
}

interface Indent {
  readonly kind: 'indent';
  readonly body: Doc;
}

export const piece = (text: string, at: number): Doc => ({ kind: 'piece', text, at });
export const line: Doc = { kind: 'line', soft: false };
export const softLine: Doc = { kind: 'line', soft: true };
export const group = (body: Doc, broken: boolean): Doc => ({ kind: 'group', body, broken });
export const indent = (body: Doc): Doc => ({ kind: 'indent', body });
