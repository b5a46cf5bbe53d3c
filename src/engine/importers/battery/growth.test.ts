import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { howToRepeat, seed } from '../../fuzz/testing.ts';
import { openText } from '../../opening/open-text.ts';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { fixtures } from './testing.ts';

/** A text ten times as long may take this many times as long, plus `slack` milliseconds. */
const maxFactor = 12;
const slack = 50;
/** Compilation slows the first reading and garbage collection others, so only the fastest of several readings counts. */
const triesOfShort = 3;
const triesOfLong = 12;
/** Characters of the shorter text: enough for quadratic work to show and for fixed costs to disappear. */
const shortest = 20_000;

/** The processor time in milliseconds for one of `times` readings, which excludes the time of other programs. */
async function workOf(text: string, times = 1): Promise<number> {
  const start = process.cpuUsage();
  for (let time = 0; time < times; time++) {
    const opened = await openText(text);
    if (opened.ok) openEntry(opened.value, 0, systemOf);
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / times;
}

/** Undefined if the work grows linearly with the text; otherwise the milliseconds of both texts. */
async function excess(short: string, long: string): Promise<string | undefined> {
  let [before, after] = [Infinity, Infinity];
  for (let time = 0; time < triesOfShort; time++) before = Math.min(before, await workOf(short));
  for (let time = 0; time < triesOfLong; time++) {
    after = Math.min(after, await workOf(long));
    if (after <= maxFactor * before + slack) return undefined;
  }
  // A machine may count this time in steps of several milliseconds, so that one reading of the short text may seem shorter
  // than it is. Ten readings cannot.
  before = Infinity;
  for (let time = 0; time < triesOfShort; time++) before = Math.min(before, await workOf(short, 10));
  if (after <= maxFactor * before + slack) return undefined;
  return `${before.toFixed(1)} ms, then ${after.toFixed(1)} ms`;
}

/** Texts that readers search for: quotes, brackets, prompts, prefixes of logs, marks of formats. */
const fragments = [
  '"', "'", '\\', '{', '}', '[', ']', ',', ':', '(', ')', '\n', '\r\n', ' ', '\t', 'a', 'A1', '0', '.5', '-', '=', '…',
  '```', 'NaN', 'null', '"a": 1', "'b': ", 'Foo(', 'x=1', 'KEY = value\n', '# ', '<b>', '&quot;', '// ', '/*', '"""', "'''",
  'data: ', 'event: x\n', '- a: ', '&a ', '*a ', '!!', '| ', '│', '>>> ', '...', '2026-01-01 10:00:00 INFO ',
  'Action: x\n', '=== Human Message ===\n', '{"role": "user"}', '\\n', '\\"', '\u0000', '\u001b[0m', 'array(',
  'object at 0x7f>', ';', 'E ', '1| ', '%7B', 'H4sI',
]; // prettier-ignore
const heads = ['', '{"a": ', '[', "{'a': '", 'x = ', '"', '```json\n', '<pre>', '---\n', 'a: b\n', "curl x '", 'a,b\n'];
const tails = ['', '}', ']', '"', "'", '\n', '```', '!'];

/** A few repeated pieces, which reveal quadratic patterns and searches that run to the end of the text each time. */
const repetition = fc.record({
  head: fc.constantFrom(...heads),
  pieces: fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 5 }),
  tail: fc.constantFrom(...tails),
});

interface Repetition {
  readonly head: string;
  readonly pieces: readonly string[];
  readonly tail: string;
}

function textOf({ head, pieces, tail }: Repetition, size: number): string {
  const unit = pieces.join('');
  return head + unit.repeat(Math.ceil(size / unit.length)) + tail;
}

test('repeated pieces ten times as long take at most about ten times as long to read', async () => {
  const slow: string[] = [];
  for (const one of fc.sample(repetition, { seed, numRuns: 60 })) {
    const found = await excess(textOf(one, shortest), textOf(one, 10 * shortest));
    if (found !== undefined) slow.push(`${JSON.stringify(one)}: ${found}`);
  }
  expect(slow, howToRepeat).toEqual([]);
});

