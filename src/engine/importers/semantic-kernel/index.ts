import { isRecord } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { textAt } from '../../importing/values/where.ts';
import { elementsOf } from '../../importing/values/elements.ts';

/**
 * Chat histories of Semantic Kernel: of Python (`ChatHistory.serialize()`) and of C# (`JsonSerializer.Serialize(chatHistory)`, with the
 * names of .NET or, as its web servers write them, in camelCase).
 * https://learn.microsoft.com/semantic-kernel/concepts/ai-services/chat-completion/chat-history
 */
export const semanticKernel = chatImporter({
  id: 'semantic-kernel',
  title: 'Semantic Kernel chat history',
  turns: ['', 'messages'],
  message: [
    { role: 'text', items: 'list' },
    { 'role.label': 'text', items: 'list' },
    { 'Role.Label': 'text', Items: 'list' },
  ],
  isMessage: (message) =>
    isRecord(message) &&
    elementsOf(message['items'] ?? message['Items'] ?? null).every(
      (item) => textAt(item, ['content_type', '$type']) !== undefined,
    ),
  reading: async () => (await import('./reading.ts')).reading,
});
