import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { isWrappedTask } from '../../importing/messages/wrapped-task.ts';
import { textAt } from '../../importing/values/where.ts';

/**
 * A task of Cline or Roo Code: `api_conversation_history.json` (what the model was sent and answered; newer versions write
 * `ID.messages.json`), or `ui_messages.json` (what the page showed).
 * https://github.com/cline/cline/blob/main/src/shared/ExtensionMessage.ts (`ClineMessage`)
 */
export const cline = chatImporter({
  id: 'cline',
  title: 'Cline task',
  turns: ['messages', ''],
  message: [
    { role: ['user', 'assistant'], content: 'list' },
    { ts: 'number', type: ['say', 'ask'] },
  ],
  isOwn: ({ holder, messages: [first] }) =>
    textAt(first?.value, ['say', 'ask']) !== undefined || isWrappedTask(holder.value),
  reading: async () => (await import('./reading.ts')).reading,
});
