import { chatImporter } from '../../importing/describing/chat-importer.ts';

/**
 * The messages of a chatflow, as Flowise's API lists them and as its page exports them.
 * https://docs.flowiseai.com/api-reference/chat-message
 */
export const flowise = chatImporter({
  id: 'flowise',
  title: 'Flowise messages',
  turns: ['', 'messages'],
  chat: 'chatId',
  message: { role: ['apiMessage', 'userMessage'], content: 'text' },
  reading: {
    messages: {
      kind: { field: 'role', values: { userMessage: 'input', apiMessage: 'llm' } },
      items: {
        list: 'usedTools',
        kind: () => 'exchange',
        areAnswers: true,
        calls: { name: 'tool', arguments: 'toolInput' },
        results: {
          content: 'toolOutput',
          outcome: ({ error = null, toolOutput }) =>
            typeof error === 'string' && error !== ''
              ? { outcome: 'error', output: undefined, reason: error }
              : { outcome: 'ok', output: toolOutput ?? null },
        },
      },
      text: 'content',
      time: ['createdDate', 'time'],
    },
    session: {
      agent: () => 'Flowise',
      timeKey: 'createdDate',
      recording: { chatflow: '0.chatflowid', chat: '0.chatId', session: '0.sessionId' },
    },
  },
});
