import type { CodeInlay } from './codeEditor.ts';
import { monaco } from './monacoFeatures.ts';
import { rangeOf } from './monacoProviders.ts';

/** Returns a function that sets the inlay hints of an editor. */
export function inlaysOf(
  editor: monaco.editor.ICodeEditor,
  model: monaco.editor.ITextModel,
): (wanted: readonly CodeInlay[]) => void {
  const decorations = editor.createDecorationsCollection();
  let set: readonly CodeInlay[] = [];
  const isUnchanged = ({ at, text }: CodeInlay, index: number): boolean => {
    const range = decorations.getRange(index);
    return set[index]?.text === text && range !== null && model.getOffsetAt(range.getStartPosition()) === at;
  };
  return (wanted) => {
    // Setting them makes the editor measure its lines again, the most expensive step after a keystroke.
    if (wanted.length === decorations.length && wanted.every(isUnchanged)) return;
    set = wanted;
    decorations.set(wanted.map((inlay) => decorationOf(model, inlay, widthOf(editor, inlay.text))));
  };
}

/** The size of a hint's letters and the space around it, px, as in `CodeEditor.module.css`. */
const hintSize = 12;
const hintSpace = 12;

/** The width of a hint in the editor's em. */
function widthOf(editor: monaco.editor.ICodeEditor, text: string): number {
  const { fontSize, typicalHalfwidthCharacterWidth } = editor.getOption(monaco.editor.EditorOption.fontInfo);
  const letters = (text.length * typicalHalfwidthCharacterWidth * hintSize) / fontSize;
  return (letters + hintSpace) / fontSize;
}

const decorationOf = (
  model: monaco.editor.ITextModel,
  { at, text }: CodeInlay,
  widthInEm: number,
): monaco.editor.IModelDeltaDecoration => ({
  range: rangeOf(model, { start: at, end: at }),
  options: {
    showIfCollapsed: true,
    stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
    after: afterOf(text, widthInEm),
  },
});

/** Monaco's types leave `widthInEm` out: with it, no row ends within the hint, and its margins count in the length of the row. */
const afterOf = (text: string, widthInEm: number) => ({
  content: text.replaceAll(' ', '\u00a0'),
  widthInEm,
  inlineClassName: 'code-inlay',
  inlineClassNameAffectsLetterSpacing: true,
  // The caret skips the hint, because it cannot be edited.
  cursorStops: monaco.editor.InjectedTextCursorStops.None,
});
