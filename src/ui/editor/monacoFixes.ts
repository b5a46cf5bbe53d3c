import type { CodeMark, Span } from './codeEditor.ts';
import { monaco } from './monacoFeatures.ts';

type Model = monaco.editor.ITextModel;

/** The marks of a model, and the text they belong to. */
const offered = new WeakMap<Model, { readonly marks: readonly CodeMark[]; readonly text: string }>();

export function offerFixes(model: Model, marks: readonly CodeMark[]): void {
  offered.set(model, { marks, text: model.getValue() });
}

/** The fixes of the marks at a place. After the text has changed, none until new marks arrive. */
export function provideCodeActions(model: Model, place: monaco.Range): monaco.languages.CodeActionList {
  const { marks, text } = offered.get(model) ?? { marks: [], text: null };
  const from = model.getOffsetAt(place.getStartPosition());
  const to = model.getOffsetAt(place.getEndPosition());
  const isThere = ({ start, end }: Span) => start <= to && from <= end;
  const actions = text === model.getValue() ? marks.filter(isThere).flatMap((mark) => actionOf(model, mark) ?? []) : [];
  return { actions, dispose: () => undefined };
}

function actionOf(model: Model, { fix }: CodeMark): monaco.languages.CodeAction | undefined {
  if (fix === undefined) return undefined;
  const versionId = model.getVersionId();
  const edits = fix.edits.map(({ start, end, text }) => ({
    resource: model.uri,
    versionId,
    textEdit: { range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)), text },
  }));
  // A menu cannot style code, so the backquotes are removed.
  return { title: fix.title.replaceAll('`', ''), kind: 'quickfix', isPreferred: true, edit: { edits } };
}
