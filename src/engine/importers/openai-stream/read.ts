import { findAt, fits, recordAt, textAt } from '../../importing/values/where.ts';
import { refusalPart, textOf, type Part } from '../../importing/content/content.ts';
import { counted, createImportReport, type ImportReport, lost } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { conversationEntry, imported } from '../../importing/messages/conversation-entry.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { noteReasoning } from '../../importing/notes.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { elementsOf, groupedBy, oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';

/** The answers of a recording by id, in the order in which they began. */
export const read: Read = ({ value }) => {
  const all = oneOrMany(value);
  const chunks = all.filter((one) => isChunk(one.value));
  const answers = [...groupedBy(chunks, (one) => textAt(one.value, 'id') ?? '').values()];
  const words = answers.map((pieces) => textOf(readAnswer(pieces, createImportReport()).parts));
  const entry = conversationEntry({
    importer: 'openai-stream',
    title: words.find((one) => one.trim() !== ''),
    untitled: 'streamed answer',
    messages: answers.map((pieces) => ({ value: null, place: [], pieces })),
    read: ({ pieces = [] }: Placed & { readonly pieces?: readonly Placed[] }, report) => [readAnswer(pieces, report)],
    about: () => ({}),
    end(_, report) {
      for (const { value: one, place } of all) {
        if (isChunk(one)) continue;
        report.note('lost', 'openai-stream/chunk', place, (n) => `${counted(n, 'chunk')} could not be read.`);
      }
      const message = 'The stream holds the model’s answer only: what it was asked is not recorded.';
      report.note('lost', 'openai-stream/no-input', null, () => message);
    },
  });
  return imported([entry], 'This looks like a stream of Chat Completions, but no chunk is in it.');
};

const isChunk = (value: Value): boolean => fits(value, { object: ['chat.completion.chunk'], choices: 'list' });

interface StreamedCall {
  readonly place: Path;
  id: string | undefined;
  name: string;
  written: string;
}

/** A message assembled from its chunks; `open` has the current call of each index. */
interface Draft {
  text: string;
  refusal: string;
  isReasoning: boolean;
  readonly calls: StreamedCall[];
  readonly open: Map<unknown, StreamedCall>;
}

function readAnswer(chunks: readonly Placed[], report: ImportReport): NormalizedMessage {
  const draft: Draft = { text: '', refusal: '', isReasoning: false, calls: [], open: new Map() };
  let ended: string | undefined;
  let tokens: RecordedTokens | undefined;
  for (const { value, place } of chunks) {
    // The chunk with the usage has no choices.
    tokens = tokensOf(findAt(value, 'usage')?.value) ?? tokens;
    elementsOf(findAt(value, 'choices')?.value ?? null).forEach((choice, index) => {
      const delta = recordAt(choice, 'delta');
      const where = [...place, 'choices', index];
      if (delta === undefined) return;
      if ((findAt(choice, 'index')?.value ?? 0) !== 0) return noteAlternative(where, report);
      ended = textAt(choice, 'finish_reason') ?? ended;
      addDelta(draft, delta, [...where, 'delta'], report);
    });
  }
  const { text, refusal, isReasoning } = draft;
  const parts: readonly Part[] = [
    ...(text.trim() === '' ? [] : [{ mimeType: 'text/plain', text }]),
    ...(refusal === '' ? [] : [refusalPart(refusal)]),
  ];
  const calls = draft.calls.map(({ written, ...call }) => ({
    ...call,
    input: openArguments(written, call.place, report),
  }));
  const [first] = chunks;
  const place = first?.place ?? [];
  const at = readInstant(findAt(first?.value ?? null, 'created')?.value, [...place, 'created'], report);
  const model = textAt(first?.value ?? null, 'model');
  const alsoAt = chunks.map((one) => one.place);
  return { role: 'assistant', parts, calls, isReasoning, ended, tokens, model, at, place, alsoAt };
}

/** Id and name of a call arrive once, its arguments in pieces. */
function addDelta(draft: Draft, delta: RecordValue, place: Path, report: ImportReport): void {
  draft.text += textAt(delta, 'content') ?? '';
  draft.refusal += textAt(delta, 'refusal') ?? '';
  // Some providers stream the model's thoughts.
  if ((textAt(delta, 'reasoning_content') ?? '') !== '') {
    draft.isReasoning = true;
    noteReasoning([...place, 'reasoning_content'], report);
  }
  elementsOf(findAt(delta, 'tool_calls')?.value ?? null).forEach((piece, nth) => {
    const index = findAt(piece, 'index')?.value ?? nth;
    const id = textAt(piece, 'id');
    const known = draft.open.get(index);
    // Some providers use the same index for every call. A new id then begins another call.
    const isAnother = id !== undefined && id !== '' && known?.id !== undefined && id !== known.id;
    const call =
      known === undefined || isAnother ? { place: [...place, 'tool_calls', nth], id, name: '', written: '' } : known;
    if (call !== known) {
      draft.calls.push(call);
      draft.open.set(index, call);
    }
    call.id ??= id;
    call.name += textAt(piece, 'function.name') ?? '';
    call.written += textAt(piece, 'function.arguments') ?? '';
  });
}

const noteAlternative = lost(
  'openai-stream/alternative',
  (n) => `${counted(n, 'chunk')} of other answers to the same request left out: the first answer is shown.`,
);
