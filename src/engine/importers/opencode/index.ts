import { isRecord } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { fits } from '../../importing/values/where.ts';

/**
 * Sessions of opencode, as `opencode export` writes them; or the list of messages that its server returns.
 * https://github.com/sst/opencode/blob/dev/packages/opencode/src/session/message-v2.ts
 */
export const opencode = chatImporter({
  id: 'opencode',
  title: 'opencode session',
  turns: ['messages', ''],
  message: { 'info.role': ['user', 'assistant'], parts: 'list' },
  looked: 3,
  isOwn: ({ holder, messages }) =>
    isRecord(holder.value)
      ? fits(holder.value, { 'info.id': 'text', messages: 'list' })
      : messages.slice(0, 3).every(({ value }) => fits(value, { 'info.sessionID': 'text' })),
  reading: async () => (await import('./reading.ts')).reading,
});
