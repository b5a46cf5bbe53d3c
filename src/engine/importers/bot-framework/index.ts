import { info } from '../../importing/import-report.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { MessageKind, Spot } from '../../importing/describing/chat-reading.ts';
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
    messages: {
      kind: kindOf,
      text: 'text',
      parts: (activity) => cardsIn(activity),
      time: 'timestamp',
      skipped: info(
        'bot-framework/activity',
        (n) =>
          `${n} ${n === 1 ? 'activity' : 'activities'} that no one said (joins, typing, traces, events): not shown as turns.`,
      ),
    },
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

/** `user` and `bot`, or their numbers in Copilot Studio. Without roles, the side that answers an activity is the bot. */
function kindOf(activity: RecordValue, { found }: Spot): MessageKind {
  if (activity['type'] !== 'message') return 'skip';
  const role = fieldAt(activity, 'from.role');
  if (role !== undefined && role !== null) return role === 'user' || role === 1 ? 'input' : 'llm';
  const own = textAt(activity, 'from.id');
  const answers = found.messages.some(
    ({ value }) => textAt(value, 'replyToId') !== undefined && textAt(value, 'from.id') === own,
  );
  return answers ? 'llm' : 'input';
}

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
