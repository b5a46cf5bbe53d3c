import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { JournalRecord } from '../../importing/journal/journal.ts';
import { countAt, recordAt, textAt } from '../../importing/values/where.ts';

/** Whether the stream is of Qwen Code, which prints the same lines: only it states the total of each answer. */
export const isOfQwen = (records: readonly JournalRecord[]): boolean =>
  records.some(({ value }) => countAt(usageIn(value), 'total_tokens') !== undefined);

/**
 * The stream of Qwen Code in Claude Code's terms. A line holds blocks of one kind, so that an answer is several messages in a row,
 * and the last has its tokens. Tokens are counted as Gemini does: the prompt with what the cache held, and thoughts in the total.
 * https://github.com/QwenLM/qwen-code/blob/main/packages/cli/src/nonInteractive/io/BaseJsonOutputAdapter.ts
 */
export function inTermsOfClaude(records: readonly JournalRecord[]): readonly JournalRecord[] {
  let next: RecordValue | undefined;
  return records
    .toReversed()
    .map((record): JournalRecord => {
      const { value } = record;
      const usage = countedApart(usageIn(value));
      const message = recordAt(value, 'message');
      if (record.kind !== 'assistant' || message === undefined) {
        next = undefined;
        return usage === undefined ? record : { ...record, value: { ...value, usage } };
      }
      const { usage: _, ...said } = message;
      const isOneWith = next !== undefined && usage === undefined && senderOf(next) === senderOf(value);
      const id = isOneWith ? textAt(next, 'message.id') : undefined;
      const end = usage !== undefined && { usage, stop_reason: message['stop_reason'] ?? 'end_turn' };
      next = { ...value, message: { ...said, ...(id !== undefined && { id }), ...end } };
      return { ...record, value: next };
    })
    .toReversed();
}

const senderOf = (line: Value): string | undefined => textAt(line, 'parent_tool_use_id');

const usageIn = (line: Value): Value => recordAt(line, ['message.usage', 'usage']) ?? null;

/** Undefined for zeros, which stand for unknown counts. */
function countedApart(usage: Value): RecordValue | undefined {
  const count = (key: string) => countAt(usage, key) ?? 0;
  const [input, total] = [count('input_tokens'), count('total_tokens')];
  if (!isRecord(usage) || total === 0) return undefined;
  const uncached = Math.max(0, input - count('cache_read_input_tokens'));
  return { ...usage, input_tokens: uncached, output_tokens: Math.max(count('output_tokens'), total - input) };
}
