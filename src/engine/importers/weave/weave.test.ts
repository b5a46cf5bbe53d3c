import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** Calls in the form of the integrations: `weave/integrations` of the Python package, `weave` 0.11.1 for JavaScript. */
const call = (second: number, op: string, inputs: object, output: unknown, more: object = {}) => ({
  id: `w${second}`,
  op_name: `weave:///team/shop/op/${op}:v1`,
  trace_id: 't',
  parent_id: null,
  started_at: `2026-01-01T00:00:0${second}.000000Z`,
  ended_at: `2026-01-01T00:00:0${second}.500000Z`,
  inputs,
  output,
  ...more,
});

function read(...calls: readonly object[]) {
  const { opened, session } = firstSession(calls.map((one) => JSON.stringify(one)).join('\n'));
  expect(opened.importer.id).toBe('weave');
  const { turns, invocations, tokens } = session.history;
  return {
    turns: turns.map(({ kind, label }) => `${kind} ${label}`),
    calls: invocations.map((one) => [one.function, one.input, one.outcome]),
    tokens: tokens.at(-1),
  };
}

test('Anthropic’s calls in JavaScript have their request as first argument, and their pieces if they were streamed', () => {
  const request = { model: 'claude', max_tokens: 9, messages: [{ role: 'user', content: 'Where is order 7?' }] };
  const pieces = [
    { type: 'text', text: '' },
    { type: 'text_delta', text: 'Let me ' },
    { type: 'text_delta', text: 'see.' },
    { type: 'tool_use', id: 'u1', name: 'find', input: {} },
    { type: 'input_json_delta', partial_json: '{"id"' },
    { type: 'input_json_delta', partial_json: ': 7}' },
  ];
  const answer = { type: 'message', role: 'assistant', model: 'claude', content: pieces, stop_reason: 'tool_use' };
  const usage = { requests: 1, input_tokens: 5, output_tokens: 6 };
  expect(
    read(
      call(1, 'create', { self: {}, arg0: request }, { messages: [answer] }, { summary: { usage: { claude: usage } } }),
      call(2, 'find', { arg0: { id: 7 } }, 'lost'),
    ),
  ).toMatchObject({
    turns: ['input Where is order 7?', 'llm Let me see. · plan: find', 'capability find'],
    calls: [['find', { id: 7 }, 'successful']],
    tokens: { prompt: 5, completion: 6 },
  });
});

test('the helper for streams of Anthropic has its request as second argument, and repeats it before the answer', () => {
  const messages = [{ role: 'user', content: 'hi' }];
  const answer = { role: 'assistant', model: 'claude', content: [{ type: 'text', text: 'hello' }] };
  const inputs = { self: {}, arg0: { result: {} }, arg1: { model: 'claude', messages } };
  const { turns } = read(call(1, 'stream', inputs, { messages: [...messages, answer] }));
  expect(turns).toEqual(['input hi', 'llm hello']);
});

test('runs of LangChain are model calls, tools and retrievers by their type', () => {
  const message = (type: string, fields: object) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain', 'schema', 'messages', type],
    kwargs: fields,
  });
  const asked = message('AIMessage', { content: '', tool_calls: [{ name: 'find order', args: { id: 7 }, id: 'c1' }] });
  const returned = message('ToolMessage', { content: 'lost', tool_call_id: 'c1', name: 'find order', status: 'error' });
  expect(
    read(
      call(
        1,
        'langchain.Llm.ChatOpenAI',
        { messages: [[message('HumanMessage', { content: 'Where is order 7?' })]] },
        { run_type: 'llm', outputs: { generations: [[{ message: asked }]] } },
      ),
      call(2, 'langchain.Tool.find_order', { input: "{'id': 7}" }, { run_type: 'tool', outputs: { output: returned } }),
      call(3, 'langchain.Retriever.Shop', { query: 'order' }, null, { exception: 'no index' }),
    ),
  ).toMatchObject({
    turns: ['input Where is order 7?', 'llm plan: find order', 'capability find order', 'capability Shop'],
    calls: [
      ['find order', { id: 7 }, 'errored'],
      ['Shop', { query: 'order' }, 'errored'],
    ],
  });
});

