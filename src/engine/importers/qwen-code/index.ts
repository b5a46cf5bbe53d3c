import { journalImporter } from '../../importing/journal/journal-importer.ts';

/**
 * Chats that Qwen Code saves: lines with a message in Gemini's form, or with information about the program. Lines of Claude
 * Code have neither.
 * https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/services/chatRecordingService.ts (ChatRecord)
 */
export const qwenCode = journalImporter({
  id: 'qwen-code',
  title: 'Qwen Code chat',
  own: [
    { type: ['user', 'assistant', 'tool_result'], sessionId: 'text', 'message.parts': 'list' },
    { type: ['system'], sessionId: 'text', subtype: 'text', systemPayload: 'record' },
  ],
  looked: 60,
  load: async () => (await import('./read.ts')).read,
});
