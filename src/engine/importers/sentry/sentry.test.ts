import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** In the form of `sentry_sdk/integrations/openai_agents` and, for streamed spans, of `sentry_sdk/_span_batcher.py`. */
const span = (second: number, op: string, description: string, data: object, status = 'ok') => ({
  trace_id: 't',
  span_id: `s${second}`,
  parent_span_id: 'r',
  op,
  description,
  start_timestamp: 1767225600 + second,
  timestamp: 1767225600.5 + second,
  status,
  data,
});

const call = (id: string, city: string) => ({
  type: 'function_call',
  id: `fc-${id}`,
  call_id: id,
  name: 'weather',
  arguments: JSON.stringify({ city }),
});
const asked = { role: 'user', content: [{ type: 'text', text: 'How is the weather?' }] };
const returned = (id: string, output: string) => ({
  role: 'tool',
  content: [{ type: 'function_call_output', call_id: id, output }],
});
const request = (...messages: readonly object[]) => ({
  'gen_ai.request.messages': JSON.stringify([asked, ...messages]),
});

const spans = [
  span(1, 'gen_ai.chat', 'chat m', {
    ...request(),
    'gen_ai.response.tool_calls': JSON.stringify([call('c1', 'Rome'), call('c2', 'Oslo')]),
  }),
  span(2, 'gen_ai.chat', 'chat m', {
    ...request(
      { role: 'assistant', content: [call('c1', 'Rome')] },
      { role: 'assistant', content: [call('c2', 'Oslo')] },
      returned('c2', 'rain'),
      returned('c1', 'sun'),
    ),
    'gen_ai.response.text': 'Sunny',
  }),
];
const transaction = {
  type: 'transaction',
  transaction: 'ask',
  contexts: { trace: { trace_id: 't', span_id: 'r' } },
  spans,
};
const streamed = spans.map(({ op, description, timestamp, data, ...more }) => ({
  ...more,
  name: description,
  end_timestamp: timestamp,
  attributes: Object.fromEntries(
    Object.entries({ 'sentry.op': op, ...data }).map(([key, value]) => [key, { value, type: 'string' }]),
  ),
}));

test.each([
  ['a transaction', transaction],
  [
    'streamed spans in an envelope',
    [{ sent_at: '2026-01-01T00:00:00Z' }, { type: 'span' }, { version: 2, items: streamed }],
  ],
])('%s: calls and results of the OpenAI Agents SDK are items within messages', (_, document) => {
  const { opened, session } = firstSession(JSON.stringify(document));
  expect(opened.importer.id).toBe('sentry');
  const { turns, invocations } = session.history;
  expect(turns.map(({ label }) => label)).toEqual([
    'How is the weather?',
    'plan: weather, weather',
    'weather',
    'weather',
    'Sunny',
  ]);
  expect(invocations.map(({ input, output }) => [input, output])).toEqual([
    [{ city: 'Rome' }, 'sun'],
    [{ city: 'Oslo' }, 'rain'],
  ]);
});

test('the result of a tool of the AI SDK is without the call that it repeats, and a rerank is no model call', () => {
  const input = { city: 'Rome' };
  const result = { type: 'tool-result', toolCallId: 'c1', toolName: 'weather', input, output: { sky: 'sun' } };
  const tool = {
    'gen_ai.tool.name': 'weather',
    'gen_ai.tool.call.arguments': JSON.stringify(input),
    'gen_ai.tool.call.result': JSON.stringify(result),
  };
  const own = [
    span(1, 'gen_ai.execute_tool', 'execute_tool weather', tool),
    span(2, 'gen_ai.rerank', 'rerank m', { 'gen_ai.request.model': 'm', 'gen_ai.usage.input_tokens': 5 }),
  ];
  const { session } = firstSession(JSON.stringify({ ...transaction, spans: own }));
  expect(session.history.turns).toHaveLength(1);
  expect(session.history.invocations).toMatchObject([{ function: 'weather', input, output: { sky: 'sun' } }]);
});

/** In the form of `sentry_sdk/integrations/openai.py`, `langchain.py` and `ai/monitoring.py` of version 2.22. */
test('spans of SDKs before agent monitoring have their own operations, messages and tokens', () => {
  const measurements = {
    ai_prompt_tokens_used: { value: 5, unit: '' },
    ai_completion_tokens_used: { value: 6, unit: '' },
  };
  const chat = {
    'ai.model_id': 'gpt-4o',
    'ai.input_messages': '[{"role": "user", "content": "hi"}]',
    'ai.responses': '[{"role": "assistant", "content": "hello"}]',
  };
  const own = [
    { ...span(1, 'ai.chat_completions.create.openai', 'Chat Completion', chat), measurements },
    span(2, 'ai.tool.langchain', 'weather', { 'ai.input_messages': '{"city": "Rome"}', 'ai.responses': 'sun' }),
    span(3, 'ai.embeddings.create.openai', 'OpenAI Embedding Creation', { 'ai.input_messages': 'hi' }),
  ];
  const { opened, session } = firstSession(JSON.stringify({ ...transaction, spans: own }));
  expect(opened.importer.id).toBe('sentry');
  const { turns, invocations, tokens } = session.history;
  expect(turns.map(({ label }) => label)).toEqual(['hi', 'hello', 'weather']);
  expect(invocations).toMatchObject([{ input: { city: 'Rome' }, output: 'sun' }]);
  expect(tokens.at(-1)).toMatchObject({ prompt: 5, completion: 6 });
});
