import {
  type CodeInlay,
  type CodeLanguage,
  type CodeMark,
  type CodeOpener,
  type CodeProviders,
  fontSize,
  lineHeight,
  padding,
  type PlacesToFollow,
  type RowsToFollow,
  type Span,
} from './codeEditor.ts';
import { monaco } from './monacoFeatures.ts';
import { inlaysOf } from './monacoInlays.ts';
import { offerFixes } from './monacoFixes.ts';
import { openersOf, placesOf } from './monacoOpeners.ts';
import { connectProviders, knownTo, markOwner, rangeOf, registerLanguage } from './monacoProviders.ts';
import { followRows } from './monacoRows.ts';
import { followTheme, themeName } from './monacoTheme.ts';

// Monaco takes Ctrl-K as the beginning of longer shortcuts, and the next key as their end. Here it belongs to the page.
monaco.editor.addKeybindingRule({ keybinding: monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyK, command: null });

export interface MountOptions {
  readonly text: string;
  readonly language: CodeLanguage;
  readonly label: string;
  readonly placeholder: string;
  readonly numbered: boolean;
  /** Pixels reserved before the text. */
  readonly gutter: number;
  readonly providers: () => CodeProviders;
  readonly onChange: (text: string) => void;
  readonly onCursor: (offset: number) => void;
  /** Called with a place in the text: the user wants to open what its nearest opener opens. */
  readonly onOpen: (offset: number) => void;
  /** Called with the number of rows of the text, wrapped lines included. */
  readonly onRows: (rows: number) => void;
  /** Tab indents instead of leaving the editor. */
  readonly indents: boolean;
  /** With `indents`: called with true after Escape, until the user leaves the editor or types: Tab then leaves the editor. */
  readonly onLeaving: (leaving: boolean) => void;
  /** Without `indents`: called after Escape, when there was nothing in the editor for it to close. */
  readonly onEscape: () => void;
}

/** Monaco in an element, addressed by text offsets. */
export interface MountedEditor extends RowsToFollow, PlacesToFollow {
  /** Sets the text as an edit that can be undone, unless the subject is a new one. */
  setText(text: string, subject: string): void;
  setMarks(marks: readonly CodeMark[]): void;
  setHighlights(highlights: readonly Span[]): void;
  /** Sets the hints behind places of the text. */
  setInlays(inlays: readonly CodeInlay[]): void;
  setOpeners(openers: readonly CodeOpener[]): void;
  /** Reserves pixels before the text. */
  setGutter(width: number): void;
  /** Takes over the focus and selection of the plain text box. */
  focusAt(selection: { readonly start: number; readonly end: number }): void;
  dispose(): void;
}

// No feature in use needs Monaco's worker (no links, colours, diffs or word-based suggestions), so a request for one is
// a bug.
globalThis.MonacoEnvironment = {
  getWorker: (_moduleId, label) => {
    throw new Error(`Monaco asked for a worker (${label}); turn off the feature that needs it`);
  },
};

/** What all editors share. Monaco starts most of its services for it, which takes a while. */
export function startMonaco(): void {
  followTheme();
  monaco.editor.createModel('').dispose();
}

/** The first editor takes half as long again as each later one, so it is one that is never shown. */
export function rehearse(): void {
  const model = monaco.editor.createModel('');
  monaco.editor.create(document.createElement('div'), { model }).dispose();
  model.dispose();
}

