import { isRecord, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { entriesAt, fits, hasListAt, recordAt, textAt } from '../../importing/values/where.ts';

/**
 * Chats of AG2, and of AutoGen before version 0.4: `ChatResult`, `agent.chat_messages`, the messages of either, the events
 * of a run, and the output that agents print while they talk.
 * https://github.com/ag2ai/ag2/blob/main/autogen/agentchat/chat.py
 * https://github.com/ag2ai/ag2/blob/main/autogen/agentchat/conversable_agent.py
 * https://github.com/ag2ai/ag2/blob/main/autogen/events/agent_events.py
 */
export const ag2 = chatImporter({
  id: 'ag2',
  title: 'AG2 or AutoGen 0.2 chat',
  turns: ['', 'chat_history'],
  message: {},
  find({ value, syntax }) {
    const root = { value, place: [] };
    const list = entriesAt(root, '');
    if (syntax === 'ag2-console' || isOwnList(list)) return [chatOf(list)];
    if (list.slice(0, sample).some(isReceived)) return [chatOf(list.map(receivedIn))];
    const result = resultIn(root);
    if (result !== undefined) return [result];
    const isOfResults = list.slice(0, 3).some((one) => resultIn(one) !== undefined);
    return isOfResults ? list.flatMap((one) => resultIn(one) ?? []) : byPartner(value);
  },
  reading: async () => (await import('./reading.ts')).reading,
});

/** Messages alone, without facts about their chat. */
const chatOf = (messages: readonly Placed[]): FoundConversation => ({ holder: { value: null, place: [] }, messages });

function resultIn(holder: Placed): FoundConversation | undefined {
  const messages = entriesAt(holder, 'chat_history');
  const isResult = ['summary', 'cost'].some((key) => fits(holder.value, { [key]: 'there' }));
  return isResult && areMessages(messages) ? { holder, messages } : undefined;
}

/** `agent.chat_messages`: the messages for each agent that it talked with. */
function byPartner(value: Value): readonly FoundConversation[] {
  const lists = Object.entries(isRecord(value) ? value : {}).map(
    ([key, list]) => [key, entriesAt({ value: list, place: [key] }, '')] as const,
  );
  const isOwn = lists.every(([key, list]) => partner.test(key) && areMessages(list));
  return isOwn ? lists.map(([, list]) => chatOf(list)) : [];
}

/**
 * The printed form of an agent has only its class and address: `<autogen.agentchat.user_proxy_agent.UserProxyAgent at
 * 0x2>`.
 */
const partner = /^<[\w.]+(?: object)? at 0x[0-9A-Fa-f]+>$/;

const sample = 20;

/** The events of a run: a message that an agent received is inside, with its sender. */
const isReceived = ({ value }: Placed): boolean =>
  fits(value, {
    type: ['text', 'tool_call', 'tool_response', 'function_call', 'function_response'],
    'content.sender': 'text',
    'content.recipient': 'text',
  });

function receivedIn(event: Placed): Placed {
  const message = recordAt(event.value, 'content');
  if (message === undefined || !isReceived(event)) return event;
  return { value: { ...message, name: textAt(message, 'sender') ?? null }, place: [...event.place, 'content'] };
}

const areMessages = (list: readonly Placed[]): boolean =>
  list.length > 0 &&
  list
    .slice(0, sample)
    .every(({ value }) => ['content', 'tool_calls', 'tool_responses'].some((key) => fits(value, { [key]: 'there' })));

/** Many formats have lists of chat messages; only AG2 has results in a separate list, and a named assistant first. */
function isOwnList(list: readonly Placed[]): boolean {
  const [opening, reply] = list;
  if (opening === undefined || !areMessages(list)) return false;
  const isTurned =
    fits(opening.value, { role: ['assistant'], name: 'text' }) &&
    fits(reply?.value ?? null, { role: ['user'], name: 'text' });
  return isTurned || list.slice(0, sample).some(({ value }) => hasListAt(value, ['tool_responses']));
}
