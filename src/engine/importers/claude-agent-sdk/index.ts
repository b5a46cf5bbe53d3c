import { isRecord, type RecordValue } from '../../model/value.ts';
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
  message: [{ subtype: 'text', data: 'record' }, { content: 'there' }, { session_id: 'text' }],
  isMessage: (message, { syntax, typeName }) =>
    syntax === 'python' && isRecord(message) && isNamed(typeName(message) ?? '', message) && !('source' in message),
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

const names = new Set(['AssistantMessage', 'UserMessage', 'SystemMessage', 'ResultMessage']);

/** Versions add classes for what the program reports, such as `RateLimitEvent`: these name the session. */
const isNamed = (name: string, message: RecordValue): boolean =>
  names.has(name) || (/(?:Event|Message)$/.test(name) && 'session_id' in message && 'uuid' in message);
