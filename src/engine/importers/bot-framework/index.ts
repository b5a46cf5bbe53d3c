import { assumed, counted, info } from '../../importing/import-report.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation, MessageKind, Spot } from '../../importing/describing/chat-reading.ts';
import { elementsAt, fieldAt, textAt } from '../../importing/values/where.ts';

/**
 * A transcript of the Bot Framework (`.transcript`): a list of activities; also the `content` of Copilot Studio's table
 * of conversations.
 * https://github.com/microsoft/botframework-sdk/blob/main/specs/transcript/transcript.md
 */
export const botFramework = chatImporter({
  id: 'bot-framework',
  title: 'Bot Framework transcript',
  turns: ['', 'activities'],
  message: { type: 'text', from: 'record', channelId: 'text' },
  isKnownByOne: true,
  isOwn: ({ messages }) => messages.some(({ value }) => textAt(value, 'type') === 'message'),
  reading: {
    messages: (found) => [
      {
        kind: kindsOf(found),
        text: 'text',
        parts: (activity) => cardsIn(activity),
        time: 'timestamp',
        skipped: noteActivity,
      },
    ],
    session: {
      agent: (_, { found }) =>
        nameOf(
          'bot',
          found.messages.map(({ value }) => value),
        ),
      user: (_, { found }) =>
        nameOf(
          'user',
          found.messages.map(({ value }) => value),
        ),
      recording: (_, { found }) => {
        const id = textAt(found.messages[0]?.value, 'conversation.id');
        return id === undefined ? {} : { conversation: id };
      },
    },
  },
});

const noteActivity = info(
  'bot-framework/activity',
  (n) =>
    `${n} ${n === 1 ? 'activity' : 'activities'} that no one said (joins, typing, traces, events): not shown as turns.`,
);

/** `user` and `bot`, or their numbers in Copilot Studio. */
function roleIn(record: Value | undefined): 'user' | 'bot' | undefined {
  const role = fieldAt(record, 'role');
  if (role === undefined || role === null) return undefined;
  return role === 'user' || role === 1 ? 'user' : 'bot';
}

/** Who speaks each message. Roles are optional: without them, the sides are assumed. */
function kindsOf({ messages }: FoundConversation): (activity: RecordValue, spot: Spot) => MessageKind {
  const said = messages.map(({ value }) => value).filter((value) => textAt(value, 'type') === 'message');
  const roles = new Map<string, 'user' | 'bot'>();
  const learn = (id: string | undefined, role: 'user' | 'bot' | undefined) =>
    id !== undefined && role !== undefined && !roles.has(id) && roles.set(id, role);
  for (const one of said) learn(textAt(one, 'from.id'), roleIn(fieldAt(one, 'from')));
  for (const one of said) learn(textAt(one, 'recipient.id'), roleIn(fieldAt(one, 'recipient')));
  const isKnown = new Set(roles.keys());
  for (const one of said) if (textAt(one, 'replyToId') !== undefined) learn(textAt(one, 'from.id'), 'bot');
  for (const one of said) if (/\bbot\b/i.test(textAt(one, 'from.name') ?? '')) learn(textAt(one, 'from.id'), 'bot');
  const otherwise = [...roles.values()].includes('bot') ? 'input' : 'llm';
  const first = textAt(said[0], 'from.id');
  return (activity, { place, report }) => {
    if (activity['type'] !== 'message') return 'skip';
    const id = textAt(activity, 'from.id');
    const role = roleIn(activity['from']);
    if (role === undefined && (id === undefined || !isKnown.has(id))) noteSides(place, report);
    const known = role ?? (id === undefined ? undefined : roles.get(id));
    if (known !== undefined) return known === 'user' ? 'input' : 'llm';
    return roles.size === 0 && id === first ? 'input' : otherwise;
  };
}

const noteSides = assumed(
  'bot-framework/sides',
  (n) =>
    `${counted(n, 'message')} without the role of its sender: who answers a message by its id, is named a bot, or does not speak first is shown as the bot.`,
);

/** The words on cards: adaptive cards are kept as they are. */
const cardsIn = (activity: RecordValue) =>
  elementsAt(activity, 'attachments').map((card) => ({
    mimeType: textAt(card, 'contentType') ?? 'application/octet-stream',
    file: fieldAt(card, ['content', 'contentUrl', 'name']) ?? null,
  }));

function nameOf(role: string, activities: readonly Value[]): string | undefined {
  const said = activities.find((activity) => textAt(activity, 'from.role') === role);
  return textAt(said, 'from.name') || undefined;
}
