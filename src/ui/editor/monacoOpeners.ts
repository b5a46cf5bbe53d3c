import type { CodeOpener, PlacesToFollow } from './codeEditor.ts';
import { monaco } from './monacoFeatures.ts';
import { rangeOf } from './monacoProviders.ts';

type Editor = monaco.editor.IStandaloneCodeEditor;
type Model = monaco.editor.ITextModel;

const sign = 'code-opener';

/** Returns a function that sets the openers of an editor. A press on a sign reports its place in the text. */
export function openersOf(
  editor: Editor,
  model: Model,
  onOpen: (offset: number) => void,
): (wanted: readonly CodeOpener[]) => void {
  const decorations = editor.createDecorationsCollection();
  let pressed: number | null = null;
  editor.onMouseDown(({ target }) => {
    const isSign = target.element?.classList.contains(sign) === true && target.position !== null;
    pressed = isSign ? model.getOffsetAt(target.position) : null;
  });
  // At the end of the press, because its beginning gives the editor the focus, and all that follows.
  editor.onMouseUp(() => {
    if (pressed !== null) onOpen(pressed);
    pressed = null;
  });
  editor.addAction({
    id: 'open-beside',
    label: 'Try other numbers',
    keybindings: [monaco.KeyMod.Alt | monaco.KeyCode.Enter],
    run: () => {
      const position = editor.getPosition();
      if (position !== null) onOpen(model.getOffsetAt(position));
    },
  });
  return (wanted) => decorations.set(wanted.map((opener) => decorationOf(model, opener)));
}

const decorationOf = (model: Model, opener: CodeOpener): monaco.editor.IModelDeltaDecoration => ({
  range: rangeOf(model, opener),
  options: {
    stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
    hoverMessage: { value: opener.title },
    after: {
      // The sign is drawn in their place; without a break before it.
      content: '\u00a0\u00a0',
      inlineClassName: sign,
      inlineClassNameAffectsLetterSpacing: true,
      // The caret skips the sign, because it cannot be edited.
      cursorStops: monaco.editor.InjectedTextCursorStops.None,
    },
  },
});

/** Where the parts of an editor's text are in the window. */
export function placesOf(editor: Editor, model: Model): PlacesToFollow {
  return {
    boxOf(span) {
      const { startLineNumber, startColumn, endLineNumber, endColumn } = rangeOf(model, span);
      const start = editor.getScrolledVisiblePosition({ lineNumber: startLineNumber, column: startColumn });
      const end = editor.getScrolledVisiblePosition({ lineNumber: endLineNumber, column: endColumn });
      const host = editor.getDomNode()?.getBoundingClientRect();
      if (start === null || end === null || host === undefined) return null;
      const isOneRow = start.top === end.top;
      return new DOMRect(
        host.left + start.left,
        host.top + start.top,
        isOneRow ? end.left - start.left : 0,
        end.top + end.height - start.top,
      );
    },
    followBoxes(onMove) {
      const heard = [
        editor.onDidContentSizeChange(onMove),
        editor.onDidLayoutChange(onMove),
        editor.onDidScrollChange(onMove),
        // Inlay hints push what is behind them.
        editor.onDidChangeModelDecorations(onMove),
      ];
      return () => {
        for (const each of heard) each.dispose();
      };
    },
  };
}
