import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { entriesAt, findAt, fits, placedAt, recordAt, textAt } from '../../importing/values/where.ts';

/**
 * Messages of Langflow, as its API lists them (`/api/v1/monitor/messages`), and the answer of a run (`/api/v1/run`).
 * https://github.com/langflow-ai/langflow/blob/main/src/lfx/src/lfx/schema/message.py
 */
export const langflow = chatImporter({
  id: 'langflow',
  title: 'Langflow messages',
  turns: ['', 'messages'],
  find: ({ value }) => (fits(value, { session_id: 'text', outputs: 'list' }) ? runIn({ value, place: [] }) : undefined),
  chat: 'session_id',
  // The sender of an error is the component that failed.
  message: { sender: 'text', sender_name: 'text', session_id: 'text', text: 'text' },
  isOwn: ({ messages }) => messages.some(({ value }) => /^(?:User|Machine)$/.test(textAt(value, 'sender') ?? '')),
  reading: async () => (await import('./reading.ts')).reading,
});

/** Each input of a run with its outputs: messages, or texts of components that are no chat. */
function runIn(holder: Placed): readonly FoundConversation[] {
  const session_id = textAt(holder.value, 'session_id') ?? '';
  const said = (sender: string, { value, place }: Placed, text: string | undefined): readonly Placed[] =>
    text === undefined ? [] : [{ value: { sender, sender_name: '', ...recordAt(value, ''), session_id, text }, place }];
  const messages = entriesAt(holder, 'outputs').flatMap((run) => [
    ...said('User', placedAt(run, 'inputs'), textAt(run.value, 'inputs.input_value')),
    ...entriesAt(run, 'outputs').flatMap((output) => {
      const found = placedAt(output, outputs);
      return said('Machine', found, textAt(found.value, 'text'));
    }),
  ]);
  const isRun = findAt(holder.value, ['outputs.0.outputs.0.results', 'outputs.0.outputs.0.component_id']) !== undefined;
  return isRun && messages.length > 0 ? [{ holder, messages }] : [];
}

const outputs = ['message', 'text'].flatMap((kind) => [`results.${kind}.data`, `results.${kind}`]);
