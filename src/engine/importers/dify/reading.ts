import { assumed, counted, lost } from '../../importing/import-report.ts';
import { openJson } from '../../model/json-text.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Part } from '../../importing/content/content.ts';
import { filePartOf } from '../../importing/content/file-part.ts';
import type { ChatReading, Entry, MessageReading, Spot } from '../../importing/describing/chat-reading.ts';
import { failed } from '../../importing/transcript/call-ends.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { groupedBy, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, fieldAt, findAt, fits, recordAt, textAt } from '../../importing/values/where.ts';

function outcomeOf({ observation }: RecordValue, { place, report }: Spot): CallResult | undefined {
  if (observation === undefined || observation === '') return undefined;
  if (typeof observation === 'string' && isError.test(observation)) return failed(observation);
  noteOutcome(place, report);
  return { outcome: 'ok', output: observation };
}

/** The last thought of an agent uses no tool: it is the answer itself. */
const isAnswered = (thought: Value): boolean =>
  isAnswer.test(textAt(thought, 'tool') ?? '') && (textAt(thought, 'observation') ?? '') === '';

const message: MessageReading = {
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
    kind: (thought) => (isAnswered(thought) ? 'skip' : 'exchange'),
    areAnswers: true,
    calls: { list: callsIn, name: 'tool', arguments: 'input' },
    results: { outcome: outcomeOf },
  },
  finish: (message, record) => {
    if (message.role === 'user') return [{ ...message, parts: [...message.parts, ...filesIn(record)] }];
    const error = record['status'] === 'error' ? textAt(record, 'error') : undefined;
    return [error === undefined ? message : { ...message, placeholder: `[${error.slice(0, 200)}]` }];
  },
};

export const reading: ChatReading = {
  messages: [
    // The answer has the tokens of all.
    {
      shape: { event: ['agent_thought'] },
      kind: () => 'llm',
      time: 'created_at',
      tokens: () => ({ prompt: 0, completion: 0 }),
      finish: (message, thought, spot) => {
        const calls = callsIn(thought, spot).map((call) => ({
          id: undefined,
          name: textAt(call, 'tool') ?? '',
          input: fieldAt(call, 'input'),
          place: spot.place,
          result: isRecord(call) ? outcomeOf(call, spot) : undefined,
        }));
        return [{ ...message, parts: [], calls }];
      },
    },
    message,
  ],
  session: {
    agent: () => 'Dify',
    recording: { conversation: ['data.0.conversation_id', '0.conversation_id', 'conversation_id'] },
    timeKey: 'created_at',
    arrange: (events) => (fits(events[0]?.value ?? null, { event: 'text' }) ? answersOf(events) : events),
    notes: ({ messages }, report) => {
      if (fits(messages[0]?.value ?? null, { query: 'absent' }))
        report.note('lost', 'dify/no-input', null, () => 'The recording contains an answer without its question.');
    },
    // A regenerated answer repeats the question below the same parent. Older messages, and those of the API, have no parent.
    tree: { id: 'id', parent: 'parent_message_id', previous: '00000000-0000-0000-0000-000000000000' },
  },
};

/** The answers of a stream, each after its thoughts as last sent. Other events are about nodes and files. */
function answersOf(events: readonly Placed[]): readonly Entry[] {
  const answers = groupedBy(events, ({ value }) => textAt(value, 'message_id'));
  return [...answers.values()].flatMap((all) => {
    const of = (kind: RegExp) => all.filter(({ value }) => kind.test(textAt(value, 'event') ?? ''));
    const thoughts = new Map(of(/^agent_thought$/).map((event) => [textAt(event.value, 'id'), event]));
    const uses = [...thoughts.values()].filter(({ value }) => !isAnswered(value));
    const pieces = of(/^(?:agent_)?message(?:_replace)?$/);
    const [[end], [error]] = [of(/^message_end$/), of(/^error$/)];
    const [first = error, ...more] = pieces;
    if (first === undefined || !isRecord(first.value)) return uses;
    const from = pieces.findLastIndex(({ value }) => textAt(value, 'event') === 'message_replace');
    const value = {
      ...first.value,
      answer: pieces
        .slice(Math.max(0, from))
        .map((piece) => textAt(piece.value, 'answer') ?? '')
        .join(''),
      metadata: recordAt((end ?? first).value, 'metadata') ?? null,
      ...(error !== undefined && { status: 'error', error: textAt(error.value, 'message') ?? 'unknown' }),
    };
    return [...uses, { value, place: first.place, more }];
  });
}

const noteOutcome = assumed(
  'dify/outcome',
  () =>
    'Dify does not record whether a call failed: each result without an error message of Dify counts as successful.',
);

const noteRepeated = lost(
  'dify/parallel-calls',
  (n) =>
    `${counted(n, 'call')} made beside another one of the same tool: Dify does not record their arguments and results.`,
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
