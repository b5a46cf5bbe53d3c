import { valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, refusalPart, type Part } from '../../importing/content/content.ts';
import type { ChatReading, Entry, FoundConversation, Spot } from '../../importing/describing/chat-reading.ts';
import { findAt, textAt } from '../../importing/values/where.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { noteSystem } from '../../importing/notes.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';

export const reading: ChatReading = {
  messages: [
    {
      shape: { object: ['thread.message'] },
      kind: { field: 'role', values: { assistant: 'llm' }, otherwise: 'input' },
      items: { list: 'content', kind: { otherwise: 'content', absent: 'content' }, content: partsOf },
      // The step that created the message has its tokens.
      tokens: (_, { more }) => tokensOf(findAt(more[0]?.value ?? null, 'usage')?.value),
      time: 'created_at',
    },
    {
      shape: { object: ['thread.run.step'] },
      kind: () => 'llm',
      calls: {
        list: 'step_details.tool_calls',
        id: 'id',
        // The provider's own tools have no name.
        name: ['function.name', 'type'],
        arguments: 'function.arguments',
        input: 'code_interpreter.input',
      },
      results: { list: 'step_details.tool_calls', outcome: resultOf },
      tokens: 'usage',
      time: 'created_at',
    },
  ],
  session: {
    arrange: inOrder,
    model: 'model',
    declared: (run) =>
      elementsOf(run['tools'] ?? null).flatMap((tool) => textAt(tool, ['function.name', 'type']) ?? []),
    recording(_, { found: { messages } }) {
      const thread = textAt(messages[0]?.value ?? null, 'thread_id');
      return thread === undefined ? {} : { thread_id: thread };
    },
    notes: noteRuns,
  },
};

/** `{type: "text", text: {value}}`, `{type: "image_file", image_file: {file_id}}`, `{type: "image_url", image_url: {url}}` */
function partsOf(value: Value, { place, report }: Spot): readonly Part[] {
  const text = textAt(value, 'text.value');
  if (text !== undefined) return [{ mimeType: 'text/plain', text }];
  const refusal = textAt(value, 'refusal');
  if (refusal !== undefined) return [refusalPart(refusal)];
  const image = textAt(value, ['image_file.file_id', 'image_url.url']);
  return image === undefined ? readContent(value, place, report) : [{ mimeType: 'image/*', file: image }];
}

/**
 * | in a step | outcome |
 * | --- | --- |
 * | `output` of a call, `outputs` of code, `results` of a search | successful, whatever its text says |
 * | none, and the step has a `last_error` | errored, with its message |
 * | none | no result: it was not submitted, or not requested |
 */
function resultOf(call: RecordValue, { place, document }: Spot): CallResult | undefined {
  const outputs = ['function.output', 'code_interpreter.outputs', 'file_search.results'];
  const output = findAt(call, outputs)?.value;
  if (output !== undefined) return { outcome: 'ok', output };
  const step = valueAt(document.value, place.slice(0, -3)) ?? null;
  const failure = findAt(step, 'last_error')?.value;
  if (failure === undefined) return undefined;
  return { outcome: 'error', output: undefined, reason: textAt(failure, ['message', 'code']) ?? 'the step failed' };
}

const isA = (kind: string, { value }: Placed): boolean => textAt(value, 'object') === kind;

/** Lists have the newest entry first, unless the request set another order. The times decide. */
function inOrder(objects: readonly Placed[]): readonly Entry[] {
  const creations = new Map<string, Placed>();
  for (const step of objects) {
    const created = textAt(step.value, 'step_details.message_creation.message_id');
    if (created !== undefined) creations.set(created, step);
  }
  const entries = objects.flatMap((object): readonly Entry[] => {
    const isCreation = findAt(object.value, 'step_details.message_creation') !== undefined;
    if (isCreation || isA('thread.run', object)) return [];
    const creation = creations.get(textAt(object.value, 'id') ?? '');
    return [creation === undefined ? object : { ...object, more: [creation] }];
  });
  const [first, last] = [entries[0], entries.at(-1)];
  const isReversed = first !== undefined && last !== undefined && secondsOf(first) > secondsOf(last);
  return (isReversed ? entries.toReversed() : entries).toSorted((a, b) => secondsOf(a) - secondsOf(b));
}

function secondsOf({ value }: Placed): number {
  const created = findAt(value, 'created_at')?.value;
  return typeof created === 'number' && Number.isFinite(created) ? created : 0;
}

function noteRuns({ messages }: FoundConversation, report: ImportReport): void {
  for (const { value, place } of messages.filter((object) => isA('thread.run', object))) {
    if ((textAt(value, 'instructions') ?? '') !== '') noteSystem([...place, 'instructions'], report);
    const failure = findAt(value, 'last_error')?.value;
    if (failure === undefined) continue;
    const why = (textAt(failure, ['message', 'code']) ?? 'without a reason').slice(0, 200);
    const code = 'openai-assistants/failed';
    report.note('info', code, place, (n) => `${counted(n, 'run')} failed, the first with “${why}”.`);
  }
}
