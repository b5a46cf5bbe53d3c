import type { RecordValue, Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { notesOf } from '../../importing/import-report.ts';
import { refused, stopped } from '../../importing/transcript/call-ends.ts';
import { plusAny, type CallResult } from '../../importing/transcript/transcript.ts';
import { oneOrMany } from '../../importing/values/elements.ts';
import { countAt, elementsAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';

const notes = notesOf('zed-thread', {
  info: {
    /** Zed writes one for the command to compact the conversation. */
    empty: '{# message} of the user without content: not sent to the model and not shown as turns.',
    resumed:
      'The user let the agent continue {once|# times} after it had stopped: not shown as turns, because there was no text.',
    compacted:
      'The conversation was compacted {once|# times}: the model no longer saw its earlier part, only a summary.',
  },
});

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
        kind: (message) => (elementsAt(message, 'User.content').length === 0 ? 'skip' : 'input'),
        skipped: notes.empty,
        items: {
          list: 'User.content',
          kind: { keys: { Text: 'text', Mention: 'text', Image: 'file' } },
          text: ['Text', 'Mention.content'],
          file: { data: 'Image.source', otherwise: 'image/png' },
        },
      },
      {
        shape: { Agent: 'record' },
        kind: () => 'llm',
        items: {
          list: 'Agent.content',
          kind: { keys: { Text: 'text', ToolUse: 'call', Thinking: 'reasoning', RedactedThinking: 'reasoning' } },
          text: 'Text',
          calls: { list: 'ToolUse', id: 'id', name: 'name', arguments: argumentsOf },
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
      { shape: { Resume: 'there' }, kind: () => 'skip', skipped: notes.resumed },
      { shape: { Compaction: 'there' }, kind: () => 'skip', skipped: notes.compacted },
    ],
    session: {
      title: 'title',
      agent: () => 'Zed',
      model: 'model.model',
      recording: { updated_at: 'updated_at', profile: 'profile' },
      // A kind without content is only a word.
      arrange: (messages) =>
        messages.map((one) => (one.value === 'Resume' ? { ...one, value: { Resume: null } } : one)),
      totals: { prompt: [promptTokens], completion: 'cumulative_token_usage.output_tokens' },
    },
  },
});

/** `input` of a call that was cut off has only its parsed part. */
function argumentsOf(call: RecordValue): Value | undefined {
  return fieldAt(call, call['is_input_complete'] === false ? ['raw_input', 'input'] : ['input', 'raw_input']);
}

/** Tokens that were written to the cache or read from it are counted apart. */
function promptTokens(thread: Value): Value | undefined {
  const usage = recordAt(thread, 'cumulative_token_usage');
  const input = countAt(usage, 'input_tokens');
  const cached = ['cache_creation_input_tokens', 'cache_read_input_tokens'].map((key) => countAt(usage, key));
  return plusAny(input, ...cached);
}

/** Zed's sentence for a call that the user did not allow. `Tool canceled by user` is that of all calls, waiting or running, when the user stops the agent. */
const refusal = 'Permission to run tool denied by user';

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
  return text.startsWith(refusal) ? refused(text) : stopped(text);
}

/** Both spellings are read by Zed. */
const textKeys = ['Text', 'text'];
