import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** Spans in the form of Opik's package for Python: `opik/integrations`, `opik/guardrails/guardrail.py`, `opik/llm_usage`. */
const span = (second: number, type: string, name: string, input: unknown, output: unknown, more: object = {}) => ({
  id: `s${second}`,
  project_id: 'p',
  trace_id: 't',
  parent_span_id: null,
  type,
  name,
  start_time: `2026-01-01T00:00:0${second}.000000Z`,
  end_time: `2026-01-01T00:00:0${second}.500000Z`,
  input,
  output,
  ...more,
});

function read(...spans: readonly object[]) {
  const { opened, session } = firstSession(JSON.stringify(spans));
  expect(opened.importer.id).toBe('opik');
  const { turns, invocations, tokens } = session.history;
  return {
    turns: turns.map(({ kind, label }) => `${kind} ${label}`),
    calls: invocations.map((one) => [one.function, one.input, one.outcome, one.output]),
    tokens: tokens.at(-1),
    codes: session.notes.map(({ code }) => code),
  };
}

const input = [{ role: 'user', content: 'How is the weather?' }];
const request = (id: string, city: string) => ({
  type: 'function_call',
  call_id: id,
  name: 'weather',
  arguments: JSON.stringify({ city }),
});

test('parallel calls of the OpenAI Agents SDK find their results by their arguments, and guardrails are no tools', () => {
  const own = (type: string, more: object = {}) => ({ metadata: { type, ...more } });
  const { calls } = read(
    span(1, 'llm', 'Response', { input }, { output: [request('c1', 'Rome'), request('c2', 'Oslo')] }),
    span(2, 'tool', 'weather', { input: '{"city":"Oslo"}' }, { output: 'rain' }, own('function')),
    span(3, 'tool', 'weather', { input: '{"city":"Rome"}' }, { output: 'sun' }, own('function')),
    span(4, 'tool', 'no_math', null, null, own('guardrail', { triggered: true })),
    span(5, 'tool', 'polite', null, null, own('guardrail', { triggered: false })),
    span(6, 'guardrail', 'Guardrail', { generation: 'x' }, { validation_passed: false, guardrail_result: 'failed' }),
  );
  expect(calls).toEqual([
    ['weather', { city: 'Rome' }, 'successful', 'sun'],
    ['weather', { city: 'Oslo' }, 'successful', 'rain'],
    ['no_math', undefined, 'restricted', null],
    ['Guardrail', { generation: 'x' }, 'restricted', null],
  ]);
});

test('prompts of LangChain are no tools, interrupts wait, and errors are in the traceback', () => {
  const error_info = {
    exception_type: 'Exception',
    traceback: "ValueError('no city')Traceback (most recent call last):",
  };
  const { calls } = read(
    span(1, 'tool', 'ChatPromptTemplate', { q: 'x' }, { output: { messages: [{ type: 'human', content: 'x' }] } }),
    span(2, 'tool', 'ask', { input: "{'q': 'sure?'}" }, { __interrupt__: 'sure?' }),
    span(3, 'tool', 'weather', { input: "{'city': ''}" }, null, { error_info }),
  );
  expect(calls).toEqual([
    ['ask', { q: 'sure?' }, 'pending', undefined],
    ['weather', { city: '' }, 'errored', { error: "ValueError('no city')" }],
  ]);
});

test('the tokens that Anthropic wrote into its cache are those of the prompt; the metadata says why the answer ended', () => {
  const usage = {
    prompt_tokens: 110,
    completion_tokens: 57,
    'original_usage.input_tokens': 10,
    'original_usage.output_tokens': 7,
    'original_usage.cache_read_input_tokens': 100,
    'original_usage.cache_creation_input_tokens': 50,
  };
  const content = [{ type: 'text', text: 'Sunny' }];
  const { tokens, codes } = read(
    span(1, 'llm', 'create', { messages: input }, { content }, { usage, metadata: { stop_reason: 'max_tokens' } }),
  );
  expect(tokens).toMatchObject({ prompt: 160, completion: 7 });
  expect(codes).toContain('spans/cut-by-token-limit');
});

/** In the form of the packages `opik-vercel` 1.10.29, `opik-openai` 1.11.14 and `opik-langchain` 1.11.8. */
test('integrations for JavaScript: tools of the AI SDK, model calls of OpenAI, and results of LangChain', () => {
  const asked = [{ role: 'user', content: [{ type: 'text', text: 'How is the weather?' }] }];
  const calls = ['Rome', 'Oslo'].map((city) => ({
    type: 'tool-call',
    toolCallId: city,
    toolName: 'weather',
    input: JSON.stringify({ city }),
  }));
  const error = { type: 'error-text', value: 'no such city' };
  const returned = [{ type: 'tool-result', toolCallId: 'Oslo', toolName: 'weather', output: error }];
  const second = [...asked, { role: 'assistant', content: calls }, { role: 'tool', content: returned }];
  const recording = read(
    span(1, 'llm', 'ai.generateText.doGenerate', { messages: asked, model: 'm' }, { toolCalls: calls }),
    span(2, 'llm', 'ai.toolCall', { toolName: 'weather', args: '{"city":"Rome"}' }, { result: '{"sky":"sun"}' }),
    span(3, 'llm', 'ai.toolCall', { toolName: 'weather', args: '{"city":"Oslo"}' }, {}),
    span(4, 'tool', 'log', { text: 'sun' }, { content: 'disk full', role: 'log', status: 'error' }),
    span(5, 'llm', 'ai.generateText.doGenerate', { messages: second, model: 'm' }, { text: 'Sunny' }),
  );
  expect(recording.turns).toEqual([
    'input How is the weather?',
    'llm plan: weather, weather',
    'capability weather',
    'capability weather',
    'capability log',
    'llm Sunny',
  ]);
  expect(recording.calls).toEqual([
    ['weather', { city: 'Rome' }, 'successful', '{"sky":"sun"}'],
    ['weather', { city: 'Oslo' }, 'errored', { error: 'no such city' }],
    ['log', { text: 'sun' }, 'errored', { error: 'disk full' }],
  ]);
  const openai = { provider: 'openai', model: 'm' };
  const mixedUp = {
    prompt_tokens: 3,
    completion_tokens: 9,
    total_tokens: 12,
    'original_usage.input_tokens': 9,
    'original_usage.output_tokens': 3,
    'original_usage.total_tokens': 12,
  };
  const answered = read(
    span(1, 'general', 'OpenAI', { input: 'hi' }, { content: 'hello' }, { ...openai, usage: mixedUp }),
  );
  expect(answered.turns).toEqual(['input hi', 'llm hello']);
  expect(answered.tokens).toMatchObject({ prompt: 9, completion: 3 });
});
