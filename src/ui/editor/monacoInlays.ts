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
    decorations.set(wanted.map((inlay) => decorationOf(model, inlay)));
  };
}

const decorationOf = (
  model: monaco.editor.ITextModel,
  { at, text }: CodeInlay,
): monaco.editor.IModelDeltaDecoration => ({
  range: rangeOf(model, { start: at, end: at }),
  options: {
    showIfCollapsed: true,
    stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
    after: {
      // No-break spaces keep the hint in one row.
      content: text.replaceAll(' ', '\u00a0'),
      inlineClassName: 'code-inlay',
      inlineClassNameAffectsLetterSpacing: true,
      // The caret skips the hint, because it cannot be edited.
      cursorStops: monaco.editor.InjectedTextCursorStops.None,
    },
  },
});
