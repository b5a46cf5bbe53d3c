import { isRecord, type RecordValue } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { elementsAt, fieldAt, textAt } from '../../importing/values/where.ts';

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
      totals: { prompt: 'cumulative_token_usage.input_tokens', completion: 'cumulative_token_usage.output_tokens' },
    },
  },
});

/** Results are beside the content, under the ids of the calls. */
function resultsIn(record: RecordValue) {
  const results = fieldAt(record, 'Agent.tool_results');
  return Object.entries(results !== undefined && results !== null && isRecord(results) ? results : {}).map(
    ([id, result]) => {
      const text =
        textAt(result, ['content.Text', 'content']) ??
        elementsAt(result, 'content')
          .map((part) => textAt(part, 'Text') ?? '')
          .join('\n');
      const isFailed = fieldAt(result, 'is_error') === true;
      return {
        mark: { id, name: textAt(result, 'tool_name') },
        result: isFailed
          ? ({ outcome: 'error', output: undefined, reason: text } as const)
          : ({ outcome: 'ok', output: text } as const),
      };
    },
  );
}
