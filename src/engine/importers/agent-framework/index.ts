import { isRecord, type RecordValue } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { textAt, findAt } from '../../importing/values/where.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { ChatReading } from '../../importing/describing/chat-reading.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';

const reading: ChatReading = {
  messages: {
    kind: {
      field: ['role', 'role.value'],
      values: { system: 'system', user: 'input', assistant: 'llm' },
      otherwise: 'result',
    },
    time: 'created_at',
    items: {
      list: 'contents',
      kind: {
        field: 'type',
        values: {
          text: 'text',
          function_call: 'call',
          function_result: 'result',
          usage: 'tokens',
          text_reasoning: 'reasoning',
        },
        otherwise: 'content',
      },
      calls: { id: 'call_id', name: 'name', arguments: 'arguments', unnamed: 'unknown' },
      results: { id: 'call_id', outcome: outcomeOf },
      tokens: 'details',
    },
  },
  session: {
    untitled: (run) =>
      `conversation ${typeof run['id'] === 'string' || typeof run['id'] === 'number' ? run['id'] : ''}`.trimEnd(),
    model: 'config.assistant.model',
    // What the benchmark says of the conversation: its task, its settings, how it was judged.
    recording: (run) => Object.fromEntries(Object.entries(run).filter(([key]) => key !== 'messages')),
  },
};

/**
 * | in a `function_result` | outcome |
 * | --- | --- |
 * | `exception` is set | errored, with its words |
 * | anything else | successful |
 *
 * The framework has no word for a call that was held back.
 */
function outcomeOf(item: RecordValue): CallResult {
  const exception = findAt(item, 'exception', (one) => one !== '')?.value;
  if (exception === undefined) return { outcome: 'ok', output: item['result'] };
  const words = isRecord(exception) ? exception['message'] : exception;
  return { outcome: 'error', output: undefined, reason: typeof words === 'string' ? words : 'the call failed' };
}

/**
 * A conversation of Microsoft's Agent Framework, as its tau²-bench runner writes one in each line.
 * https://github.com/microsoft/agent-framework/blob/main/python/packages/core/agent_framework/_types.py (ChatMessage)
 */
export const agentFramework = chatImporter({
  id: 'agent-framework',
  title: 'Microsoft Agent Framework conversation',
  sessions: '',
  counted: 'line',
  turns: ['messages'],
  message: { contents: 'list' },
  isMessage: (message) =>
    textAt(message, ['role', 'role.value']) !== undefined &&
    isRecord(message) &&
    elementsOf(message['contents'] ?? null).every((content) => textAt(content, 'type') !== undefined),
  looked: 1,
  reading,
});
