import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { fits, recordAt, type Shape } from '../../importing/values/where.ts';
import type { Value } from '../../model/value.ts';

const header: Shape = { type: ['session'], id: 'text' };
const line: Shape = { type: ['message'], 'message.role': 'text' };

/** Messages that only pi writes this way. They identify the format where the header is missing. */
const own: readonly Shape[] = [
  { role: ['assistant'], content: 'list', usage: 'record', stopReason: 'text' },
  { role: ['toolResult'], toolCallId: 'text', content: 'list' },
];

/** How many lines are checked. */
const sample = 40;

/**
 * A session of pi, the coding agent: lines, the first of which is about the session; or only its messages, as a list or as
 * the context that pi sends to a model (`{messages: […]}`). Since version 2, the lines form a tree.
 * https://github.com/badlogic/pi-mono/blob/main/packages/coding-agent/docs/session.md
 */
export const pi = chatImporter({
  id: 'pi',
  title: 'pi session',
  turns: ['messages', ''],
  header,
  message: [line, ...own],
  looked: sample,
  isKnownByOne: true,
  // A single message may be an answer of Anthropic's.
  isOwn: ({ holder, messages }) =>
    fits(holder.value, header) ||
    messages.slice(0, sample).some(({ value, place }) => place.length > 0 && isOwn(value)),
  reading: async () => (await import('./reading.ts')).reading,
});

const isOwn = (value: Value): boolean => {
  const message = fits(value, line) ? recordAt(value, 'message') : value;
  return message !== undefined && own.some((shape) => fits(message, shape));
};
