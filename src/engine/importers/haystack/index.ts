import { isRecord, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { denied } from '../../importing/transcript/call-ends.ts';
import { findAt, textAt } from '../../importing/values/where.ts';
import { elementsOf } from '../../importing/values/elements.ts';

/**
 * The keys that name the kind of a part: `to_dict()` writes the part under such a key; printed parts have the fields
 * themselves.
 */
const parts = {
  tool_call_result: 'result',
  origin: 'result',
  tool_call: 'call',
  tool_name: 'call',
  reasoning: 'reasoning',
  reasoning_text: 'reasoning',
  text: 'text',
  image: 'file',
  base64_image: 'file',
  file: 'file',
  base64_data: 'file',
} as const;

const roles = ['system', 'user', 'assistant', 'tool'];

/**
 * Haystack's `ChatMessage`: `to_dict()` of all 2.x versions, and as printed.
 * https://github.com/deepset-ai/haystack/blob/main/haystack/dataclasses/chat_message.py
 */
export const haystack = chatImporter({
  id: 'haystack',
  title: 'Haystack messages',
  // A list, the result of an agent or a generator, or `{llm: {replies: […]}}` of a pipeline's components.
  within: ['', '*'],
  isEachOwn: true,
  turns: ['', 'messages'],
  also: ['replies'],
  // The fields of the class: printed, and serialised from 2.9 to 2.11.
  message: [
    { _role: roles, _content: 'list' },
    { role: roles, content: 'there', meta: 'record' },
  ],
  isMessage: (message) => isRecord(message) && ('_role' in message || isContent(message['content'] ?? null, message)),
  reading: {
    messages: {
      kind: {
        field: ['_role', 'role'],
        values: { system: 'system', user: 'input', assistant: 'llm', tool: 'result' },
      },
      items: {
        list: ['_content', 'content'],
        kind: { keys: parts, otherwise: 'content', absent: 'content' },
        calls: { list: ['tool_call', ''], id: 'id', name: 'tool_name', arguments: 'arguments' },
        results: {
          list: ['tool_call_result', ''],
          id: 'origin.id',
          repeats: { name: 'origin.tool_name', arguments: 'origin.arguments' },
          content: 'result',
          flag: 'error',
          outcome(part) {
            const words = textAt(part, 'result') ?? '';
            return rejected.test(words) ? denied(words) : undefined;
          },
        },
        file: {
          data: ['image.base64_image', 'base64_image', 'file.base64_data', 'base64_data'],
          mimeType: (part) =>
            textAt(part, ['image.mime_type', 'file.mime_type', 'mime_type']) ??
            (findAt(part, ['image', 'base64_image']) === undefined ? undefined : 'image/*'),
          otherwise: 'application/octet-stream',
        },
      },
      speaker: ['_name', 'name'],
      model: ['_meta.model', 'meta.model'],
      tokens: ['_meta.usage', 'meta.usage'],
      end: ['_meta', 'meta'],
    },
  },
});

/** https://github.com/deepset-ai/haystack/blob/main/haystack/hooks/human_in_the_loop/strategies.py */
const rejected = /^Tool execution for '[^']*' was rejected by the user\./;

/** Before 2.9 the content was only the text; since then it is parts without a `type`. */
const isContent = (content: Value, message: object): boolean =>
  typeof content === 'string'
    ? 'name' in message
    : elementsOf(content).every(
        (part) => isRecord(part) && !('type' in part) && Object.keys(parts).some((key) => key in part),
      );
