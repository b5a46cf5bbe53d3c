/** What an editor shows and asks for, in words that the plain text box and Monaco both understand. */

/** A half-open range of UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface CodeMark extends Span {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly message: string;
}

export interface CodeSuggestion {
  readonly label: string;
  readonly kind: 'variable' | 'field' | 'function' | 'method' | 'macro' | 'value' | 'keyword';
  readonly insert: string;
  readonly replaces: Span;
  readonly detail: string;
  readonly about: string;
}

export interface CodeHover extends Span {
  /** Plain text; the first line is set as code. */
  readonly lines: readonly string[];
}

/** Monaco's two descriptions of a language, told apart from Monaco so that the page can hold them before it loads. */
export interface CodeLanguage {
  readonly id: string;
  /** A Monarch grammar. */
  readonly grammar: object;
  readonly configuration: object;
}

/** Asked for at an offset of `text`; `signal` says that the answer is no longer wanted. */
export interface CodeProviders {
  readonly suggest?: (text: string, offset: number, signal: AbortSignal) => Promise<readonly CodeSuggestion[]>;
  readonly hover?: (text: string, offset: number, signal: AbortSignal) => Promise<CodeHover | null>;
}

/** The least and the most rows that an editor takes before it scrolls. */
export interface Rows {
  readonly least: number;
  readonly most: number;
}

/** Both editors set text in this size, so that nothing jumps when one takes the other's place. */
export const lineHeight = 20;
export const fontSize = 13;
export const padding = { top: 6, bottom: 6, left: 10 } as const;

export const heightOf = (lines: number, { least, most }: Rows): number =>
  Math.min(Math.max(lines, least), most) * lineHeight + padding.top + padding.bottom;
