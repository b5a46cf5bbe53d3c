import { assumed, counted } from '../../importing/import-report.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { elementsAt, fieldAt, textAt } from '../../importing/values/where.ts';
import { readContent } from '../../importing/content/content.ts';
import type { RecordValue, Value } from '../../model/value.ts';

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
        content: (item, { place, report }) => (errorIn(item) === undefined ? readContent(item, place, report) : []),
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
            'LibreChat does not record whether a call failed: each result counts as successful.',
          ),
        },
      },
      orText: 'text',
      finish(message, record, { place, report }) {
        const failure = failureIn(record);
        if (failure === undefined || message.role !== 'assistant') return [message];
        const short = failure.slice(0, 200);
        report.note(
          'info',
          'librechat/failed',
          place,
          (n) => `${counted(n, 'answer')} failed, first with: “${short}”.`,
        );
        // The text of a failed answer is the error.
        const parts = fieldAt(record, 'error') === true ? [] : message.parts;
        return [{ ...message, parts, placeholder: `[${short}]` }];
      },
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

const errorIn = (item: Value): string | undefined =>
  textAt(item, 'type') === 'error' ? textAt(item, ['error', 'text']) : undefined;

/** A failed answer is marked, and its text is the error; one that failed on its way ends with a part of its own. */
const failureIn = (message: RecordValue): string | undefined =>
  fieldAt(message, 'error') === true
    ? textAt(message, 'text')
    : elementsAt(message, 'content')
        .map(errorIn)
        .find((error) => error !== undefined);
