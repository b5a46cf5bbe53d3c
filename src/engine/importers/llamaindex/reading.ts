import { isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, Items, MessageReading } from '../../importing/describing/chat-reading.ts';
import { elementsAt, entriesAt, fits, recordAt, textAt, type Shape } from '../../importing/values/where.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { assumed, info, lost } from '../../importing/import-report.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';

/** https://github.com/run-llama/llama_index/blob/main/llama-index-core/llama_index/core/base/llms/types.py */
const blocks = {
  kind: {
    field: 'block_type',
    values: {
      text: 'text',
      thinking: 'reasoning',
      tool_call: 'call',
      image: 'file',
      audio: 'file',
      video: 'file',
      document: 'file',
      cache: 'skip',
    },
    otherwise: 'content',
    absent: 'text',
  },
  calls: { id: 'tool_call_id', name: 'tool_name', arguments: 'tool_kwargs' },
  file: {
    data: ['url', 'path', 'image', 'audio', 'video', 'data'],
    mimeType: (block) =>
      textAt(block, ['image_mimetype', 'video_mimetype', 'document_mimetype']) ??
      (block['block_type'] === 'document' ? undefined : `${textAt(block, 'block_type') ?? '*'}/*`),
    otherwise: 'application/octet-stream',
  },
} satisfies Omit<Items, 'list'>;

/** The calls of an OpenAI answer, and `ToolSelection`s. */
const call = {
  id: ['id', 'tool_id'],
  name: ['function.name', 'tool_name'],
  arguments: ['function.arguments', 'tool_kwargs'],
};

const message: MessageReading = {
  kind: {
    field: 'role',
    values: {
      system: 'system',
      developer: 'system',
      tool: 'result',
      function: 'result',
      assistant: 'llm',
      chatbot: 'llm',
      model: 'llm',
    },
    otherwise: 'input',
  },
  // Until 2024 the content was only a text.
  items: { list: ['blocks', 'content'], ...blocks },
  calls: { list: 'additional_kwargs.tool_calls', ...call },
  results: {
    id: 'additional_kwargs.tool_call_id',
    name: ['additional_kwargs.name', 'additional_kwargs.tool_name'],
    content: wordsOf,
    flag: (tool) => ownError.test(textOfBlocks(tool)) || undefined,
    assumed: assumed(
      'llamaindex/outcome',
      'A tool’s message does not say whether the call failed: each such result counts as successful, unless it is an error of LlamaIndex itself.',
    ),
  },
  finish: (read) => [withOneList(read)],
};

/** https://github.com/run-llama/llama_index/blob/main/llama-index-core/llama_index/core/tools/calling.py */
const ownError = /^(?:Encountered error: |Tool .* not found\. Please select a tool that is available\.)/s;

const agentOutput: Shape = { 'response.role': 'text', 'response.additional_kwargs': 'record' };

const toolResult: Shape = { tool_name: 'text', tool_output: 'record' };

const hasResult = (call: Value): boolean => fits(call, toolResult);

export const reading: ChatReading = {
  messages: [
    message,
    {
      shape: agentOutput,
      kind: { otherwise: 'llm' },
      items: { list: ['response.blocks', 'response.content'], ...blocks },
      calls: { list: ['tool_calls', 'response.additional_kwargs.tool_calls'], ...call },
      tokens: 'raw.usage',
      model: 'raw.model',
      finish(read, output, { place }) {
        const agent = output['current_agent_name'];
        const state = typeof agent === 'string' ? [{ key: 'current_agent_name', value: agent }] : [];
        const calls = read.calls?.filter((one) => !hasResult(valueAt(output, one.place.slice(place.length)) ?? null));
        return [{ ...withOneList(calls === undefined ? read : { ...read, calls }), state }];
      },
    },
    {
      shape: toolResult,
      kind: { otherwise: 'result' },
      results: {
        id: 'tool_id',
        repeats: { name: 'tool_name', arguments: 'tool_kwargs' },
        content: ['tool_output.content', 'tool_output.raw_output'],
        flag: 'tool_output.is_error',
      },
    },
    {
      shape: { delta: 'text', response: 'text' },
      kind: { otherwise: 'skip' },
      skipped: info('llamaindex/streamed', '{# piece} of streamed answers: the whole answers are shown.'),
    },
    {
      shape: { tool_name: 'text' },
      kind: { otherwise: 'skip' },
      skipped: info('llamaindex/call-told', '{# event} of a tool call: shown with the model’s answer.'),
    },
    {
      shape: { 'result.response.role': 'text' },
      kind: { otherwise: 'skip' },
      skipped: info('llamaindex/result', '{# result} of a run that repeats its last answer.'),
    },
    {
      shape: {},
      kind: { otherwise: 'skip' },
      skipped: lost('llamaindex/entry', '{# entry|# entries} of an unknown kind left out.'),
    },
  ],
  session: {
    agent: (_, { found }) => found.messages.flatMap(({ value }) => textAt(value, 'current_agent_name') ?? [])[0],
    user(_, { found }) {
      const [name, holder] = found.messages[0]?.place.slice(0, -1).toReversed() ?? [];
      return holder === 'store' ? String(name) : undefined;
    },
    arrange: newIn,
  },
};

