import * as v from 'valibot';
import { conversationEntry, imported } from '../../importing/transcript/conversation-entry.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted } from '../../importing/import-report.ts';
import { oneOrMany, type Placed } from '../../importing/values/one-or-many.ts';
import { branchSuffix, waysThrough, type TreeEntry } from '../../importing/transcript/ways.ts';
import { Conversation, Message } from './format.ts';
import { readMessage } from './messages.ts';

export const read: Read = ({ value }) =>
  imported(
    oneOrMany(value).flatMap(sessionsOf),
    'This looks like conversations of claude.ai, but nothing was said in them.',
  );

interface Entry extends TreeEntry, Placed {}

function sessionsOf({ value, place }: Placed): readonly SessionEntry[] {
  const parsed = v.safeParse(Conversation, value);
  if (!parsed.success || parsed.output.chat_messages.length === 0) return [];
  const conversation = parsed.output;
  const entries = conversation.chat_messages.map((message, index) =>
    entryOf(message, [...place, 'chat_messages', index]),
  );
  const { ways, others } = waysOf(entries, conversation.current_leaf_message_uuid);
  return ways.map((messages, index) =>
    conversationEntry({
      importer: 'claude-export',
      title: conversation.name,
      suffix: branchSuffix(index, ways.length),
      messages,
      read: readMessage,
      about: (report) => ({
        agent: 'Claude',
        model: conversation.model,
        startedAt: readInstant(conversation.created_at, [...place, 'created_at'], report),
        recording: conversation.uuid === undefined ? {} : { uuid: conversation.uuid },
      }),
      end(_, report) {
        if (others > 0) {
          report.note('lost', 'claude-export/branches', [...place, 'chat_messages'], () => {
            const what = counted(others, 'further branch', 'further branches');
            return `${what} of this conversation not listed.`;
          });
        }
      },
    }),
  );
}

function entryOf(value: Placed['value'], place: Placed['place']): Entry {
  const message = v.safeParse(Message, value);
  const { uuid = '', parent_message_uuid: parent } = message.success ? message.output : {};
  return { id: uuid, parent, value, place };
}

/** Exports without parents, or with ids that are not each message's own, are told in the order of the file. */
function waysOf(entries: readonly Entry[], current: string | undefined) {
  const ids = new Set(entries.map(({ id }) => id));
  const isTree = ids.size === entries.length && entries.some(({ parent }) => parent !== undefined && ids.has(parent));
  return isTree ? waysThrough(entries, current) : { ways: [entries], others: 0 };
}
