import { chatImporter } from '../../importing/describing/chat-importer.ts';

/**
 * A chat that Copilot Chat in VS Code exports (*Chat: Export Chat…*), or keeps in `chatSessions`.
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/model/chatModel.ts (`IExportableChatData`)
 */
export const copilotChat = chatImporter({
  id: 'copilot-chat',
  title: 'Copilot Chat in VS Code',
  turns: ['requests'],
  message: { requestId: 'text', message: 'record', response: 'there' },
  reading: async () => (await import('./reading.ts')).reading,
});
