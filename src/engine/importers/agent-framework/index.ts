import { isRecord, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { textAt } from '../../importing/values/where.ts';
import { elementsOf, oneOrMany } from '../../importing/values/elements.ts';

/** A message, or a piece of one in a stream, which may have no role. */
const isMessage = (message: Value): boolean =>
  isRecord(message) &&
  Array.isArray(message['contents']) &&
  textAt(message, ['role', 'role.value', 'response_id']) !== undefined &&
  elementsOf(message['contents']).every((content) => textAt(content, ['type', '$type']) !== undefined);

/**
 * Conversations of Microsoft's Agent Framework, in Python and .NET: messages alone or in lines, responses and streams of them, sessions, threads, and
 * the lines of its tau²-bench runner.
 *
 * - https://github.com/microsoft/agent-framework/blob/main/python/packages/core/agent_framework/_types.py
 * - https://github.com/dotnet/extensions/blob/main/src/Libraries/Microsoft.Extensions.AI.Abstractions/Contents/AIContent.cs
 */
export const agentFramework = chatImporter({
  id: 'agent-framework',
  title: 'Microsoft Agent Framework conversation',
  sessions: '',
  counted: 'line',
  // A list of messages is one conversation; other lists have conversations.
  find({ value }, most) {
    const messages = Array.isArray(value) ? oneOrMany(value).slice(0, most) : [];
    return messages.some((message) => isMessage(message.value))
      ? [{ holder: { value: null, place: [] }, messages }]
      : undefined;
  },
  within: ['', 'state.in_memory', 'chat_message_store_state', 'store_state', 'stateBag.InMemoryChatHistoryProvider'],
  turns: ['messages'],
  message: { contents: 'list' },
  isMessage,
  looked: 1,
  reading: async () => (await import('./reading.ts')).reading,
});
