import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { oneOrMany } from '../../importing/values/elements.ts';
import { fits } from '../../importing/values/where.ts';
import type { Value } from '../../model/value.ts';

/**
 * A chat that Copilot Chat in VS Code exports (*Chat: Export Chat…*), or keeps in `chatSessions`: as one record, or as the log
 * of its changes.
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/model/chatModel.ts (`IExportableChatData`)
 */
export const copilotChat = chatImporter({
  id: 'copilot-chat',
  title: 'Copilot Chat in VS Code',
  turns: ['requests'],
  message: { requestId: 'text', message: 'record', response: 'there' },
  find: ({ value }) => (isLog(value) ? [{ holder: { value, place: [] }, messages: oneOrMany(value) }] : undefined),
  reading: async () => (await import('./reading.ts')).reading,
});

/** The log begins with the whole chat (`kind` 0); each other line is a change. */
function isLog(value: Value): boolean {
  const [first, ...changes] = oneOrMany(value).slice(0, 20);
  const isWhole =
    first !== undefined && fits(first.value, { kind: 'number', 'v.sessionId': 'text', 'v.requests': 'list' });
  return isWhole && changes.every((change) => fits(change.value, { kind: 'number' }));
}
