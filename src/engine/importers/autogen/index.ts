import { isRecord, type Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { entriesAt, recordAt } from '../../importing/values/where.ts';
import { typeOf } from './format.ts';
import { oneOrMany, type Placed } from '../../importing/values/elements.ts';

/**
 * Messages and events of AutoGen AgentChat, printed or as JSON (`model_dump()`), alone, in a `TaskResult`, in a
 * `Response`, or in the state of a team or an agent (`save_state()`).
 * https://microsoft.github.io/autogen/stable/reference/python/autogen_agentchat.messages.html
 * https://microsoft.github.io/autogen/stable/reference/python/autogen_agentchat.base.html#autogen_agentchat.base.TaskResult
 */
export const autogen = chatImporter({
  id: 'autogen',
  title: 'AutoGen messages',
  turns: [''],
  message: {},
  find(document) {
    const { value } = document;
    const entries = oneOrMany(value);
    const lists = [
      ...contextsIn({ value, place: [] }),
      // A stream ends with a result that repeats all of its messages.
      ...entries.map((result) => ({ holder: result, messages: entriesAt(result, 'messages') })).toReversed(),
      { holder: { value, place: [] }, messages: entries.flatMap((entry) => messagesOf(entry, document)) },
    ];
    return lists.filter((list) => isChat(list, document)).slice(0, 1);
  },
  reading: async () => (await import('./reading.ts')).reading,
});

/** In a saved state: the messages that a team shares come before the contexts of its agents’ models. */
function contextsIn(root: Placed): readonly FoundConversation[] {
  const members = Object.entries(recordAt(root.value, 'agent_states') ?? {}).map(([name, value]) => ({
    value,
    place: ['agent_states', name],
  }));
  return ['message_thread', 'agent_state.message_thread', 'llm_context.messages', 'agent_state.llm_context.messages']
    .flatMap((where) => [root, ...members].map((member) => entriesAt(member, where)))
    .map((messages) => ({ holder: root, messages }));
}

/** The message that an entry is, or those in a response. */
function messagesOf(entry: Placed, document: Document): readonly Placed[] {
  const { value, place } = entry;
  if (!isRecord(value) || typeOf(value, document) !== undefined) return [entry];
  const answer = { value: value['chat_message'] ?? null, place: [...place, 'chat_message'] };
  const all = [...entriesAt(entry, 'inner_messages'), answer].filter(
    (one) => typeOf(one.value, document) !== undefined,
  );
  return all.length > 0 ? all : [entry];
}

/** More than half of the entries are messages. LangChain has the class `SystemMessage`, too. */
function isChat({ messages }: FoundConversation, document: Document): boolean {
  const isSystem = (value: Value) => typeOf(value, document) === 'SystemMessage';
  const others = messages.filter(({ value }) => !isSystem(value));
  return others.filter(({ value }) => typeOf(value, document) !== undefined).length * 2 > others.length;
}
