import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { entriesAt, findAt, fits } from '../../importing/values/where.ts';

/** The first message of a list is of one of these kinds. */
const kinds = [
  'internal_monologue',
  'reasoning_message',
  'hidden_reasoning_message',
  'function_call',
  'tool_call_message',
  'function_return',
  'tool_return_message',
  'assistant_message',
  'user_message',
  'system_message',
  'approval_request_message',
  'approval_response_message',
];

/**
 * Letta (MemGPT):
 * - messages of its API, as a `LettaResponse` that was printed or in JSON, as a list or as a stream:
 *   https://docs.letta.com/api-reference
 * - agent files: https://github.com/letta-ai/agent-file
 */
export const letta = chatImporter({
  id: 'letta',
  title: 'Letta messages and agent files',
  turns: ['messages', ''],
  message: { message_type: kinds },
  find({ value }) {
    const root = { value, place: [] };
    return fits(value, { agents: 'list' }) ? agentsIn(root) : responsesIn(root);
  },
  reading: async () => (await import('./reading.ts')).reading,
});

/** The memory of an agent follows its messages: the file contains it as it was at the end. */
const agentsIn = (file: Placed): readonly FoundConversation[] =>
  entriesAt(file, 'agents')
    .filter(({ value }) => fits(value, { messages: 'list', in_context_message_ids: 'list' }))
    .map((holder) => {
      const memory = findAt(file.value, 'blocks');
      const blocks = memory === undefined ? [] : [{ value: { blocks: memory.value }, place: memory.path }];
      return { holder, messages: [...entriesAt(holder, 'messages'), ...blocks] };
    });

/** The usage and the stop reason are beside the messages of a response, and the last messages of a stream. */
function responsesIn(root: Placed): readonly FoundConversation[] {
  const messages = entriesAt(root, ['messages', '']);
  if (!fits(messages[0]?.value ?? null, { message_type: kinds })) return [];
  const usage = findAt(root.value, 'usage');
  const streamed = messages.findLast(({ value }) => fits(value, { message_type: ['usage_statistics'] }));
  const holder = usage === undefined ? (streamed ?? root) : { value: usage.value, place: usage.path };
  const stopped = findAt(root.value, 'stop_reason', (value) => fits(value, { message_type: ['stop_reason'] }));
  return [{ holder, messages: [...messages, ...(stopped === undefined ? [] : [{ ...stopped, place: stopped.path }])] }];
}
