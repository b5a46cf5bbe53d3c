import { isRecord } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { elementsOf } from '../../importing/values/elements.ts';

/**
 * Sessions of goose: the JSON Lines files of earlier versions, and `goose session export`.
 * https://github.com/block/goose/tree/main/crates/goose/src/conversation
 */
export const goose = chatImporter({
  id: 'goose',
  title: 'goose session',
  turns: ['', 'conversation'],
  header: { working_dir: 'text', role: 'absent' },
  message: { role: ['user', 'assistant'], content: 'list', created: 'there' },
  isOwn: ({ holder, messages }) =>
    isRecord(holder.value) ||
    messages.slice(0, 20).some(({ value }) => isRecord(value) && hasMark(elementsOf(value['content'] ?? null))),
  reading: async () => (await import('./reading.ts')).reading,
});

/** Contents that only goose has. */
const hasMark = (contents: readonly unknown[]): boolean =>
  contents.some((one) => isRecord(one) && (one['type'] === 'toolRequest' || one['type'] === 'toolResponse'));
