import { expect, test } from 'vitest';
import {
  agent,
  answer,
  ask,
  call,
  callMessage,
  chat,
  first,
  invocations,
  last,
  opened,
  plain,
  question,
  spans,
  tool,
  turns,
  type Fields,
  type TestSpan,
} from './testing.ts';

const open = (all: readonly TestSpan[]) => opened(all.map(plain));

const search = { type: 'server_tool_call', id: 's1', name: 'web_search', server_tool_call: { query: 'Oslo' } };
const found = { type: 'server_tool_call_response', id: 's1', server_tool_call_response: { hits: 2 } };
const text = { type: 'text', content: answer };
const searched = { input: { query: 'Oslo' }, output: { hits: 2 }, outcome: 'successful' };

// https://github.com/open-telemetry/semantic-conventions/blob/v1.41.0/docs/gen-ai/gen-ai-output-messages.json
test('a tool that the provider ran is a call with its result', () => {
  const said = [{ role: 'assistant', parts: [search, found, text], finish_reason: 'stop' }];
  const session = open([{ ...first, attributes: chat(ask, said) }]);
  expect(session.turns).toEqual([`input ${question}`, `llm ${answer} · plan: web_search`, 'capability web_search']);
  expect(session.invocations).toEqual([searched]);
});

test('Anthropic’s own tools in a message are calls with results, also if they failed', () => {
  const error = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' };
  const said = [
    { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'Oslo' } },
    { type: 'web_search_tool_result', tool_use_id: 's1', content: error },
    { type: 'text', text: answer },
  ];
  const session = open([{ ...first, attributes: chat(ask, [{ role: 'assistant', content: said }]) }]);
  expect(session.invocations).toMatchObject([{ outcome: 'errored', output: { error: 'max_uses_exceeded' } }]);
});

test('an answer is read once if only its repetition has the tool that the provider ran', () => {
  const again = [...ask, { role: 'assistant', parts: [search, found, call] }];
  const session = open([first, { ...last, attributes: chat(again, [{ role: 'assistant', parts: [text] }]) }]);
  expect(session.turns.filter((turn) => turn.startsWith('llm'))).toEqual(['llm plan: weather', `llm ${answer}`]);
});

// As @ai-sdk/otel 1.0 writes it.
test('a span of a tool within the model call whose answer has its result is the same use', () => {
  const hosted = { type: 'tool_call', id: 's1', name: 'web_search', arguments: { query: 'Oslo' } };
  const response = { type: 'tool_call_response', id: 's1', response: { hits: 2 } };
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'web_search',
    'gen_ai.tool.call.id': 's1',
  };
  const said = [{ role: 'assistant', parts: [text, hosted, response], finish_reason: 'stop' }];
  const session = open([
    { ...first, attributes: chat(ask, said) },
    { ...tool, parent: first.id, from: 0.5, to: 0.6, attributes },
  ]);
  expect(session.invocations).toEqual([searched]);
});

const history = (...parts: readonly Fields[]) => [
  ...ask,
  ...callMessage,
  ...parts.map((one) => ({ role: 'tool', parts: [one] })),
];
const decision = { type: 'tool-approval-response' };
const resumed = (...parts: readonly Fields[]): TestSpan => ({
  ...last,
  attributes: chat(history(...parts), [{ role: 'assistant', parts: [text] }]),
});

test('a call that the user refused is restricted', () => {
  const denied = { type: 'tool_call_response', id: 'c1', response: { denied: true, reason: 'no!' } };
  expect(open([resumed(decision, denied)]).invocations).toMatchObject([{ outcome: 'restricted' }]);
});

test('a call that was made after its approval is read once, behind the request that asked for it', () => {
  const result = { type: 'tool_call_response', id: 'c1', response: { temp: 4 } };
  const asked = { ...agent.attributes, 'gen_ai.input.messages': JSON.stringify(history(decision)) };
  const session = open([{ ...agent, attributes: asked }, tool, resumed(decision, result)]);
  expect(session.turns).toEqual(turns);
  expect(session.invocations).toEqual(invocations);
});

