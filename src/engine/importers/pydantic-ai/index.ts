import { isRecord, type Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { entriesAt, hasListAt, textAt } from '../../importing/values/where.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';

/**
 * Message histories of Pydantic AI, printed (`result.all_messages()`) or as JSON (`all_messages_json()`).
 * https://ai.pydantic.dev/message-history/
 * https://ai.pydantic.dev/api/messages/
 */
export const pydanticAi = chatImporter({
  id: 'pydantic-ai',
  title: 'Pydantic AI messages',
  turns: [''],
  message: { parts: 'list' },
  // A list of messages, one message, or several of either printed one after the other.
  find(document) {
    const { value } = document;
    const isMessage = (one: Placed) => isMessageOf(one.value, document);
    const root = { value, place: [] };
    const entries = isMessage(root) ? [root] : entriesAt(root, '');
    const lists = entries.map((one) => (hasListAt(one.value, '') ? entriesAt(one, '') : [one]).filter(isMessage));
    const others = lists.filter((list) => list.length === 0).length;
    const messages = lists.flat();
    return messages.length > others ? [{ holder: root, messages }] : [];
  },
  reading: async () => (await import('./reading.ts')).reading,
});

/**
 * Printed messages are recognised by their class. Other formats have messages with parts, too, but these name the kind
 * of each part.
 */
function isMessageOf(value: Value, { typeName }: Document): boolean {
  if (!isRecord(value) || !Array.isArray(value['parts'])) return false;
  const name = typeName(value);
  if (name === 'ModelRequest' || name === 'ModelResponse') return true;
  if (!['request', 'response'].includes(textAt(value, 'kind') ?? '')) return false;
  const parts = elementsOf(value['parts']);
  // A truncated response may have none.
  if (parts.length === 0) return textAt(value, 'finish_reason') !== undefined;
  return parts.some((part) => textAt(part, 'part_kind') !== undefined);
}
