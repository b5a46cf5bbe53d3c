import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { isWrappedTask } from '../../importing/messages/wrapped-task.ts';
import type { Value } from '../../model/value.ts';
import { fits, textAt } from '../../importing/values/where.ts';

/**
 * A task of Cline or Roo Code: `api_conversation_history.json` (what the model was sent and answered; newer versions write
 * `ID.messages.json`), `ui_messages.json` (what the page showed), or what the command line prints with `--json`.
 * https://github.com/cline/cline/blob/main/src/shared/ExtensionMessage.ts (`ClineMessage`)
 */
export const cline = chatImporter({
  id: 'cline',
  title: 'Cline task',
  turns: ['messages', ''],
  message: [
    { role: ['user', 'assistant'], content: 'list' },
    { ts: 'number', type: ['say', 'ask'] },
    { ts: 'text', type: 'text' },
  ],
  isOwn: ({ holder, messages: [first] }) =>
    textAt(first?.value, ['say', 'ask']) !== undefined ||
    (first !== undefined && isEventOfRun(first.value)) ||
    isWrappedTask(holder.value),
  reading: async () => (await import('./reading.ts')).reading,
});

/** A line that the command line prints with `--json`. */
const isEventOfRun = (line: Value): boolean =>
  fits(line, { ts: 'text', type: ['run_start'], providerId: 'text', modelId: 'text' }) ||
  fits(line, { ts: 'text', type: ['agent_event'], 'event.type': 'text' });