test.each<[string, Repetition]>([
  ['records without a record after their faults', { head: '---\n', pieces: ['array({"role": "user"}%7B'], tail: '}' }],
  [
    'lines that each open a comment that none closes',
    { head: "{'a': '", pieces: ['/*1| [event: x\nnull'], tail: '\n' },
  ],
  ['records on one line that each miss their end', { head: '', pieces: [`'b': {"role": "user"}{`], tail: '!' }],
])('a repetition that once took quadratic time is read in linear time: %s', async (_, one) => {
  expect(await excess(textOf(one, 3 * shortest), textOf(one, 30 * shortest))).toBeUndefined();
});

const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const callOf = (index: number, more: object) => ({
  ...more,
  type: 'function',
  function: { name: 'f', arguments: `{"i": ${index}}` },
});

const otelMessage = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] });

const camelMessage = (content: string, meta_dict: object) => ({
  role_name: 'a',
  role_type: 'assistant',
  meta_dict,
  content,
});

const claudeLine = (type: string, uuid: string) => ({
  type,
  uuid,
  parentUuid: null,
  sessionId: 's',
  version: '1',
  cwd: '/',
  isSidechain: false,
  timestamp: '2026-01-01T00:00:00Z',
});

/** Recordings in which a search through all records for each record takes quadratic time. */
const recordings: readonly (readonly [string, (count: number) => unknown])[] = [
  [
    'n8n: models between the uses of tools',
    (count) => ({
      data: {
        resultData: {
          runData: {
            Model: many(count, (i) => ({
              startTime: 2 * i,
              executionTime: 1,
              data: { ai_languageModel: [[{ json: { response: { generations: [[{ text: 'x' }]] } } }]] },
            })),
            Tool: many(count, (i) => ({
              startTime: 2 * i + 1,
              executionTime: 1,
              data: { ai_tool: [[{ json: { response: 'x' } }]] },
            })),
          },
        },
      },
    }),
  ],
  [
    'langflow: thoughts that no message repeats',
    (count) =>
      many(count, (i) => ({
        sender: 'Machine',
        sender_name: 'AI',
        session_id: 's',
        text: `answer ${i}`,
        content_blocks: [{ contents: [{ type: 'text', text: `thought ${i}` }] }],
      })),
  ],
  [
    'openai-chat: calls that share one id',
    (count) => ({
      messages: many(count, (i) => [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: null, tool_calls: [callOf(i, { id: 'f' })] },
        { role: 'tool', tool_call_id: 'f', content: 'x' },
      ]).flat(),
    }),
  ],
  [
    'openai-chat: one answer with calls without ids',
    (count) => ({
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: null, tool_calls: many(count, (i) => callOf(i, {})) },
        ...many(count, () => ({ role: 'tool', content: 'x' })),
      ],
    }),
  ],
  [
    'openai-chat: one answer with calls that share one id',
    (count) => ({
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: null, tool_calls: many(count, (i) => callOf(i, { id: 'c' })) },
        ...many(count, () => ({ role: 'tool', tool_call_id: 'c', content: 'x' })),
      ],
    }),
  ],
  [
    'openai-chat: one answer that is repeated call by call',
    (count) => ({
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: null, tool_calls: many(count, (i) => callOf(i, { id: `c${i}` })) },
        ...many(count, (i) => ({ role: 'assistant', content: null, tool_calls: [callOf(i, { id: `c${i}` })] })),
      ],
    }),
  ],
  [
    'ag2: instructions before the conversation',
    (count) => ({
      chat_history: [
        ...many(count, () => ({ role: 'system', content: 's', name: 'a' })),
        ...many(count, (i) => {
          const [role, name] = i % 2 === 0 ? ['user', 'u'] : ['assistant', 'a'];
          return { role, content: 'x', name };
        }),
      ],
      summary: 's',
      cost: {},
    }),
  ],
  [
    'atif: one step with all calls',
    (count) => ({
      schema_version: 'ATIF-v1.5',
      session_id: 's',
      agent: { name: 'a', version: '1', model_name: 'm' },
      steps: [
        { step_id: 1, source: 'user', message: 'go' },
        {
          step_id: 2,
          source: 'agent',
          message: 'ok',
          tool_calls: many(count, (i) => ({ tool_call_id: `c${i}`, function_name: 'f', arguments: { i } })),
          observation: { results: many(count, (i) => ({ source_call_id: `c${i}`, content: 'x' })) },
        },
      ],
    }),
  ],
  [
    'otel-spans: several answers to each request',
    (count) =>
      many(count, (i) => ({
        name: 'chat m',
        traceId: 't',
        spanId: `s${i}`,
        startTimeUnixNano: `${i + 1}000000000`,
        endTimeUnixNano: `${i + 1}500000000`,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.input.messages': JSON.stringify([otelMessage('user', `q${i}`)]),
          'gen_ai.output.messages': JSON.stringify(
            ['a', 'b'].map((answer) => ({ ...otelMessage('assistant', `${answer}${i}`), finish_reason: 'stop' })),
          ),
        },
      })),
  ],
  [
    'braintrust: spans within spans',
    (count) =>
      many(count, (i) => ({
        id: `row${i}`,
        created: '2026-01-01T00:00:04.000Z',
        span_id: `s${i}`,
        root_span_id: 'root',
        span_parents: [`s${i - 1}`],
        span_attributes: { name: 'chat', type: 'llm' },
        input: [{ role: 'user', content: `q${i}` }],
        output: [],
        metrics: { start: 1_767_225_600 + i, end: 1_767_225_601 + i },
      })),
  ],
  [
    'camel: instructions after messages without any',
    (count) => [
      ...many(count, (i) => camelMessage('x', { i })),
      ...many(count, () => camelMessage('===== RULES OF ASSISTANT =====', { task: 't' })),
    ],
  ],
  [
    'retell: calls, then results of another tool',
    (count) => ({
      call_id: 'c',
      agent_id: 'a',
      call_type: 'web_call',
      transcript_with_tool_calls: [
        ...many(count, () => ({ role: 'tool_call_invocation', name: 'f', arguments: '{}' })),
        ...many(count, () => ({ role: 'tool_call_result', name: 'g', content: 'x' })),
      ],
    }),
  ],
  [
    'agents-sdk: items that share one id',
    (count) => {
      const items = many(count, (i) => ({ type: 'function_call', call_id: 'c', name: 'f', arguments: `{"i": ${i}}` }));
      return {
        $schemaVersion: '1.0',
        original_input: 'go',
        generated_items: items.map((item) => ({ type: 'tool_call_item', agent: { name: 'a' }, raw_item: item })),
        model_responses: [{ output: items, usage: { input_tokens: 1, output_tokens: 1 } }],
        current_agent: { name: 'a' },
        context: { context: {} },
      };
    },
  ],
  [
    'claude-code: sub-agents with the same prompt',
    (count) => [
      {
        ...claudeLine('assistant', 'a'),
        message: {
          role: 'assistant',
          content: many(count, (i) => ({ type: 'tool_use', id: `t${i}`, name: 'Task', input: { prompt: 'p' } })),
        },
      },
      ...many(count, (i) => ({
        ...claudeLine('user', `u${i}`),
        isSidechain: true,
        message: { role: 'user', content: 'p' },
      })),
    ],
  ],
];

