import { assumed } from '../../importing/import-report.ts';
import { isRecord, type RecordValue } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { textAt } from '../../importing/values/where.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { ChatReading } from '../../importing/describing/chat-reading.ts';

/** Both languages in one: `content_type` and snake_case, or `$type` and PascalCase. */
const reading: ChatReading = {
  messages: {
    kind: {
      field: ['role', 'Role.Label'],
      values: { system: 'system', developer: 'system', assistant: 'llm', tool: 'result' },
      otherwise: 'input',
    },
    speaker: ['name', 'AuthorName'],
    model: ['ai_model_id', 'ModelId'],
    end: ['finish_reason', 'Metadata.FinishReason'],
    tokens: ['metadata.usage', 'metadata.Usage', 'Metadata.usage', 'Metadata.Usage'],
    items: {
      list: ['items', 'Items'],
      kind: {
        field: ['content_type', '$type'],
        values: {
          text: 'text',
          function_call: 'call',
          function_result: 'result',
          reasoning: 'reasoning',
          TextContent: 'text',
          FunctionCallContent: 'call',
          FunctionResultContent: 'result',
          ReasoningContent: 'reasoning',
        },
        otherwise: 'file',
      },
      text: ['text', 'Text'],
      calls: { id: ['id', 'CallId', 'Id'], name: nameOf, arguments: ['arguments', 'Arguments'], unnamed: 'unknown' },
      results: {
        id: ['id', 'CallId', 'Id'],
        name: nameOf,
        content: ['result', 'Result'],
        assumed: assumed(
          'semantic-kernel/outcome',
          () => 'Results do not say whether a call failed: each counts as successful, whatever its text says.',
        ),
      },
      file: {
        data: ['data_uri', 'uri', 'DataUri', 'Uri'],
        mimeType: (item) => textAt(item, ['mime_type', 'MimeType']) ?? (isImage(item) ? 'image/*' : undefined),
        otherwise: 'application/octet-stream',
      },
    },
  },
};

const isImage = (item: RecordValue): boolean => item['content_type'] === 'image' || item['$type'] === 'ImageContent';

/** Plugin and function, as the model knows it. */
function nameOf(item: RecordValue): string | undefined {
  const name = textAt(item, ['function_name', 'FunctionName']);
  const plugin = textAt(item, ['plugin_name', 'PluginName']) ?? '';
  if (name === undefined) return textAt(item, 'name');
  return plugin === '' ? name : `${plugin}-${name}`;
}

/**
 * Chat histories of Semantic Kernel: of Python (`ChatHistory.serialize()`) and of C# (`JsonSerializer.Serialize(chatHistory)`).
 * https://learn.microsoft.com/semantic-kernel/concepts/ai-services/chat-completion/chat-history
 */
export const semanticKernel = chatImporter({
  id: 'semantic-kernel',
  title: 'Semantic Kernel chat history',
  turns: ['', 'messages'],
  message: [
    { role: 'text', items: 'list' },
    { 'Role.Label': 'text', Items: 'list' },
  ],
  isMessage: (message) =>
    isRecord(message) &&
    elementsOf(message['items'] ?? message['Items'] ?? null).every(
      (item) => textAt(item, ['content_type', '$type']) !== undefined,
    ),
  reading,
});
