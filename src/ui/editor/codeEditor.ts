import type { ReactNode } from 'react';

// The interface of an editor, for both the plain text box and Monaco.

/** A half-open range of UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface CodeMark extends Span {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly message: string;
  /** Offered as a quick fix, if the editor supports it. */
  readonly fix?: CodeFix;
}

export interface CodeFix {
  readonly title: string;
  /** In text order, without overlaps. */
  readonly edits: readonly (Span & { readonly text: string })[];
}

export interface CodeSuggestion {
  readonly label: string;
  readonly kind: 'variable' | 'field' | 'function' | 'method' | 'macro' | 'value' | 'keyword' | 'snippet';
  /** Plain text; for a snippet, function, method or macro with places to fill in, `${1:value}`. */
  readonly insert: string;
  readonly replaces: Span;
  readonly detail: string;
  readonly about: string;
}

export interface CodeHover extends Span {
  /** Plain text; the first line is set as code. */
  readonly lines: readonly string[];
}

/** A hint shown behind a place in the text; it is not part of the text. */
export interface CodeInlay {
  readonly at: number;
  readonly text: string;
}

/** A part of the text that opens something: a sign behind it shows that. */
export interface CodeOpener extends Span {
  /** What the sign does, as its tooltip. */
  readonly title: string;
}

/** Something beside a part of the text, over what is below. */
export interface CodePopover {
  readonly at: Span;
  /** Its accessible name. */
  readonly label: string;
  readonly content: ReactNode;
  /** Escape was pressed in the editor or the popover. When it closes, the editor gets back the focus. */
  readonly onClose: () => void;
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

/** A name and all its occurrences. */
export interface CodeBinding {
  readonly name: string;
  readonly places: readonly Span[];
}

/** The places to change for a new name, or why it cannot be renamed. */
export type CodeRenaming = { readonly places: readonly Span[] } | { readonly refused: string };

/** A language, loaded together with Monaco. */
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

/** Functions that answer for an offset of `text`; `signal` aborts when the answer is no longer needed. */
export interface CodeProviders {
  readonly suggest?: (text: string, offset: number, signal: AbortSignal) => Promise<readonly CodeSuggestion[]>;
  readonly hover?: (text: string, offset: number, signal: AbortSignal) => Promise<CodeHover | null>;
  readonly signature?: (text: string, offset: number, signal: AbortSignal) => Promise<CodeSignatureHelp | null>;
  readonly binding?: (text: string, offset: number, signal: AbortSignal) => Promise<CodeBinding | null>;
  readonly rename?: (text: string, offset: number, to: string, signal: AbortSignal) => Promise<CodeRenaming>;
  /** The formatted text; null if it cannot be formatted. */
  readonly format?: (text: string) => Promise<string | null>;
}

/** Reports the positions of rows, for content beside them. */
export interface RowsToFollow {
  /**
   * Reports where the rows of these offsets begin, in pixels below the editor's top, now and at every change. The
   * offsets follow their text through edits. Returns a function that stops it.
   */
  followRows(offsets: readonly number[], onTops: (tops: readonly number[]) => void): () => void;
}

/** Where the parts of a text are, for content beside them. */
export interface PlacesToFollow {
  /** The box of a part in the window; null while it is not in sight. */
  boxOf(span: Span): DOMRect | null;
  /** Calls back whenever boxes may have moved within the window, until the returned function is called. */
  followBoxes(onMove: () => void): () => void;
}

/** The minimum and maximum height of an editor in rows; beyond the maximum it scrolls. */
export interface Rows {
  readonly least: number;
  readonly most: number;
}

/** Both editors use this size, so that nothing jumps when one replaces the other. */
export const lineHeight = 20;
export const fontSize = 13;
export const padding = { top: 6, bottom: 6, left: 10 } as const;

export const heightOf = (lines: number, { least, most }: Rows): number =>
  Math.min(Math.max(lines, least), most) * lineHeight + padding.top + padding.bottom;
