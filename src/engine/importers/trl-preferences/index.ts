import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { fits } from '../../importing/values/where.ts';
import { oneOrMany, type Placed } from '../../importing/values/elements.ts';

/**
 * Rows of preferences, as DPO and its kin are trained on: a prompt, the answer that was chosen and the one that was rejected,
 * each as words or as messages. The prompt may be in both answers instead.
 * https://huggingface.co/docs/trl/dataset_formats#preference
 */
export const trlPreferences = chatImporter({
  id: 'trl-preferences',
  title: 'Preference data (TRL, DPO)',
  turns: [],
  message: { role: ['system', 'user', 'assistant', 'tool'] },
  find: ({ value }) => oneOrMany(value).flatMap(answersIn),
  reading: {
    messages: {
      kind: { field: 'role', values: { system: 'system', user: 'input', assistant: 'llm', tool: 'result' } },
      text: 'content',
      calls: {
        list: 'tool_calls',
        id: 'id',
        name: ['function.name', 'name'],
        arguments: ['function.arguments', 'arguments'],
      },
      results: { id: 'tool_call_id', name: 'name', content: 'content' },
    },
    session: {
      untitled: 'preference without a prompt',
      recording: { score_chosen: 'score_chosen', score_rejected: 'score_rejected' },
    },
  },
});

/** A row is two conversations: what was chosen, and what was rejected. */
function answersIn(row: Placed): readonly FoundConversation[] {
  const { value } = row;
  if (!isRecord(value)) return [];
  return (['chosen', 'rejected'] as const).flatMap((key) => {
    const answer = said(value, key, 'assistant', row);
    const prompt = value['prompt'] === undefined ? [] : said(value, 'prompt', 'user', row);
    if (answer === undefined || prompt === undefined) return [];
    return [{ holder: row, messages: [...prompt, ...answer], suffix: ` (${key})` }];
  });
}

/** The messages under a key; undefined where there are none. */
function said(row: RecordValue, key: string, role: string, { place }: Placed): readonly Placed[] | undefined {
  const held: Value = row[key] ?? null;
  const where = [...place, key];
  if (typeof held === 'string') return [{ value: { role, content: held }, place: where }];
  if (!Array.isArray(held) || held.length === 0) return undefined;
  const messages = oneOrMany(held).map((one) => ({ value: one.value, place: [...where, ...one.place] }));
  return messages.every((one) => fits(one.value, { role: 'text', content: 'there' })) ? messages : undefined;
}