test('spans of the OpenAI Agents SDK have their own names and errors, and responses are shown once', () => {
  const item = { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{"id": 7}', status: 'completed' };
  const input = [{ role: 'user', content: 'Where is order 7?' }];
  const error = { message: 'Error running tool', data: { error: 'disk full' } };
  const metrics = { tokens: 11, prompt_tokens: 5, completion_tokens: 6 };
  expect(
    read(
      call(1, 'openai.responses.create', { model: 'm', input }, { id: 'r1', object: 'response', output: [item] }),
      call(
        2,
        'openai_agent_response',
        { name: 'Response', input },
        { output: [item], metrics, metadata: { id: 'r1' } },
      ),
      call(3, 'openai_agent_function', { name: 'find' }, { output: null, metrics: {}, metadata: {}, error }),
      call(4, 'openai_agent_guardrail', { name: 'safe' }, { output: null, metadata: { triggered: true }, error: null }),
    ),
  ).toMatchObject({
    turns: ['input Where is order 7?', 'llm plan: find', 'capability find', 'capability safe'],
    calls: [
      ['find', { id: 7 }, 'errored'],
      ['safe', undefined, 'restricted'],
    ],
  });
});

test('uses of tools of the Claude Agent SDK have arguments in the message, and errors in the result', () => {
  const content = [
    { text: 'I will see.' },
    { id: 'u1', name: 'find', input: { id: 7 } },
    { id: 'u2', name: 'log', input: {} },
  ];
  const message = { content, model: 'm', role: 'assistant' };
  const [agent, tool, llm] = ['agent', 'tool', 'llm'].map((kind) => ({ attributes: { kind }, parent_id: 'w1' }));
  expect(
    read(
      call(
        1,
        'claude-session-2026',
        { prompt: 'Where is order 7?' },
        { status: 'completed' },
        { ...agent, parent_id: null },
      ),
      call(
        2,
        'claude_agent_sdk.tool_use.find',
        { message },
        { tool_use_id: 'u1', content: 'lost', is_error: true },
        tool,
      ),
      call(3, 'claude_agent_sdk.tool_use.log', { message }, {}, tool),
      call(4, 'claude_agent_sdk.response', { message }, message, llm),
    ),
  ).toMatchObject({
    turns: ['input Where is order 7?', 'capability find', 'capability log', 'llm I will see.'],
    calls: [
      ['find', { id: 7 }, 'errored'],
      ['log', {}, 'pending'],
    ],
  });
});

test('Bedrock names the model by its id, and requests for embeddings are no turns', () => {
  const messages = [{ role: 'user', content: [{ text: 'hi' }] }];
  const output = { message: { role: 'assistant', content: [{ text: 'hello' }] } };
  const { turns } = read(
    call(1, 'BedrockRuntime.converse', { modelId: 'm', messages }, { output, stopReason: 'end_turn' }),
    call(2, 'openai.embeddings.create', { model: 'e', input: 'hi' }, { data: [{ embedding: [0.1] }] }),
    call(3, 'openai.moderations.create', { model: 'm', input: 'hi' }, { results: [{ flagged: false }] }),
  );
  expect(turns).toEqual(['input hi', 'llm hello']);
});

test('a tool without an end and a result still runs', () => {
  const { calls } = read(
    call(1, 'find', { id: 7 }, null, { ended_at: null, attributes: { weave: { kind: 'tool' } } }),
    call(2, 'log', { id: 7 }, null, { attributes: { weave: { kind: 'tool' } } }),
  );
  expect(calls).toEqual([
    ['find', { id: 7 }, 'pending'],
    ['log', { id: 7 }, 'successful'],
  ]);
});
