import type { RecordValue, Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { plusAny, type CallResult } from '../../importing/transcript/transcript.ts';
import { oneOrMany } from '../../importing/values/elements.ts';
import { countAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';

/**
 * A thread of Zed's agent, as it keeps it: each message is under the name of its kind.
 * https://github.com/zed-industries/zed/blob/main/crates/agent/src/thread.rs (`Message`), `db.rs` (`DbThread`)
 */
export const zedThread = chatImporter({
  id: 'zed-thread',
  title: 'Zed thread',
  turns: ['messages'],
  message: [{ 'User.content': 'list' }, { 'Agent.content': 'list' }],
  isKnownByOne: true,
  reading: {
    messages: [
      {
        shape: { User: 'record' },
        kind: () => 'input',
        items: {
          list: 'User.content',
          kind: { keys: { Text: 'text', Mention: 'text', Image: 'content' } },
          text: ['Text', 'Mention.content'],
        },
      },
      {
        shape: { Agent: 'record' },
        kind: () => 'llm',
        items: {
          list: 'Agent.content',
          kind: { keys: { Text: 'text', ToolUse: 'call', Thinking: 'reasoning', RedactedThinking: 'reasoning' } },
          text: 'Text',
          calls: { list: 'ToolUse', id: 'id', name: 'name', arguments: ['input', 'raw_input'] },
        },
        finish: (message, record, { place }) => [
          message,
          {
            role: 'results',
            parts: [],
            results: resultsIn(record).map((one) => ({
              ...one,
              mark: { ...one.mark, place: [...place, 'Agent', 'tool_results', one.mark.id ?? ''] },
            })),
            place,
          },
        ],
      },
    ],
    session: {
      title: 'title',
      agent: () => 'Zed',
      model: 'model.model',
      recording: { updated_at: 'updated_at', profile: 'profile' },
      totals: { prompt: [promptTokens], completion: 'cumulative_token_usage.output_tokens' },
    },
  },
});

/** Tokens that were written to the cache or read from it are counted apart. */
function promptTokens(thread: Value): Value | undefined {
  const usage = recordAt(thread, 'cumulative_token_usage');
  const input = countAt(usage, 'input_tokens');
  const cached = ['cache_creation_input_tokens', 'cache_read_input_tokens'].map((key) => countAt(usage, key));
  return plusAny(input, ...cached);
}

/** The fixed sentences of Zed for calls that its user did not allow. */
const refusal = /^(?:Permission to run tool denied by user|Tool canceled by user)/;

/** Results are beside the content, under the ids of the calls. */
function resultsIn(record: RecordValue) {
  return Object.entries(recordAt(record, 'Agent.tool_results') ?? {}).map(([id, result]) => ({
    mark: { id, name: textAt(result, 'tool_name') },
    result: resultIn(result),
  }));
}

function resultIn(result: Value): CallResult {
  const content = fieldAt(result, 'content') ?? null;
  const pieces = oneOrMany(content).map(({ value }) => (typeof value === 'string' ? value : textAt(value, textKeys)));
  const text = pieces.filter((piece) => piece !== undefined).join('\n');
  if (fieldAt(result, 'is_error') !== true)
    return { outcome: 'ok', output: pieces.includes(undefined) ? content : text };
  return { outcome: refusal.test(text) ? 'blocked_before' : 'error', output: undefined, reason: text };
}

/** Both spellings are read by Zed. */
const textKeys = ['Text', 'text'];
