import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { textAt } from '../../importing/values/where.ts';

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
  reading: async () => (await import('./reading.ts')).reading,
});
