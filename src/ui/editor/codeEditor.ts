/** What an editor shows and asks for, in words that the plain text box and Monaco both understand. */

/** A half-open range of UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface CodeMark extends Span {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly message: string;
  /** Offered as a quick fix where the editor can. */
  readonly fix?: CodeFix;
}

export interface CodeFix {
  readonly title: string;
  /** In the order of the text; none overlaps another. */
  readonly edits: readonly (Span & { readonly text: string })[];
}

export interface CodeSuggestion {
  readonly label: string;
  readonly kind: 'variable' | 'field' | 'function' | 'method' | 'macro' | 'value' | 'keyword' | 'snippet';
  /** Plain text; that of a snippet, function, method or macro has places to fill in, `${1:value}`. */
  readonly insert: string;
  readonly replaces: Span;
  readonly detail: string;
  readonly about: string;
}

export interface CodeHover extends Span {
  /** Plain text; the first line is set as code. */
  readonly lines: readonly string[];
}

/** Something told behind a place in the text, which is no part of the text. */
export interface CodeInlay {
  readonly at: number;
  readonly text: string;
}

export interface CodeSignatureHelp {
  readonly signatures: readonly {
    readonly label: string;
    readonly about: string;
    /** Each parameter as a part of the label. */
    readonly parameters: readonly (Span & { readonly about: string })[];
  }[];
  readonly active: number;
  readonly parameter: number;
}

/** A name and all the places where it stands. */
export interface CodeBinding {
  readonly name: string;
  readonly places: readonly Span[];
}

/** The places to write another name at, or why not. */
export type CodeRenaming = { readonly places: readonly Span[] } | { readonly refused: string };

/** What is asked for with Monaco, which is the first to need it. */
export interface CodeLanguage {
  readonly id: string;
  load(): Promise<CodeSyntax>;
}

/** Monaco's two descriptions of a language, without Monaco's types. */
export interface CodeSyntax {
  /** A Monarch grammar. */
  readonly grammar: object;
  readonly configuration: object;
}

/** Asked for at an offset of `text`; `signal` says that the answer is no longer wanted. */
export interface CodeProviders {
  readonly suggest?: (text: string, offset: number, signal: AbortSignal) => Promise<readonly CodeSuggestion[]>;
  readonly hover?: (text: string, offset: number, signal: AbortSignal) => Promise<CodeHover | null>;
  readonly signature?: (text: string, offset: number, signal: AbortSignal) => Promise<CodeSignatureHelp | null>;
  readonly binding?: (text: string, offset: number, signal: AbortSignal) => Promise<CodeBinding | null>;
  readonly rename?: (text: string, offset: number, to: string, signal: AbortSignal) => Promise<CodeRenaming>;
  /** The text in its usual form; null for one that has none. */
  readonly format?: (text: string) => Promise<string | null>;
}

/** What can be placed beside the rows of a text follows them. */
export interface RowsToFollow {
  /**
   * Tells where the rows of these offsets begin, in pixels below the top of the editor, now and whenever that changes.
   * The offsets keep to their text while it is edited around them. Returns what ends it.
   */
  followRows(offsets: readonly number[], onTops: (tops: readonly number[]) => void): () => void;
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
