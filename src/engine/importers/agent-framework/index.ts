import { isRecord } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { textAt } from '../../importing/values/where.ts';
import { elementsOf } from '../../importing/values/elements.ts';

/**
 * A conversation of Microsoft's Agent Framework, as its tau²-bench runner writes one in each line.
 * https://github.com/microsoft/agent-framework/blob/main/python/packages/core/agent_framework/_types.py (ChatMessage)
 */
export const agentFramework = chatImporter({
  id: 'agent-framework',
  title: 'Microsoft Agent Framework conversation',
  sessions: '',
  counted: 'line',
  turns: ['messages'],
  message: { contents: 'list' },
  isMessage: (message) =>
    textAt(message, ['role', 'role.value']) !== undefined &&
    isRecord(message) &&
    elementsOf(message['contents'] ?? null).every((content) => textAt(content, 'type') !== undefined),
  looked: 1,
  reading: async () => (await import('./reading.ts')).reading,
});
