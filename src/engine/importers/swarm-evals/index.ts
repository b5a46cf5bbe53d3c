import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { entriesAt, fits } from '../../importing/values/where.ts';
import type { Placed } from '../../importing/values/elements.ts';

/**
 * Evaluations of hand-offs that are part of OpenAI's Swarm: each case is tried several times. The file contains, for each
 * try, the function that the model requested, or its message instead.
 * https://github.com/openai/swarm/blob/main/examples/airline/evals/eval_utils.py
 */
export const swarmEvals = chatImporter({
  id: 'swarm-evals',
  title: 'Swarm evaluation',
  turns: ['messages'],
  message: { role: ['system', 'user', 'assistant'] },
  find({ value }) {
    const single = triesOf({ value, place: [] });
    if (single.length > 0) return single;
    const runs = entriesAt({ value, place: [] }, '');
    return runs.slice(0, 3).some((run) => triesOf(run).length > 0) ? runs.flatMap(triesOf) : [];
  },
  reading: async () => (await import('./reading.ts')).reading,
});

/** The conversation of each try of each case: the messages of the case, and what the model answered. */
function triesOf(run: Placed): readonly FoundConversation[] {
  return entriesAt(run, 'results').flatMap((one): readonly FoundConversation[] => {
    if (!fits(one.value, { messages: 'list', expected_function: 'text', actual_function: 'list' })) return [];
    const messages = entriesAt(one, 'messages');
    const texts = entriesAt(one, 'actual_message');
    const functions = entriesAt(one, 'actual_function');
    return functions.map((called, index) => {
      const text = texts[index];
      const place = called.value !== 'None' || text === undefined ? called.place : text.place;
      const answer = { actual_function: called.value, actual_message: text?.value ?? null };
      const suffix = ` (try ${index + 1} of ${functions.length})`;
      return { holder: run, messages: [...messages, { value: answer, place }], suffix };
    });
  });
}
