import { assumed } from '../../importing/import-report.ts';
import { openJson } from '../../model/json-text.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { findAt, textAt } from '../../importing/values/where.ts';

/**
 * The messages of a conversation, as Dify's service API lists them: each is a question with its answer, and what an agent did
 * between them.
 * https://docs.dify.ai/api-reference/conversations/get-conversation-history-messages
 */
export const dify = chatImporter({
  id: 'dify',
  title: 'Dify conversation',
  turns: ['data', ''],
  message: { conversation_id: 'text', query: 'text', answer: 'text' },
  reading: {
    messages: {
      kind: () => 'llm',
      asked: 'query',
      text: 'answer',
      time: 'created_at',
      tokens: {
        prompt: ['message_tokens', 'metadata.usage.prompt_tokens'],
        completion: ['answer_tokens', 'metadata.usage.completion_tokens'],
      },
      items: {
        list: 'agent_thoughts',
        // The last thought of an agent uses no tool: it is the answer itself.
        kind: (thought) => ((textAt(thought, 'tool') ?? '') === '' ? 'skip' : 'exchange'),
        areAnswers: true,
        calls: {
          name: 'tool',
          arguments: inputOf,
        },
        results: {
          content: 'observation',
          assumed: assumed(
            'dify/outcome',
            () => 'Dify does not record whether a call failed: each result counts as successful.',
          ),
        },
      },
    },
    session: {
      agent: () => 'Dify',
      recording: { conversation: 'data.0.conversation_id' },
      timeKey: 'created_at',
    },
  },
});

/** Under the name of the tool, as text: `{"weather": {"city": "Oslo"}}`. */
function inputOf(thought: RecordValue): Value | undefined {
  const written = textAt(thought, 'tool_input');
  return written === undefined ? undefined : (findAt(openJson(written), textAt(thought, 'tool'))?.value ?? written);
}