test.each(recordings)('ten times as many records take about ten times as long: %s', async (_, recording) => {
  expect(await excess(JSON.stringify(recording(1_000)), JSON.stringify(recording(10_000)))).toBeUndefined();
});

/** The smallest file of each importer. */
const smallest = fixtures
  .toSorted((a, b) => a.text.length - b.text.length)
  .filter((one, index, all) => all.findIndex(({ owner }) => owner === one.owner) === index);

test.each(smallest)(
  'a recording with ten times as many parts takes about ten times as long: $owner',
  async ({ text }) => {
    const times = Math.ceil(shortest / text.length);
    expect(await excess(lengthened(text, times), lengthened(text, 10 * times))).toBeUndefined();
  },
);

/** Repeats the longest list of a JSON text, or the whole text if it is not JSON. */
function lengthened(text: string, times: number): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.repeat(times);
  }
  const lists = listsIn(value);
  const longest = lists.reduce<readonly unknown[]>((chosen, list) => (list.length > chosen.length ? list : chosen), []);
  return JSON.stringify(value, (_, part: unknown) =>
    part === longest ? Array.from({ length: times }, () => longest).flat() : part,
  );
}

const listsIn = (value: unknown): readonly (readonly unknown[])[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(Array.isArray(value) ? [value] : []), ...Object.values(value).flatMap(listsIn)];
