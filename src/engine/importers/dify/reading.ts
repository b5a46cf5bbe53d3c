import { assumed, counted, lost } from '../../importing/import-report.ts';
import { openJson } from '../../model/json-text.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Part } from '../../importing/content/content.ts';
import { filePartOf } from '../../importing/content/file-part.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import { failed } from '../../importing/transcript/call-ends.ts';
import { elementsAt, findAt, textAt } from '../../importing/values/where.ts';

export const reading: ChatReading = {
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
      kind: (thought) =>
        isAnswer.test(textAt(thought, 'tool') ?? '') && (textAt(thought, 'observation') ?? '') === ''
          ? 'skip'
          : 'exchange',
      areAnswers: true,
      calls: { list: callsIn, name: 'tool', arguments: 'input' },
      results: {
        outcome: ({ observation }, { place, report }) => {
          if (observation === undefined || observation === '') return undefined;
          if (typeof observation === 'string' && isError.test(observation)) return failed(observation);
          noteOutcome(place, report);
          return { outcome: 'ok', output: observation };
        },
      },
    },
    finish: (message, record) => {
      if (message.role === 'user') return [{ ...message, parts: [...message.parts, ...filesIn(record)] }];
      const error = record['status'] === 'error' ? textAt(record, 'error') : undefined;
      return [error === undefined ? message : { ...message, placeholder: `[${error.slice(0, 200)}]` }];
    },
  },
  session: {
    agent: () => 'Dify',
    recording: { conversation: 'data.0.conversation_id' },
    timeKey: 'created_at',
    // A regenerated answer repeats the question below the same parent. Older messages, and those of the API, have no parent.
    tree: { id: 'id', parent: 'parent_message_id', previous: '00000000-0000-0000-0000-000000000000' },
  },
};

const noteOutcome = assumed(
  'dify/outcome',
  () =>
    'Dify does not record whether a call failed: each result without an error message of Dify counts as successful.',
);

const noteRepeated = lost(
  'dify/parallel-calls',
  (n) =>
    `${counted(n, 'call')} made beside another one of the same tool: Dify keeps no arguments and no result of them.`,
);

/** How the strategy ReAct writes the answer. https://github.com/langgenius/dify/blob/main/api/core/agent/entities.py */
const isAnswer = /^$|^(?=.*final).*answer/i;

/** https://github.com/langgenius/dify/blob/main/api/core/tools/tool_engine.py */
const isError =
  /^(?:(?:tool invoke|unknown|tool parameters validation) error: |there is not a tool named |Please check your tool provider credentials$)/;

const filesIn = (message: RecordValue): readonly Part[] =>
  elementsAt(message, 'message_files')
    .filter((file) => textAt(file, 'belongs_to') !== 'assistant')
    .map((file) => filePartOf({ type: 'file', file }))
    .filter((part) => part !== undefined);

/**
 * The calls of one thought: their names in one text, `weather;time`; arguments and results are under the names, in texts:
 * `{"weather": {"city": "Oslo"}, "time": {}}`.
 */
function callsIn(thought: RecordValue, { place, report }: Spot): readonly Value[] {
  const tools = (textAt(thought, 'tool') ?? '').split(';');
  const within = (key: string, tool: string): Value | undefined => {
    const written = textAt(thought, key);
    if (written === undefined) return undefined;
    return findAt(openJson(written), [[tool]])?.value ?? (tools.length === 1 ? written : undefined);
  };
  const last = new Map(tools.map((tool, index) => [tool, index]));
  return tools.map((tool, index) => {
    if (last.get(tool) === index)
      return { tool, input: within('tool_input', tool) ?? null, observation: within('observation', tool) ?? '' };
    noteRepeated(place, report);
    return { tool, observation: '' };
  });
}
