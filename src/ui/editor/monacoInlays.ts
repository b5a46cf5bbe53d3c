import type { CodeInlay } from './codeEditor.ts';
import { monaco } from './monacoFeatures.ts';
import { rangeOf } from './monacoProviders.ts';

/** What sets that which stands behind places of a text without being part of it. */
export function inlaysOf(
  editor: monaco.editor.ICodeEditor,
  model: monaco.editor.ITextModel,
): (wanted: readonly CodeInlay[]) => void {
  const decorations = editor.createDecorationsCollection();
  let set: readonly CodeInlay[] = [];
  const stands = ({ at, text }: CodeInlay, index: number): boolean => {
    const range = decorations.getRange(index);
    return set[index]?.text === text && range !== null && model.getOffsetAt(range.getStartPosition()) === at;
  };
  return (wanted) => {
    // Setting them makes the editor measure its lines anew, which costs more than anything else that a key does.
    if (wanted.length === decorations.length && wanted.every(stands)) return;
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
      // It goes on in no other row.
      content: text.replaceAll(' ', '\u00a0'),
      inlineClassName: 'code-inlay',
      inlineClassNameAffectsLetterSpacing: true,
      // The caret steps over it: it cannot be edited.
      cursorStops: monaco.editor.InjectedTextCursorStops.None,
    },
  },
});
