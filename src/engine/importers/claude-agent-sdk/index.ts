import { isRecord } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { elementsOf } from '../../importing/values/elements.ts';

/**
 * Messages of the Claude Agent SDK as Python prints them: `AssistantMessage(content=[TextBlock(text='…')])`.
 * https://github.com/anthropics/claude-agent-sdk-python/blob/main/src/claude_agent_sdk/types.py
 */
export const claudeAgentSdk = chatImporter({
  id: 'claude-agent-sdk',
  title: 'Claude Agent SDK messages',
  turns: [''],
  message: [
    { subtype: 'text', data: 'record' },
    { content: 'there', model: 'text' },
    { content: 'there', parent_tool_use_id: 'there' },
    { duration_api_ms: 'number', session_id: 'text' },
    { event: 'record', session_id: 'text' },
  ],
  isMessage: (message, { syntax, typeName }) =>
    syntax === 'python' && isRecord(message) && names.has(typeName(message) ?? '') && !('source' in message),
  // Other libraries have classes of the same names: the blocks and the result are this one's.
  isOwn: ({ messages }) =>
    messages.some(
      ({ value }) =>
        isRecord(value) &&
        ('duration_api_ms' in value ||
          'data' in value ||
          'parent_tool_use_id' in value ||
          elementsOf(value['content'] ?? null).some(isRecord)),
    ),
  reading: async () => (await import('./reading.ts')).reading,
});

const names = new Set(
  'AssistantMessage UserMessage SystemMessage ResultMessage StreamEvent TaskStartedMessage TaskProgressMessage TaskNotificationMessage'.split(
    ' ',
  ),
);
