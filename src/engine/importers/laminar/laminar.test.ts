import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const span = (second: number, name: string, attributes: object, input: unknown = null, output: unknown = null) => ({
  span_id: `s${second}`,
  trace_id: 't',
  parent_span_id: second === 0 ? '00000000-0000-0000-0000-000000000000' : 's0',
  span_type: 'LLM',
  name,
  start_time: `2026-01-01T00:00:0${second}.000000Z`,
  end_time: second === 0 ? '2026-01-01T00:00:09.000000Z' : `2026-01-01T00:00:0${second}.500000Z`,
  attributes: JSON.stringify(attributes),
  input: input === null ? '' : JSON.stringify(input),
  output: output === null ? '' : JSON.stringify(output),
  status: '',
});

test('spans of other operations are no model calls, although Laminar gave them the type', () => {
  const operation = (name: string, more: object = {}) => ({ 'gen_ai.operation.name': name, ...more });
  const asked = [{ role: 'user', content: 'How is the weather?' }];
  const call = { type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Rome' } };
  const spans = [
    span(0, 'invoke_agent desk', operation('invoke_agent', { 'gen_ai.agent.name': 'desk' })),
    span(1, 'chat m', operation('chat'), asked, [{ role: 'assistant', content: [call] }]),
    span(
      2,
      'execute_tool weather',
      operation('execute_tool', { 'gen_ai.tool.call.id': 'c1', 'gen_ai.tool.call.result': 'sun' }),
    ),
    span(3, 'openai.embeddings', { 'gen_ai.system': 'openai', 'llm.request.type': 'embedding' }, 'Rome', [[0.1]]),
    span(4, 'openai.chat', { 'gen_ai.system': 'openai', 'llm.request.type': 'chat' }, asked, 'Sunny'),
  ];
  const { opened, session } = firstSession(JSON.stringify({ data: spans }));
  expect(opened.importer.id).toBe('laminar');
  const { turns, invocations } = session.history;
  expect(turns.map(({ label }) => label)).toEqual(['How is the weather?', 'plan: weather', 'weather', 'Sunny']);
  expect(invocations.map(({ input, outcome, output }) => [input, outcome, output])).toEqual([
    [{ city: 'Rome' }, 'successful', 'sun'],
  ]);
});

test('a guardrail of the OpenAI Agents SDK that was triggered is a restricted call', () => {
  const guardrail = (second: number, name: string, triggered: boolean) => ({
    ...span(second, name, { 'openai.agents.guardrail.name': name, 'openai.agents.guardrail.triggered': triggered }),
    span_type: 'DEFAULT',
  });
  const spans = [
    span(1, 'chat m', { 'gen_ai.operation.name': 'chat' }, [{ role: 'user', content: 'Hi' }], 'Hello'),
    guardrail(2, 'politeness', false),
    guardrail(3, 'secrets', true),
  ];
  const { history } = firstSession(JSON.stringify({ data: spans })).session;
  expect(history.invocations.map(({ function: name, outcome }) => [name, outcome])).toEqual([
    ['secrets', 'restricted'],
  ]);
});