export function mountMonaco(host: HTMLElement, options: MountOptions): MountedEditor {
  registerLanguage(options.language);
  const model = monaco.editor.createModel(options.text, options.language.id);
  connectProviders(model, options.providers);
  const editor = monaco.editor.create(host, { model, ...settings(options) });
  const highlights = editor.createDecorationsCollection();
  formatOnKey(editor, model);
  if (options.indents) leaveWithEscape(editor, options.onLeaving);
  else {
    editor.updateOptions({ tabFocusMode: true });
    escapeWhenIdle(editor, options.onEscape);
  }
  followSelectAll(editor, model, host);

  // A text set by the page is no edit of the user, so it is not reported as one.
  let fromOutside = false;
  let shown: string | null = null;
  model.onDidChangeContent(() => {
    if (!fromOutside) options.onChange(model.getValue());
  });
  editor.onDidChangeCursorPosition(({ position }) => options.onCursor(model.getOffsetAt(position)));
  const tellRows = () =>
    options.onRows(Math.round((editor.getContentHeight() - padding.top - padding.bottom) / lineHeight));
  editor.onDidContentSizeChange(tellRows);
  tellRows();
  // Widths measured before the font has loaded would misplace the caret.
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());

  return {
    setText(text, subject) {
      const isOther = shown !== null && shown !== subject;
      shown = subject;
      if (!isOther && text === model.getValue()) return;
      fromOutside = true;
      if (isOther) model.setValue(text);
      else {
        // An edit, not `setValue`, so that it can be undone; only of the differing part, so that the caret stays.
        const { start, end, by } = differenceOf(model.getValue(), text);
        editor.pushUndoStop();
        editor.executeEdits('outside', [{ range: rangeOf(model, { start, end }), text: by }]);
        editor.pushUndoStop();
      }
      fromOutside = false;
    },
    setMarks: ofText(model, (marks: readonly CodeMark[]) => {
      offerFixes(model, marks);
      monaco.editor.setModelMarkers(
        model,
        markOwner,
        marks.map((mark) => markerOf(model, mark)),
      );
    }),
    setHighlights(wanted) {
      if (wanted.length === 0 && highlights.length === 0) return;
      const ranges = wanted.map((span) => rangeOf(model, span));
      highlights.set(ranges.map((range) => ({ range, options: { className: 'code-highlight' } })));
      if (ranges[0] !== undefined) editor.revealRangeInCenterIfOutsideViewport(ranges[0]);
    },
    setInlays: ofText(model, inlaysOf(editor, model)),
    setOpeners: ofText(model, openersOf(editor, model, options.onOpen)),
    ...placesOf(editor, model),
    setGutter(width) {
      editor.updateOptions({ lineDecorationsWidth: width + padding.left });
    },
    followRows: (offsets, onTops) => followRows(editor, model, offsets, onTops),
    focusAt(selection) {
      const range = rangeOf(model, selection);
      editor.setSelection(range);
      editor.revealRangeInCenterIfOutsideViewport(range);
      editor.focus();
    },
    dispose() {
      editor.dispose();
      model.dispose();
    },
  };
}

/**
 * Decorations move with edits, and are lost when their text is deleted. When the same text is back (undone or written
 * again), they are set again, because the caller sees no change and would not set them.
 */
function ofText<T>(model: monaco.editor.ITextModel, set: (what: T) => void): (what: T) => void {
  let last: { readonly what: T; readonly text: string } | null = null;
  model.onDidChangeContent(() => {
    if (last !== null && last.text === model.getValue()) set(last.what);
  });
  return (what) => {
    last = { what, text: model.getValue() };
    set(what);
  };
}

/** The part of `before` to replace, and its replacement, to get `after`. */
function differenceOf(before: string, after: string): Span & { readonly by: string } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  // Never split a surrogate pair.
  if (/[\ud800-\udbff]/.test(before.charAt(head - 1))) head--;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if (/[\udc00-\udfff]/.test(before.charAt(before.length - tail))) tail--;
  return { start: head, end: before.length - tail, by: after.slice(head, after.length - tail) };
}

function settings({
  label,
  placeholder,
  numbered,
  gutter,
}: MountOptions): monaco.editor.IStandaloneEditorConstructionOptions {
  return {
    theme: themeName,
    ariaLabel: label,
    placeholder,
    // A real text area with the whole text, as screen readers, browser extensions and scripts expect.
    accessibilitySupport: 'on',
    editContext: false,
    automaticLayout: true,
    fontFamily: 'var(--mono)',
    fontSize,
    lineHeight,
    fontLigatures: false,
    padding: { top: padding.top, bottom: padding.bottom },
    lineNumbers: numbered ? 'on' : 'off',
    glyphMargin: false,
    folding: false,
    lineDecorationsWidth: gutter + padding.left,
    lineNumbersMinChars: numbered ? 3 : 0,
    minimap: { enabled: false },
    overviewRulerLanes: 0,
    overviewRulerBorder: false,
    hideCursorInOverviewRuler: true,
    renderLineHighlight: 'none',
    renderWhitespace: 'none',
    guides: { indentation: false },
    scrollBeyondLastLine: false,
    scrollbar: {
      alwaysConsumeMouseWheel: false,
      useShadows: false,
      verticalScrollbarSize: 8,
      horizontalScrollbarSize: 8,
    },
    wordWrap: 'on',
    wrappingIndent: 'same',
    tabSize: 2,
    contextmenu: false,
    lightbulb: { enabled: monaco.editor.ShowLightbulbIconMode.OnCode },
    links: false,
    matchBrackets: 'always',
    stickyScroll: { enabled: false },
    fixedOverflowWidgets: true,
    hover: { above: true, delay: 250 },
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false },
    wordBasedSuggestions: 'off',
    quickSuggestions: { other: true, strings: false, comments: false },
    quickSuggestionsDelay: 60,
    // A typed dot or bracket must not accept a suggestion.
    acceptSuggestionOnCommitCharacter: false,
    acceptSuggestionOnEnter: 'smart',
    suggest: { showStatusBar: false, preview: false, showWords: false, snippetsPreventQuickSuggestions: false },
    inlineSuggest: { enabled: false },
    parameterHints: { enabled: true, cycle: true },
    occurrencesHighlight: 'off',
    selectionHighlight: false,
    dragAndDrop: false,
    // A call is inserted with its closing bracket; typing that bracket overwrites it.
    autoClosingOvertype: 'always',
    // Typing `[` over a selection replaces it; wrapping would leave a stray bracket at the end.
    autoSurround: 'never',
  };
}

