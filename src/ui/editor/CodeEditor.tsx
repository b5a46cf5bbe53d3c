import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './CodeEditor.module.css';
import {
  type CodeInlay,
  type CodeLanguage,
  type CodeMark,
  type CodeOpener,
  type CodePopover,
  type CodeProviders,
  heightOf,
  lineHeight,
  padding,
  type Rows,
  type RowsToFollow,
  type Span,
} from './codeEditor.ts';
import { EditorPopover } from './EditorPopover.tsx';
import { focusAt, noteComposition, useMonaco } from './useMonaco.ts';

export interface CodeEditorProps extends CodeProviders {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The text box's accessible name. */
  readonly label: string;
  readonly language: CodeLanguage;
  readonly placeholder?: string;
  readonly rows?: Rows;
  readonly marks?: readonly CodeMark[];
  /** Highlighted parts. */
  readonly highlights?: readonly Span[];
  /** Hints behind places of the text; the plain text box does not show them. */
  readonly inlays?: readonly CodeInlay[];
  readonly onCursor?: (offset: number) => void;
  /** Escape was pressed, and there was nothing in the editor for it to close. */
  readonly onEscape?: () => void;
  /** Parts with a sign behind them; the plain text box does not show the signs. */
  readonly openers?: readonly CodeOpener[];
  /** A sign was pressed, or Alt-Enter at a place in the text. */
  readonly onOpen?: (offset: number) => void;
  readonly popover?: CodePopover | null;
  /** Identifies what the text belongs to; a new subject starts a new undo history. */
  readonly subject?: string;
  /** A column before the text with content per row, rendered once the rows' positions are known. */
  readonly gutter?: CodeGutter | null;
  /** Fills its container and scrolls, instead of growing with its rows. */
  readonly fills?: boolean;
  /** Tab indents, and leaves the editor after Escape; otherwise it leaves at once. */
  readonly indents?: boolean;
  /** Shows line numbers, for a text whose problems are reported by line. */
  readonly numbered?: boolean;
  /** Moves the caret and the focus there; a new object moves them again. */
  readonly place?: Span | null;
}

export interface CodeGutter {
  /** Pixels. */
  readonly width: number;
  readonly view: (rows: RowsToFollow) => ReactNode;
}

const defaultRows: Rows = { least: 1, most: 12 };
const none: readonly never[] = [];

/**
 * A code editor that can be used at once: a plain text box of the same size and name takes the typing until Monaco has
 * loaded, then passes its text, caret and focus to Monaco. If Monaco does not load, the text box stays.
 */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  const { value, onChange, label, language, placeholder = '', rows = defaultRows } = props;
  const {
    marks = none,
    highlights = none,
    inlays = none,
    subject = '',
    fills = false,
    indents = false,
    numbered = false,
    gutter = null,
    place = null,
    openers = none,
    popover = null,
  } = props;
  const host = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const [rowsTaken, setRowsTaken] = useState<number | null>(null);
  const [leaving, setLeaving] = useState(false);

  const escape = () => (popover === null ? props.onEscape?.() : popover.onClose());
  const phase = useMonaco(host, box, {
    language,
    label,
    placeholder,
    indents,
    numbered,
    gutter: gutter?.width ?? 0,
    providers: () => props,
    onChange,
    onCursor: (offset) => props.onCursor?.(offset),
    onOpen: (offset) => props.onOpen?.(offset),
    onRows: setRowsTaken,
    onLeaving: setLeaving,
    onEscape: escape,
  });
  const editor = phase.kind === 'ready' ? phase.editor : null;
  useLayoutEffect(() => editor?.setText(value, subject), [editor, value, subject]);
  useLayoutEffect(() => editor?.setMarks(marks), [editor, marks]);
  useLayoutEffect(() => editor?.setHighlights(highlights), [editor, highlights]);
  useLayoutEffect(() => editor?.setInlays(inlays), [editor, inlays]);
  useLayoutEffect(() => editor?.setOpeners(openers), [editor, openers]);

  const gutterWidth = gutter?.width ?? 0;
  const indent = padding.left + gutterWidth;
  const mirrored = editor === null && !fills ? withInlays(value, inlays) : null;
  useLayoutEffect(() => editor?.setGutter(gutterWidth), [editor, gutterWidth]);

  useLayoutEffect(() => {
    if (place !== null) focusAt(place, editor, box.current);
    // Monaco takes over the box's selection when it replaces the box.
  }, [editor, place]);

  const height = fills ? '100%' : heightOf(rowsTaken ?? value.split('\n').length, rows);
  return (
    <div
      className={styles.frame}
      style={{ height }}
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || popover === null) return;
        event.stopPropagation();
        popover.onClose();
      }}
    >
      {gutter !== null && (
        <div className={styles.gutter} style={{ width: gutter.width }}>
          {editor !== null && gutter.view(editor)}
        </div>
      )}
      <div ref={host} className={styles.host} />
      {mirrored !== null && (
        <Mirror key={`${indent} ${mirrored}`} text={mirrored} indent={indent} onRows={setRowsTaken} />
      )}
      {editor === null && (
        <textarea
          ref={box}
          className={styles.box}
          style={{ paddingLeft: indent }}
          aria-label={label}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={({ key, altKey, currentTarget }) => {
            if (key === 'Escape') escape();
            else if (key === 'Enter' && altKey) props.onOpen?.(currentTarget.selectionStart);
          }}
          onSelect={(event) => props.onCursor?.(event.currentTarget.selectionStart)}
          onCompositionStart={(event) => noteComposition(event.currentTarget, true)}
          onCompositionEnd={(event) => noteComposition(event.currentTarget, false)}
        />
      )}
      {popover !== null && <EditorPopover {...popover} editor={editor} box={box} />}
      {editor !== null && indents && (
        <p className={styles.way} role="note">
          {leaving ? 'Tab now leaves the editor' : 'Esc, then Tab, leaves'}
        </p>
      )}
    </div>
  );
}

interface MirrorProps {
  readonly text: string;
  /** Pixels before the text. */
  readonly indent: number;
  readonly onRows: (rows: number) => void;
}

/**
 * A hidden copy of the text that measures its rows until Monaco has loaded, so that nothing moves then. It measures
 * once; another text or indent makes another copy.
 */
function Mirror({ text, indent, onRows }: MirrorProps) {
  const copy = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const height = copy.current?.offsetHeight ?? 0;
    if (height > 0) onRows(Math.round((height - padding.top - padding.bottom) / lineHeight));
  }, [onRows]);
  return (
    <div ref={copy} className={styles.mirror} style={{ paddingLeft: indent }} aria-hidden>
      {text}
    </div>
  );
}

/** The text with its inlay hints, each about as wide as in Monaco. */
function withInlays(text: string, inlays: readonly CodeInlay[]): string {
  let at = 0;
  let whole = '';
  for (const inlay of inlays.toSorted((a, b) => a.at - b.at)) {
    whole += `${text.slice(at, inlay.at)}${noBreak(` ${inlay.text} `)}`;
    at = inlay.at;
  }
  // An empty last line takes a row as well.
  return `${whole}${text.slice(at)}\u200b`;
}

const noBreak = (text: string): string => text.replaceAll(' ', '\u00a0');
