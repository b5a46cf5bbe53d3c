import * as v from 'valibot';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { conversationEntry, imported } from '../../importing/transcript/conversation-entry.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { noteSystem } from '../../importing/messages/message-list.ts';
import { oneOrMany, type Placed } from '../../importing/values/one-or-many.ts';
import { opened } from '../../importing/values/written-value.ts';
import { Conversation } from './format.ts';
import { readMessage } from './messages.ts';
import { isConversation } from './shapes.ts';

export const read: Read = ({ value }) =>
  imported(oneOrMany(value).flatMap(sessionsOf), 'This looks like a data set of conversations, but none is in it.');

function sessionsOf({ value, place }: Placed): readonly SessionEntry[] {
  const parsed = v.safeParse(Conversation, value);
  if (!parsed.success || !isConversation(value)) return [];
  const { id, conversations, system, tools } = parsed.output;
  return [
    conversationEntry({
      importer: 'sharegpt',
      messages: conversations.map((one, index) => ({ value: one, place: [...place, 'conversations', index] })),
      read: readMessage,
      about: () => ({ declared: declaredIn(tools ?? null), recording: id === undefined || id === null ? {} : { id } }),
      end(_, report) {
        if (system !== undefined && system !== '') noteSystem([...place, 'system'], report);
      },
    }),
  ];
}

/** `[{name}]`, `[{type: "function", function: {name}}]`, or either as text. */
function declaredIn(tools: Value): readonly string[] {
  const list = opened(tools);
  return (isList(list) ? [...list] : []).flatMap((tool) => {
    const inner = isRecord(tool) ? tool['function'] : undefined;
    const name = inner !== undefined && isRecord(inner) ? inner['name'] : isRecord(tool) ? tool['name'] : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}
