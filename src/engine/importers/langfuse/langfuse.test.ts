import { expect, test } from 'vitest';
import { formatPath } from '../../model/path.ts';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;

function opened(observations: readonly object[]) {
  const source = openNow(JSON.stringify({ trace: { id: 't', name: 'run' }, observations }));
  if (!source.ok) throw new Error(source.problem.message);
  expect(source.value.importer.id).toBe('langfuse');
  const session = openEntry(source.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const observation = (id: string, parentObservationId: string | null, second: number, more: object) => ({
  id,
  parentObservationId,
  traceId: 't',
  type: 'SPAN',
  name: id,
  startTime: at(second),
  endTime: at(9),
  ...more,
});

const state = (id: string, iteration: string, second: number, attributes: object) =>
  observation(id, iteration, second, {
    metadata: JSON.stringify({ attributes: { target: 'agent.react.update', thought: 'I look.', ...attributes } }),
  });

const question = { role: 'user', content: 'What is the weather?' };

test('model answers and tool results of BeeAI’s agent have the times of their events', () => {
  const tool = { 'tool.name': 'Weather', 'tool.parameters': '{"city":"Rome"}' };
  const earlier = { role: 'assistant', content: 'Thought: I look.\nFunction Name: Weather\nFunction Output: sunny' };
  const { history } = opened([
    observation('run', null, 0, {}),
    observation('iteration-1', 'run', 0, {}),
    observation('chat.start-1', 'iteration-1', 1, {
      type: 'GENERATION',
      input: JSON.stringify([question]),
      usageDetails: { input: 1195, total: 1195 },
    }),
    state('update-1', 'iteration-1', 2, { 'tool.parameters': 'null' }),
    state('update-2', 'iteration-1', 3, tool),
    state('update-3', 'iteration-1', 4, { ...tool, 'output.value': '{"sky":"clear"}' }),
    observation('iteration-2', 'run', 5, {}),
    observation('chat.start-2', 'iteration-2', 5, { type: 'GENERATION', input: JSON.stringify([question, earlier]) }),
    observation('chat.finish-2', 'iteration-2', 6, {
      type: 'GENERATION',
      metadata: { attributes: { 'llm.output_messages.7.message.content': 'Thought', 'output.value': 'Thought' } },
    }),
    state('update-4', 'iteration-2', 7, { 'tool.parameters': 'null', 'output.value': 'It is sunny.' }),
  ]);
  expect(history.turns.map(({ kind, text: said, at: time }) => [kind, said, time])).toEqual([
    ['input', 'What is the weather?', at(1)],
    ['llm', 'I look.', at(3)],
    ['capability', undefined, at(4)],
    ['llm', 'It is sunny.', at(7)],
  ]);
  expect(history.invocations[0]).toMatchObject({
    function: 'Weather',
    input: { city: 'Rome' },
    output: '{"sky":"clear"}',
  });
  // Prompt tokens are recorded; completion tokens are not.
  expect(history.turns[1]?.tokens).toMatchObject({ prompt: 1195, completion: undefined });
});

test('a message whose role is the name of a called tool is that tool’s result', () => {
  const callMessage = {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'weather', arguments: '{}' } }],
  };
  const messages = [question, callMessage, { role: 'weather', content: 'sunny', additional_kwargs: {} }];
  const { history, notes } = opened([
    observation('chat', null, 0, {
      type: 'GENERATION',
      input: JSON.stringify(messages),
      output: JSON.stringify({ role: 'assistant', content: 'It is sunny.' }),
    }),
  ]);
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  expect(history.invocations[0]?.output).toBe('sunny');
  expect(notes.map(({ code }) => code)).not.toContain('import/message');
});

test('a single observation is read as a trace', () => {
  const one = observation('chat', null, 0, {
    type: 'GENERATION',
    input: JSON.stringify([question]),
    output: JSON.stringify({ role: 'assistant', content: 'It is sunny.' }),
  });
  const source = openNow(JSON.stringify(one));
  const session = source.ok ? openEntry(source.value, 0, systemOf) : source;
  expect(session.ok ? session.value.history.turns.map(({ kind }) => kind) : []).toEqual(['input', 'llm']);
});

test('observations exported to a bucket are read with their snake case names', () => {
  const inBucket = (id: string, second: number, more: object) => ({
    id,
    trace_id: 't',
    parent_observation_id: null,
    name: id,
    start_time: at(second),
    end_time: at(second + 1),
    ...more,
  });
  const callMessage = { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'weather', arguments: '{}' } }] };
  const source = openNow(
    JSON.stringify([
      inBucket('chat', 0, {
        type: 'GENERATION',
        provided_model_name: 'gpt-4o',
        input: JSON.stringify({ messages: [question] }),
        output: JSON.stringify(callMessage),
        usage_details: { input: 5, output: 6 },
      }),
      inBucket('weather', 2, { type: 'TOOL', input: '{}', output: 'sunny' }),
    ]),
  );
  expect(source.ok && source.value.importer.id).toBe('langfuse');
  const session = source.ok ? openEntry(source.value, 0, systemOf) : source;
  if (!session.ok) throw new Error(session.problem.message);
  const { history } = session.value;
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability']);
  expect(history.tokens.at(-1)).toMatchObject({ prompt: 5, completion: 6 });
  expect(history.model).toBe('gpt-4o');
});

