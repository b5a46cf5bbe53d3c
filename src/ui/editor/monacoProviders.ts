import type { CodeHover, CodeLanguage, CodeProviders, CodeSuggestion, Span } from './codeEditor.ts';
import { monaco } from './monacoFeatures.ts';
import { provideCodeActions } from './monacoFixes.ts';

type Model = monaco.editor.ITextModel;

/** Monaco registers providers once per language; the model identifies the editor. */
const providersOf = new WeakMap<Model, () => CodeProviders>();
const known = new Set<string>();

/** `providers` is called each time, so that an editor may change them. */
export function connectProviders(model: Model, providers: () => CodeProviders): void {
  providersOf.set(model, providers);
}

export function registerLanguage({ id, load }: CodeLanguage): void {
  if (known.has(id)) return;
  known.add(id);
  monaco.languages.register({ id });
  const syntax = load();
  // `CodeSyntax` does not type its grammar, so that it needs none of Monaco's types.
  monaco.languages.setMonarchTokensProvider(
    id,
    syntax.then(({ grammar }) => grammar as monaco.languages.IMonarchLanguage),
  );
  // If loading fails (no connection), the rule stays uncoloured but can be edited.
  syntax.then(
    ({ configuration }) => monaco.languages.setLanguageConfiguration(id, configuration),
    () => known.delete(id),
  );
  monaco.languages.registerCompletionItemProvider(id, { triggerCharacters: ['.', '[', '"'], provideCompletionItems });
  monaco.languages.registerHoverProvider(id, { provideHover });
  monaco.languages.registerSignatureHelpProvider(id, {
    signatureHelpTriggerCharacters: ['(', ','],
    signatureHelpRetriggerCharacters: [')'],
    provideSignatureHelp,
  });
  monaco.languages.registerCodeActionProvider(id, { provideCodeActions });
  monaco.languages.registerRenameProvider(id, { resolveRenameLocation, provideRenameEdits });
}

/** The providers of a model's editor. */
export const knownTo = (model: Model): CodeProviders => providersOf.get(model)?.() ?? {};

async function provideCompletionItems(
  model: Model,
  position: monaco.Position,
  _context: monaco.languages.CompletionContext,
  token: monaco.CancellationToken,
): Promise<monaco.languages.CompletionList> {
  const { suggest } = knownTo(model);
  const suggestions = (await suggest?.(model.getValue(), model.getOffsetAt(position), signalOf(token))) ?? [];
  // Marked incomplete, so that Monaco asks again at each letter: only the provider can rank and remove suggestions.
  return { suggestions: suggestions.map((suggestion, rank) => itemOf(model, suggestion, rank)), incomplete: true };
}