/** If an answer lists calls beside its blocks, they are the same ones. */
function withOneList(read: NormalizedMessage): NormalizedMessage {
  const listed = read.calls?.filter(({ place }) => place.includes('tool_calls')) ?? [];
  return listed.length > 0 ? { ...read, calls: listed } : read;
}

const textOfBlocks = (message: RecordValue): string => {
  const words = wordsOf(message);
  return typeof words === 'string' ? words : '';
};

function wordsOf({ blocks: parts, content }: RecordValue): Value | undefined {
  if (!Array.isArray(parts)) return content;
  return elementsOf(parts)
    .flatMap((block) => textAt(block, 'text') ?? [])
    .join('\n');
}

/** The end of a workflow repeats the last answer, unless a tool returned it directly. The calls are those of the whole run. */
function ended(entry: Placed, answer: Value | undefined): Placed {
  const output = recordAt(entry.value, 'result');
  if (output === undefined || !fits(output, agentOutput) || wordsOf(recordAt(output, 'response') ?? {}) === answer)
    return entry;
  return {
    value: { ...output, tool_calls: elementsAt(output, 'tool_calls').filter(hasResult) },
    place: [...entry.place, 'result'],
  };
}

/** A workflow with a state writes it before the user's message. */
function withoutState(words: Value | undefined): Value | undefined {
  if (typeof words !== 'string' || !words.startsWith('Current state:\n') || !words.endsWith('\n')) return words;
  const label = '\n\nCurrent message:\n';
  const at = words.indexOf(label);
  return at < 0 ? words : words.slice(at + label.length, -1);
}

/**
 * Returns the new messages of each entry. An agent's input repeats the whole conversation before each of its answers, and
 * the input after its first answer was already reported by its own events. A user message is new if it did not occur before.
 * The last answer lists all calls of the run with their results, which may be recorded nowhere else.
 */
function newIn(entries: readonly Placed[]): readonly Placed[] {
  const known = new Set<Value | undefined>();
  const results = new Set<string | undefined>();
  let answer: Value | undefined;
  let hasAnswered = false;
  let isInstructed = false;
  return entries.flatMap((given) => {
    const entry = ended(given, answer);
    if (fits(entry.value, agentOutput)) {
      hasAnswered = true;
      answer = wordsOf(recordAt(entry.value, 'response') ?? {});
      // The program asks again in the user’s name, after an answer that could not be read.
      for (const { value } of entriesAt(entry, 'retry_messages')) if (isRecord(value)) known.add(wordsOf(value));
      const isNew = ({ value }: Placed) => hasResult(value) && !results.has(textAt(value, 'tool_id'));
      return [...entriesAt(entry, 'tool_calls').filter(isNew), entry];
    }
    if (hasResult(entry.value)) results.add(textAt(entry.value, 'tool_id'));
    const list = givenIn(entry);
    if (list === undefined) return [entry];
    const isFirst = !hasAnswered;
    const before = new Set(known);
    return list.filter(({ value }) => {
      const role = textAt(value, 'role');
      // The first instructions are no turn either, but the report has to mention them.
      if (role === 'system' && !isInstructed) return (isInstructed = true);
      if (role !== 'user' || !isRecord(value)) return isFirst && before.size === 0;
      const words = withoutState(wordsOf(value));
      known.add(words);
      return !before.has(words);
    });
  });
}

/** The messages that a workflow begins with, or an agent's input. */
function givenIn(entry: Placed): readonly Placed[] | undefined {
  const { value, place } = entry;
  if (fits(value, { input: 'list' })) return entriesAt(entry, 'input');
  if (!isRecord(value) || value['max_iterations'] === undefined) return undefined;
  const message = value['user_msg'] ?? null;
  const asked = typeof message === 'string' ? { role: 'user', additional_kwargs: {}, content: message } : message;
  return [
    ...entriesAt(entry, 'chat_history'),
    ...(asked === null ? [] : [{ value: asked, place: [...place, 'user_msg'] }]),
  ];
}
