import { monaco } from './monacoFeatures.ts';
import { rangeOf } from './monacoProviders.ts';

/**
 * Reports where the rows of some offsets begin, in pixels below the editor's top, at once and at every change. The
 * offsets follow their text through edits. Stops when the text belongs to another subject.
 */
export function followRows(
  editor: monaco.editor.IStandaloneCodeEditor,
  model: monaco.editor.ITextModel,
  offsets: readonly number[],
  onTops: (tops: readonly number[]) => void,
): () => void {
  const text = model.getValue();
  const decorations = offsets.map((at) => ({
    range: rangeOf(model, { start: at, end: at }),
    options: { description: 'row', stickiness },
  }));
  const places = editor.createDecorationsCollection(decorations);
  let lastReport: string | null = null;
  const report = () => {
    const ranges = places.getRanges();
    const tops = ranges.map(
      ({ startLineNumber, startColumn }) =>
        editor.getTopForPosition(startLineNumber, startColumn) - editor.getScrollTop(),
    );
    const now = tops.join();
    if (now === lastReport || ranges.length !== offsets.length) return;
    lastReport = now;
    onTops(tops);
  };
  const heard = [
    editor.onDidContentSizeChange(report),
    editor.onDidLayoutChange(report),
    editor.onDidScrollChange(report),
    editor.onDidChangeModelContent(() => {
      // Replacing the whole text loses the places; set them again when the text is back.
      if (model.getValue() === text) places.set(decorations);
      report();
    }),
    // Inlay hints can push a place into the next row.
    editor.onDidChangeModelDecorations(report),
  ];
  report();
  return () => {
    for (const each of heard) each.dispose();
    places.clear();
  };
}

const stickiness = monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges;