/**
 * Tab indents, as in any editor of whole files, which would trap keyboard users: after Escape it leaves the editor.
 * Escape also closes a list of suggestions, shown or still loading, because Tab would choose from it.
 */
function leaveWithEscape(editor: monaco.editor.IStandaloneCodeEditor, onLeaving: (leaving: boolean) => void): void {
  let leaving = false;
  const set = (to: boolean) => {
    if (leaving === to) return;
    leaving = to;
    editor.updateOptions({ tabFocusMode: to });
    onLeaving(to);
  };
  editor.onKeyDown(({ keyCode }) => {
    if (keyCode !== monaco.KeyCode.Escape) return;
    editor.trigger('keyboard', 'hideSuggestWidget', null);
    set(true);
  });
  editor.onDidBlurEditorText(() => set(false));
  editor.onDidChangeModelContent(() => set(false));
}

/** What Escape closes or ends in the editor. */
const closable = [
  'suggestWidgetVisible',
  'parameterHintsVisible',
  'editorHasSelection',
  'editorHasMultipleSelections',
  'inSnippetMode',
  'renameInputVisible',
  'editorHoverVisible',
  'codeActionMenuVisible',
];

/** Monaco takes every Escape, so that the page would never hear of one. */
function escapeWhenIdle(editor: monaco.editor.IStandaloneCodeEditor, onEscape: () => void): void {
  editor.addAction({
    id: 'escape',
    label: 'Leave the text',
    keybindings: [monaco.KeyCode.Escape],
    precondition: closable.map((context) => `!${context}`).join(' && '),
    run: onEscape,
  });
}

/**
 * Dictation software and browser scripts replace the text by selecting all of the text area and then focusing it.
 * Monaco would restore its own selection on focus, so the selection is applied just before.
 */
function followSelectAll(editor: monaco.editor.ICodeEditor, model: monaco.editor.ITextModel, host: HTMLElement): void {
  const area = host.querySelector('textarea');
  const follow = () => {
    const all =
      area?.value === model.getValue() && area.selectionStart === 0 && area.selectionEnd === area.value.length;
    if (all) editor.setSelection(model.getFullModelRange());
  };
  area?.addEventListener('focus', follow, { capture: true });
}

/** Formats in one edit, so that one undo reverts it. */
function formatOnKey(editor: monaco.editor.IStandaloneCodeEditor, model: monaco.editor.ITextModel): void {
  editor.addAction({
    id: 'format',
    label: 'Format',
    keybindings: [monaco.KeyMod.Shift | monaco.KeyMod.Alt | monaco.KeyCode.KeyF],
    run: async () => {
      const before = model.getValue();
      const text = await knownTo(model).format?.(before);
      if (text === undefined || text === null || text === before || model.getValue() !== before) return;
      editor.pushUndoStop();
      editor.executeEdits('format', [{ range: model.getFullModelRange(), text }]);
      editor.pushUndoStop();
    },
  });
}

const severities = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  hint: monaco.MarkerSeverity.Info,
} as const satisfies { readonly [S in CodeMark['severity']]: monaco.MarkerSeverity };

function markerOf(model: monaco.editor.ITextModel, mark: CodeMark): monaco.editor.IMarkerData {
  return {
    ...rangeOf(model, visible(mark, model.getValueLength())),
    severity: severities[mark.severity],
    message: mark.message,
  };
}

/**
 * An empty range, such as the end of an unfinished expression, would be invisible: extend it by the character before
 * it.
 */
function visible({ start, end }: CodeMark, length: number) {
  return start < end ? { start, end } : { start: Math.max(0, Math.min(start, length) - 1), end: Math.max(1, end) };
}
