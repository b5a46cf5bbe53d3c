import { assumed } from '../../importing/import-report.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { textAt } from '../../importing/values/where.ts';

/**
 * Conversations that LibreChat exports as JSON: nested (*recursive*), or as a list with or without all branches.
 * https://github.com/danny-avila/LibreChat/blob/main/client/src/hooks/Conversations/useExportConversation.ts
 * https://github.com/danny-avila/LibreChat/blob/main/packages/data-provider/src/types/assistants.ts (TMessageContentParts)
 */
export const librechat = chatImporter({
  id: 'librechat',
  title: 'LibreChat conversation',
  turns: ['messagesTree', 'messages'],
  inside: 'children',
  message: { messageId: 'text', isCreatedByUser: 'flag' },
  reading: {
    messages: {
      kind: { field: 'isCreatedByUser', values: { true: 'input', false: 'llm' } },
      time: 'createdAt',
      model: 'model',
      items: {
        list: 'content',
        kind: {
          field: 'type',
          values: { text: 'text', think: 'reasoning', tool_call: 'exchange' },
          otherwise: 'content',
          absent: 'content',
        },
        areAnswers: true,
        text: ['text', 'text.value'],
        calls: {
          list: 'tool_call',
          id: 'id',
          name: ['name', 'function.name', 'type'],
          arguments: ['args', 'function.arguments', 'code_interpreter.input'],
        },
        results: {
          content: ['output', 'function.output', 'code_interpreter.outputs'],
          assumed: assumed(
            'librechat/outcome',
            () => 'LibreChat does not record whether a call failed: each result counts as successful.',
          ),
        },
      },
      orText: 'text',
    },
    session: {
      tree: { id: 'messageId', parent: 'parentMessageId' },
      title: 'title',
      agent: () => 'LibreChat',
      // The model that is chosen now; answers since 2024 name their own.
      model: (holder, { found }) =>
        found.messages.some(({ value }) => textAt(value, 'model') !== undefined)
          ? undefined
          : textAt(holder, 'options.model'),
      recording: { conversationId: 'conversationId', endpoint: 'endpoint' },
      system: ['options.promptPrefix', 'options.system'],
    },
  },
});