test('a tool recorded by the agent, by a client of MCP and by its server was used once', () => {
  const attributes = { 'gen_ai.tool.name': 'weather', 'mcp.method.name': 'tools/call' };
  const inside = (id: string, parent: string): TestSpan => ({ ...tool, id, parent, attributes });
  expect(open([...spans, inside('e', tool.id), inside('f', 'e')]).invocations).toEqual(invocations);
});

test('a retrieval has its query and documents', () => {
  const attributes = {
    'gen_ai.operation.name': 'retrieval',
    'gen_ai.retrieval.query.text': 'Oslo',
    'gen_ai.retrieval.documents': '[{"id":"d1","score":0.9}]',
  };
  const session = open([...spans, { ...tool, id: 'e', from: 4.1, to: 4.2, attributes }]);
  expect(session.invocations.at(-1)).toMatchObject({ input: 'Oslo', output: [{ id: 'd1' }] });
});

test('the answer of an agent with nothing recorded inside is a model call, with a note', () => {
  const said = [{ role: 'assistant', parts: [{ type: 'text', content: 'Hi!' }] }];
  const asked = [{ role: 'user', parts: [{ type: 'text', content: 'Greet' }] }];
  const attributes = { ...chat(asked, said), ...agent.attributes };
  const session = open([...spans, { ...agent, id: 'e', parent: 'a', from: 4.1, to: 4.2, attributes }]);
  expect(session.turns).toEqual([...turns, 'input Greet', 'llm Hi!']);
  expect(session.codes).toContain('spans/agent-alone');
});

// OpenInference’s instrumentation of LangChain takes every step with “agent” in its name for an agent.
test('an output parser recorded as an agent beside the model call is no turn, with a note', () => {
  const attributes = {
    'openinference.span.kind': 'AGENT',
    'input.value': `content='${answer}'`,
    'output.value': `return_values={'output': '${answer}'}`,
  };
  const parser = {
    ...agent,
    id: 'e',
    parent: 'a',
    name: 'OpenAIToolsAgentOutputParser',
    from: 4.1,
    to: 4.2,
    attributes,
  };
  const session = open([...spans, parser]);
  expect(session.turns).toEqual(turns);
  expect(session.codes).toContain('spans/agent-of-values');
});

test('system instructions beside the messages are noted', () => {
  const attributes = { ...first.attributes, 'gen_ai.system_instructions': '[{"type":"text","content":"Be brief."}]' };
  expect(open([{ ...first, attributes }]).codes).toContain('import/system-message');
});

// As OpenInference’s instrumentation of Anthropic writes it.
test('a result under the role of the user is no input, and a call in the contents is read once', () => {
  const message = (side: string, index: number, fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [`llm.${side}_messages.${index}.message.${key}`, value]),
    );
  const asking = { role: 'user', content: question };
  const called = {
    'tool_call.id': 'c1',
    'tool_call.function.name': 'weather',
    'tool_call.function.arguments': '{"city":"Oslo"}',
  };
  const under = (prefix: string) =>
    Object.fromEntries(Object.entries(called).map(([key, value]) => [`${prefix}.${key}`, value]));
  const inContents = { role: 'assistant', 'contents.0.message_content.type': 'tool_use', ...under('contents.0') };
  const returned = { role: 'user', tool_call_id: 'c1', content: '{"temp":4}' };
  const said = { role: 'assistant', content: answer };
  const model = { 'openinference.span.kind': 'LLM' };
  for (const calling of [inContents, { ...inContents, ...under('tool_calls.0') }]) {
    const session = open([
      { ...first, attributes: { ...model, ...message('input', 0, asking), ...message('output', 0, calling) } },
      {
        ...last,
        attributes: {
          ...model,
          ...message('input', 0, asking),
          ...message('input', 1, calling),
          ...message('input', 2, returned),
          ...message('output', 0, said),
        },
      },
    ]);
    expect(session.turns).toEqual(turns);
    expect(session.invocations).toEqual(invocations);
    expect(session.codes).not.toContain('import/content-part');
  }
});
