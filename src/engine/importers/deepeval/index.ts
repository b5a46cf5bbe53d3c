import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation, MessageReading } from '../../importing/describing/chat-reading.ts';
import { assumed, lost } from '../../importing/import-report.ts';
import { rowsIn, type Placed } from '../../importing/values/elements.ts';
import { entriesAt, findAt, fits, hasListAt, placeAt, recordAt, textAt } from '../../importing/values/where.ts';
import type { Value } from '../../model/value.ts';

/** The tools were called before the answer. */
const answer = {
  kind: () => 'llm',
  calls: { list: 'tools_called', name: 'name', arguments: 'input_parameters' },
  results: {
    list: 'tools_called',
    // A case may name its tools only: then nothing says whether they returned.
    content: (call) => findAt(call, 'output')?.value,
    assumed: assumed(
      'deepeval/outcome',
      'Test cases do not say whether a call failed: each output counts as successful.',
    ),
  },
  finish: (message) =>
    message.parts.length === 0 || (message.calls ?? []).length === 0
      ? [message]
      : [
          { ...message, parts: [] },
          { ...message, calls: [] },
        ],
} satisfies MessageReading;

/**
 * A test run of DeepEval (`.deepeval/.latest_run_full.json`, `test_run_*.json`), or its test cases as a list: a question with the
 * answer and the tools that were called, or the turns of a conversation.
 * https://github.com/confident-ai/deepeval/blob/main/deepeval/test_run/api.py
 */
export const deepeval = chatImporter({
  id: 'deepeval',
  title: 'DeepEval test cases',
  turns: ['turns'],
  message: [{ role: ['user', 'assistant'], content: 'text' }, { input: 'text' }],
  find: ({ value }, most) => {
    const rows = [
      ...rowsIn(value, ['testRunData', 'testCases'], ['testCases'], ['test_cases']),
      ...['testRunData.conversational_test_cases', 'conversational_test_cases'].flatMap((where) =>
        entriesAt({ value, place: [] }, where),
      ),
    ];
    return rows.slice(0, most).flatMap(conversationIn);
  },
  reading: {
    messages: [
      { shape: { role: ['user'] }, kind: () => 'input', text: 'content' },
      { ...answer, shape: { role: ['assistant'] }, text: 'content' },
      {
        ...answer,
        shape: { input: 'text' },
        asked: 'input',
        text: 'actual_output',
      },
    ],
    session: {
      // The evaluation: rules cannot see it, but users want to.
      recording: Object.fromEntries(
        'name success scenario expected_output expected_outcome expected_tools metrics_data'
          .split(' ')
          .map((name) => [name, name]),
      ),
      // The tokens of all model calls of the case.
      totals: { prompt: 'input_token_count', completion: 'output_token_count' },
      lastNotes: ({ holder: { value, place } }, report) => {
        if (recordAt(value, 'trace') !== undefined) noteTrace(placeAt(value, place, 'trace'), report);
      },
    },
  },
});

const noteTrace = lost(
  'deepeval/trace',
  'The trace of the test case, with the spans of models and tools, is left out: the turns are those of the case.',
);

/** Other software has an input and turns, too: a case of DeepEval has its tools, or the results of its metrics. */
function conversationIn(row: Placed): readonly FoundConversation[] {
  const isCase = ['tools_called', 'metrics_data'].some((where) => hasListAt(row.value, where));
  const turns = entriesAt(row, 'turns');
  if (isCase && fits(row.value, { input: 'text' }) && textAt(row.value, 'actual_output') !== undefined)
    return [{ holder: row, messages: [row] }];
  const areTurns = turns.length > 0 && turns.every((turn) => isTurn(turn.value));
  return areTurns && (isCase || turns.some((turn) => hasListAt(turn.value, 'tools_called')))
    ? [{ holder: row, messages: turns }]
    : [];
}

const isTurn = (turn: Value): boolean =>
  fits(turn, { role: ['user', 'assistant'] }) && findAt(turn, 'content') !== undefined;
