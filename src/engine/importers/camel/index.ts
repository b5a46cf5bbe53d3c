import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { entriesAt, fits, type Shape } from '../../importing/values/where.ts';
import type { Placed } from '../../importing/values/elements.ts';

/** `role_type` is a `RoleType`: by value, or by name. */
const message: Shape = { role_name: 'text', role_type: 'text' };

/**
 * Messages of CAMEL, and responses of `ChatAgent.step`, printed or as JSON.
 * https://github.com/camel-ai/camel/blob/master/camel/messages/base.py
 * https://github.com/camel-ai/camel/blob/master/camel/messages/func_message.py
 * https://github.com/camel-ai/camel/blob/master/camel/responses/agent_responses.py
 */
export const camel = chatImporter({
  id: 'camel',
  title: 'CAMEL messages',
  turns: [''],
  message,
  find({ value }, most) {
    const entries = entriesIn({ value, place: [] }, 2, most);
    const own = entries.filter((entry) => fits(entry.value, message) || isResponse(entry));
    return own.length * 2 > entries.length ? [{ holder: { value, place: [] }, messages: entries }] : [];
  },
  reading: async () => (await import('./reading.ts')).reading,
});

/** One entry, or a list of them; a session of two agents prints pairs of answers. */
function entriesIn(entry: Placed, depth: number, most: number | undefined): readonly Placed[] {
  if (!Array.isArray(entry.value) || depth === 0) return [entry];
  return entriesAt(entry, '', most).flatMap((one) => entriesIn(one, depth - 1, most));
}

const isResponse = (entry: Placed): boolean =>
  fits(entry.value, { msgs: 'list', terminated: 'flag' }) &&
  entriesAt(entry, 'msgs').some(({ value }) => fits(value, message));
