import { monaco } from './monacoFeatures.ts';
import { rangeOf } from './monacoProviders.ts';

/**
 * Tells where the rows of some offsets begin, in pixels below the top of the editor, at once and whenever that changes.
 * The offsets keep to their text while it is edited around them. Tells nothing once the text belongs to another subject.
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
  let told: string | null = null;
  const tell = () => {
    const ranges = places.getRanges();
    const tops = ranges.map(
      ({ startLineNumber, startColumn }) =>
        editor.getTopForPosition(startLineNumber, startColumn) - editor.getScrollTop(),
    );
    const now = tops.join();
    if (now === told || ranges.length !== offsets.length) return;
    told = now;
    onTops(tops);
  };
  const heard = [
    editor.onDidContentSizeChange(tell),
    editor.onDidLayoutChange(tell),
    editor.onDidScrollChange(tell),
    editor.onDidChangeModelContent(() => {
      // What was replaced as a whole and is back again has left its places behind.
      if (model.getValue() === text) places.set(decorations);
      tell();
    }),
    // What stands between the letters without being text can push a place into the next row.
    editor.onDidChangeModelDecorations(tell),
  ];
  tell();
  return () => {
    for (const each of heard) each.dispose();
    places.clear();
  };
}

const stickiness = monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges;
