import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';
import { isStream, recordingIn } from './shapes.ts';
import type { Recording } from './shapes.ts';

export const openaiResponses: Importer = {
  id: 'openai-responses',
  title: 'OpenAI Responses',
  claim({ value }) {
    if (isStream(value)) return value.some(isEnd) ? 'certain' : 'likely';
    const found = recordingIn(value, []) ?? firstOfMany(value);
    if (found === undefined) return 'no';
    return isUnmistakable(found) ? 'certain' : 'likely';
  },
  load: async () => (await import('./read.ts')).read,
};

/** Lines of a log, each with a response. */
const firstOfMany = (value: Value): Recording | undefined =>
  Array.isArray(value) && isRecord(value[0]) ? recordingIn(value[0], [0]) : undefined;

/** Messages alone, even with a type, also occur in other formats. */
const isUnmistakable = ({ batches }: Recording): boolean =>
  batches.some(({ items, response }) => response !== undefined || items.some(isTypedItem));

const isTypedItem = (item: Value): boolean =>
  isRecord(item) && item['type'] !== 'message' && item['type'] !== undefined;

/** The realtime API has events with the same names, but ends a response with `response.done`. */
const isEnd = (event: Value): boolean =>
  isRecord(event) &&
  ['response.completed', 'response.failed', 'response.incomplete'].some((end) => event['type'] === end);
