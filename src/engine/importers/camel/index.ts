import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { isRecord } from '../../model/value.ts';
import { entriesAt, findAt, fits, type Shape } from '../../importing/values/where.ts';
import type { Placed } from '../../importing/values/elements.ts';

/** `role_type` is a `RoleType`: by value, or by name. */
const message: Shape = { role_name: 'text', role_type: 'text' };

/** A line that `save_memory` writes. */
const record: Shape = { role_at_backend: 'text', 'message.role_name': 'text' };

/**
 * Messages of CAMEL, and responses of `ChatAgent.step` and records of an agent's memory, printed or as JSON.
 * https://github.com/camel-ai/camel/blob/master/camel/messages/base.py
 * https://github.com/camel-ai/camel/blob/master/camel/messages/func_message.py
 * https://github.com/camel-ai/camel/blob/master/camel/responses/agent_responses.py
 * https://github.com/camel-ai/camel/blob/master/camel/memories/records.py
 */
export const camel = chatImporter({
  id: 'camel',
  title: 'CAMEL messages',
  turns: [''],
  message: [message, record],
  find({ value }, most) {
    const entries = entriesIn({ value, place: [] }, 2, most);
    const own = entries.filter((entry) => fits(entry.value, message) || fits(entry.value, record) || isResponse(entry));
    return own.length * 2 > entries.length ? [{ holder: { value, place: [] }, messages: entries }] : [];
  },
  reading: async () => (await import('./reading.ts')).reading,
});

/** One entry, or a list of them; a session of two agents prints pairs of answers. */
function entriesIn(entry: Placed, depth: number, most: number | undefined): readonly Placed[] {
  // `memory.retrieve()` has each record beside its score.
  const kept = findAt(entry.value, 'memory_record', isRecord);
  if (kept !== undefined) return [{ value: kept.value, place: [...entry.place, ...kept.path] }];
  if (!Array.isArray(entry.value) || depth === 0) return [entry];
  return entriesAt(entry, '', most).flatMap((one) => entriesIn(one, depth - 1, most));
}

const isResponse = (entry: Placed): boolean =>
  fits(entry.value, { msgs: 'list', terminated: 'flag' }) &&
  entriesAt(entry, 'msgs').some(({ value }) => fits(value, message));
