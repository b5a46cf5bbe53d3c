import {
  type CodeInlay,
  type CodeLanguage,
  type CodeMark,
  type CodeProviders,
  fontSize,
  lineHeight,
  padding,
  type RowsToFollow,
  type Span,
} from './codeEditor.ts';
import { monaco } from './monacoFeatures.ts';
import { inlaysOf } from './monacoInlays.ts';
import { offerFixes } from './monacoFixes.ts';
import { connectProviders, knownTo, markOwner, rangeOf, registerLanguage } from './monacoProviders.ts';
import { followRows } from './monacoRows.ts';
import { followTheme, themeName } from './monacoTheme.ts';

export interface MountOptions {
  readonly text: string;
  readonly language: CodeLanguage;
  readonly label: string;
  readonly placeholder: string;
  readonly numbered: boolean;
  /** Pixels kept free before the text. */
  readonly gutter: number;
  readonly providers: () => CodeProviders;
  readonly onChange: (text: string) => void;
  readonly onCursor: (offset: number) => void;
  /** Rows that the text takes, long lines wrapped. */
  readonly onRows: (rows: number) => void;
  /** True after Escape, until the editor is left or typed in: Tab then goes on to what follows. */
  readonly onLeaving: (leaving: boolean) => void;
}

/** Monaco in an element, spoken to in offsets. */
export interface MountedEditor extends RowsToFollow {
  /** An edit that can be undone, unless it belongs to another subject than the text before. */
  setText(text: string, subject: string): void;
  setMarks(marks: readonly CodeMark[]): void;
  setHighlights(highlights: readonly Span[]): void;
  /** What stands behind places of the text without being part of it. */
  setInlays(inlays: readonly CodeInlay[]): void;
  /** Keeps pixels free before the text. */
  setGutter(width: number): void;
  /** Takes over where the plain text box left off. */
  focusAt(selection: { readonly start: number; readonly end: number }): void;
  dispose(): void;
}

// Nothing we use of Monaco needs its worker (no links, colours, diffs or word-based suggestions); asking for one is a bug.
globalThis.MonacoEnvironment = {
  getWorker: (_moduleId, label) => {
    throw new Error(`Monaco asked for a worker (${label}); turn off the feature that needs it`);
  },
};

export function mountMonaco(host: HTMLElement, options: MountOptions): MountedEditor {
  registerLanguage(options.language);
  const model = monaco.editor.createModel(options.text, options.language.id);
  connectProviders(model, options.providers);
  const stopTheme = followTheme();
  const editor = monaco.editor.create(host, { model, ...settings(options) });
  const highlights = editor.createDecorationsCollection();
  formatOnKey(editor, model);
  leaveWithEscape(editor, options.onLeaving);
  followSelectAll(editor, model, host);

  // A text that came from outside is no edit of the user's, so it is not reported as one.
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
  // Widths measured before our font is there would put the caret beside its letter.
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());

  return {
    setText(text, subject) {
      const isOther = shown !== null && shown !== subject;
      shown = subject;
      if (!isOther && text === model.getValue()) return;
      fromOutside = true;
      if (isOther) model.setValue(text);
      else {
        // As an edit and not `setValue`, so that it can be undone; of what differs only, so that the caret stays.
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
      stopTheme();
      editor.dispose();
      model.dispose();
    },
  };
}

/**
 * What is set at places of a text moves along when the text is edited, and is lost with the text around it. Once the very
 * same text is back (undone, or written again), it is set again: whoever asks for it would have nothing new to set.
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

/** The part of `before` that another text takes the place of, to make it `after`. */
function differenceOf(before: string, after: string): Span & { readonly by: string } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  // Never between the two halves of a character.
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
    // A real text area that always holds the whole text: what a screen reader, a browser extension or a script expects.
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
    // A dot or bracket must stay what was typed: nobody expects it to choose a suggestion.
    acceptSuggestionOnCommitCharacter: false,
    acceptSuggestionOnEnter: 'smart',
    suggest: { showStatusBar: false, preview: false, showWords: false, snippetsPreventQuickSuggestions: false },
    inlineSuggest: { enabled: false },
    parameterHints: { enabled: true, cycle: true },
    occurrencesHighlight: 'off',
    selectionHighlight: false,
    dragAndDrop: false,
    // A call comes with its closing bracket, which may be typed all the same.
    autoClosingOvertype: 'always',
    // Whoever selects a rule and types `[` replaces it; wrapping would leave a stray bracket behind what they write.
    autoSurround: 'never',
  };
}

/**
 * Tab indents, as in any code editor, which would trap whoever has only a keyboard: after Escape it moves on instead.
 * Escape also takes back a list of suggestions, shown or still on its way, because Tab would choose from it.
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

/**
 * Whoever replaces a whole text from outside (dictation software, a browser script) selects all of the text area and
 * then focuses it. Monaco would set its own selection back at that moment, so the choice is taken over just before.
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

/** As one edit, so that undoing takes it back at once. */
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

/** An empty range, such as the end of an unfinished expression, would show nothing: it borrows the unit before it. */
function visible({ start, end }: CodeMark, length: number) {
  return start < end ? { start, end } : { start: Math.max(0, Math.min(start, length) - 1), end: Math.max(1, end) };
}