test('an answer of Strands, written as a list of parts, is read with its text and its calls', () => {
  const call = { toolUse: { toolUseId: 'c', name: 'weather', input: { city: 'Rome' } } };
  const { history } = opened([
    observation('chat', null, 0, {
      type: 'GENERATION',
      input: [{ role: 'user', content: '[{"text":"What is the weather?"}]' }],
      output: { finish_reason: 'tool_use', message: JSON.stringify([{ text: 'I look.' }, call]) },
    }),
  ]);
  expect(history.turns.map(({ label }) => label)).toEqual([
    'What is the weather?',
    'I look. · plan: weather',
    'weather',
  ]);
});

const attributes = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'm',
  'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'hi' }] }]),
  'gen_ai.output.messages': JSON.stringify([
    { role: 'assistant', parts: [{ type: 'text', content: 'hello' }], finish_reason: 'stop' },
  ]),
  'gen_ai.usage.input_tokens': 3,
  'gen_ai.usage.output_tokens': 4,
};

test.each([
  ['a record', { attributes }, 'observations[0].metadata.attributes["gen_ai.input.messages"]'],
  ['a text', JSON.stringify({ attributes }), 'observations[0].metadata'],
])('messages and tokens that are only in span attributes, stored as %s, are read', (_, metadata, place) => {
  const { history, sources } = opened([observation('chat', null, 0, { type: 'GENERATION', metadata })]);
  expect(history.turns.map(({ kind, label }) => `${kind} ${label}`)).toEqual(['input hi', 'llm hello']);
  expect(history.tokens.at(-1)).toMatchObject({ prompt: 3, completion: 4 });
  expect(history.model).toBe('m');
  expect(formatPath(sources.at(0) ?? [])).toBe(place);
});

test('tool arguments, tool results and finish reasons are read from span attributes', () => {
  const tool = { 'gen_ai.tool.call.arguments': '{"city":"Rome"}', 'gen_ai.tool.call.result': 'sunny' };
  const { history } = opened([
    observation('weather', null, 0, { type: 'TOOL', input: '{}', output: '{}', metadata: { attributes: tool } }),
    observation('chat', null, 1, {
      type: 'GENERATION',
      input: [question],
      output: { role: 'assistant', content: '' },
      metadata: { attributes: { 'gen_ai.response.finish_reasons': '["content_filter"]' } },
    }),
  ]);
  expect(history.invocations[0]).toMatchObject({ input: { city: 'Rome' }, output: 'sunny' });
  expect(history.turns.at(-1)?.label).toBe('[cut by the content filter]');
});

test('the call id in a tool’s attributes distinguishes identical calls', () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'pay', arguments: '{}' } });
  const paid = (id: string, second: number) =>
    observation('pay', null, second, {
      id,
      type: 'TOOL',
      input: '{}',
      output: `paid for ${id}`,
      metadata: { attributes: { 'gen_ai.tool.call.id': id } },
    });
  const { history } = opened([
    observation('chat', null, 0, {
      type: 'GENERATION',
      input: [question],
      output: { role: 'assistant', content: null, tool_calls: [call('one'), call('two')] },
    }),
    paid('two', 1),
    paid('one', 2),
  ]);
  expect(history.invocations.map(({ output }) => output)).toEqual(['paid for one', 'paid for two']);
});

test('media that Langfuse removed from a message appears as a file', () => {
  const url = '@@@langfuseMedia:type=image/png|id=1|source=base64_data_uri@@@';
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url } },
  ];
  const { history } = opened([
    observation('chat', null, 0, {
      type: 'GENERATION',
      input: [{ role: 'user', content }],
      output: { role: 'assistant', content: 'A cat.' },
    }),
  ]);
  expect(history.inputs[0]?.value?.['message']).toEqual([
    { mimeType: 'text/plain', text: 'What is this?' },
    { mimeType: 'image/png', file: url },
  ]);
});

test('a type with the name of a built-in JavaScript property is read as a framework step', () => {
  const { history } = opened([
    observation('odd', null, 0, { type: 'constructor' }),
    observation('chat', null, 1, {
      type: 'GENERATION',
      input: [question],
      output: { role: 'assistant', content: 'Sunny.' },
    }),
  ]);
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm']);
});
