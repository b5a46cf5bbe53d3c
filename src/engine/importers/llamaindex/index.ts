import { isRecord, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { entriesAt, findAt, fits } from '../../importing/values/where.ts';
import { elementsOf, oneOrMany, type Placed } from '../../importing/values/elements.ts';

/** How many entries are examined. */
const sample = 40;

/**
 * LlamaIndex: chat messages, chat stores, and the events of an agent's workflow, printed or as JSON.
 * https://github.com/run-llama/llama_index/blob/main/llama-index-core/llama_index/core/base/llms/types.py
 * https://github.com/run-llama/llama_index/blob/main/llama-index-core/llama_index/core/agent/workflow/workflow_events.py
 */
export const llamaindex = chatImporter({
  id: 'llamaindex',
  title: 'LlamaIndex messages or events',
  turns: [''],
  message: { role: 'text', additional_kwargs: 'record' },
  find({ value }) {
    const holder = { value, place: [] };
    // `SimpleChatStore.json()`: conversations by name. A memory has one.
    const store = findAt(value, ['store', 'chat_store.store'], isRecord);
    if (store !== undefined) {
      const lists = Object.entries(store.value).map(([name, list]) =>
        entriesAt({ value: list, place: [...store.path, name] }, ''),
      );
      return lists.filter(isConversation).map((messages) => ({ holder, messages }));
    }
    const messages = oneOrMany(value).map(unwrapped);
    const isOwn = isConversation(messages) || messages.slice(0, sample).some(isEvent);
    return isOwn ? [{ holder, messages }] : [];
  },
  reading: async () => (await import('./reading.ts')).reading,
});

const isConversation = (entries: readonly Placed[]): boolean =>
  entries.length > 0 && entries.slice(0, sample).every(({ value }) => isMessage(value));

function isMessage(value: Value): boolean {
  // LangChain's messages have additional_kwargs, too.
  const shape = { role: 'text', additional_kwargs: 'record', response_metadata: 'absent', type: 'absent' } as const;
  if (!fits(value, shape)) return false;
  const blocks = findAt(value, 'blocks', Array.isArray)?.value;
  return blocks === undefined ? fits(value, { content: 'there' }) : elementsOf(blocks).every(isBlock);
}

const isBlock = (block: Value): boolean => isRecord(block) && ('block_type' in block || 'text' in block);

/** The two events that only an agent's workflow has. */
const isEvent = ({ value }: Placed): boolean =>
  fits(value, { tool_name: 'text', tool_output: 'record' }) ||
  fits(value, { 'response.role': 'text', 'response.additional_kwargs': 'record', current_agent_name: 'there' });

/** `{__is_pydantic: true, value, qualified_name}`, as the serializer of workflows writes an event. */
function unwrapped(entry: Placed): Placed {
  const { value, place } = entry;
  if (!isRecord(value) || value['__is_pydantic'] !== true || value['value'] === undefined) return entry;
  return { value: value['value'], place: [...place, 'value'] };
}