function itemOf(model: Model, suggestion: CodeSuggestion, rank: number): monaco.languages.CompletionItem {
  return {
    label: { label: suggestion.label, description: suggestion.detail },
    kind: kinds[suggestion.kind],
    insertText: suggestion.insert,
    range: rangeOf(model, suggestion.replaces),
    // Keep the provider's order; Monaco would sort by name.
    sortText: String(rank).padStart(5, '0'),
    ...(suggestion.about === '' ? {} : { documentation: suggestion.about }),
    ...(templates.has(suggestion.kind)
      ? { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet }
      : {}),
    // After inserting a call, show its parameters.
    ...(suggestion.kind !== 'snippet' && /^[^(]*\(.*\$\d+\)/.test(suggestion.insert) ? { command: showSignature } : {}),
  };
}

/** Kinds whose inserted text has places to fill in. */
const templates: ReadonlySet<CodeSuggestion['kind']> = new Set(['function', 'method', 'macro', 'snippet']);

const showSignature = { id: 'editor.action.triggerParameterHints', title: 'Show the signature' };

async function provideSignatureHelp(
  model: Model,
  position: monaco.Position,
  token: monaco.CancellationToken,
): Promise<monaco.languages.SignatureHelpResult | null> {
  const { signature } = knownTo(model);
  const help = await signature?.(model.getValue(), model.getOffsetAt(position), signalOf(token));
  if (!help) return null;
  const signatures = help.signatures.map(({ label, about, parameters }) => ({
    label,
    documentation: about,
    parameters: parameters.map((one) => ({
      label: [one.start, one.end] satisfies [number, number],
      documentation: one.about,
    })),
  }));
  return {
    value: { signatures, activeSignature: help.active, activeParameter: help.parameter },
    dispose: () => undefined,
  };
}

/** Only names that the providers know can be renamed; for others Monaco shows the message. */
async function resolveRenameLocation(
  model: Model,
  position: monaco.Position,
  token: monaco.CancellationToken,
): Promise<monaco.languages.RenameLocation & monaco.languages.Rejection> {
  const offset = model.getOffsetAt(position);
  const found = await knownTo(model).binding?.(model.getValue(), offset, signalOf(token));
  const place = found?.places.find(({ start, end }) => start <= offset && offset <= end);
  if (!found || place === undefined) {
    const range = rangeOf(model, { start: offset, end: offset });
    return { range, text: '', rejectReason: 'Only a name that this text defines can be renamed.' };
  }
  return { range: rangeOf(model, place), text: found.name };
}

async function provideRenameEdits(
  model: Model,
  position: monaco.Position,
  newName: string,
  token: monaco.CancellationToken,
): Promise<monaco.languages.WorkspaceEdit & monaco.languages.Rejection> {
  const renaming = await knownTo(model).rename?.(
    model.getValue(),
    model.getOffsetAt(position),
    newName,
    signalOf(token),
  );
  if (renaming === undefined) return { edits: [] };
  if ('refused' in renaming) return { edits: [], rejectReason: renaming.refused };
  const versionId = model.getVersionId();
  return {
    edits: renaming.places.map((place) => ({
      resource: model.uri,
      versionId,
      textEdit: { range: rangeOf(model, place), text: newName },
    })),
  };
}

async function provideHover(
  model: Model,
  position: monaco.Position,
  token: monaco.CancellationToken,
): Promise<monaco.languages.Hover | null> {
  const { hover } = knownTo(model);
  const found = await hover?.(model.getValue(), model.getOffsetAt(position), signalOf(token));
  const marked = monaco.editor
    .getModelMarkers({ resource: model.uri, owner: markOwner })
    .filter((marker) => monaco.Range.containsPosition(marker, position));
  const [first] = marked;
  const range = found ? rangeOf(model, found) : first;
  if (range === undefined) return null;
  // Monaco would show a marker's message with its backquotes, so its own row is hidden and replaced by this one.
  const hovers = marked.map(({ message }) => ({ value: sentence(message) }));
  return { contents: [...hovers, ...(found ? contentsOf(found) : [])], range };
}

/** The owner id of the markers set by this module. */
export const markOwner = 'marks';

/** A message with code in backquotes, as Markdown. */
const sentence = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : escaped(part)))
    .join('');

function contentsOf({ lines: [first, ...rest] }: CodeHover): monaco.IMarkdownString[] {
  const code = first === undefined ? [] : [{ value: fenced(first) }];
  return [...code, ...rest.map((line) => ({ value: escaped(line) }))];
}

/** Values come from recordings and may hold anything, a fence included. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), (run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}cel\n${text}\n${fence}`;
}

const escaped = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!<>|~&]/g, '\\$&');

export function rangeOf(model: Model, { start, end }: Span): monaco.IRange {
  return monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));
}

function signalOf(token: monaco.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

const kinds = {
  variable: monaco.languages.CompletionItemKind.Variable,
  field: monaco.languages.CompletionItemKind.Field,
  function: monaco.languages.CompletionItemKind.Function,
  method: monaco.languages.CompletionItemKind.Method,
  macro: monaco.languages.CompletionItemKind.Keyword,
  value: monaco.languages.CompletionItemKind.Value,
  keyword: monaco.languages.CompletionItemKind.Keyword,
  snippet: monaco.languages.CompletionItemKind.Snippet,
} as const satisfies { readonly [K in CodeSuggestion['kind']]: monaco.languages.CompletionItemKind };
