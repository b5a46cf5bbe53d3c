import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { firstSession, openNow } from '../../testing.ts';
import { systemOf } from '../../systems/systems.ts';

interface Written {
  readonly id: string;
  readonly parent?: string;
  readonly name?: string;
  readonly from: number;
  readonly to: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

function opened(spans: readonly Written[]) {
  const text = JSON.stringify(
    spans.map(({ id, parent, name = id, from, to, attributes = {} }) => ({
      name,
      traceId: 'trace',
      spanId: id,
      ...(parent !== undefined && { parentSpanId: parent }),
      startTimeUnixNano: String(from * 1_000_000),
      endTimeUnixNano: String(to * 1_000_000),
      attributes,
    })),
  );
  const read = openNow(text);
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  return {
    turns: history.turns.map(({ kind, label }) => `${kind} ${label}`),
    history,
    codes: notes.map(({ code }) => code),
  };
}

const model = (asked: readonly unknown[], said: string) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.input.messages': JSON.stringify(asked),
  'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: said }] }]),
});
const user = (content: string) => ({ role: 'user', parts: [{ type: 'text', content }] });
const answer = (content: string) => ({ role: 'assistant', parts: [{ type: 'text', content }] });

test('a history that every span repeats is read once, and a question asked twice is shown twice', () => {
  const { turns } = opened([
    { id: 'b', from: 10, to: 20, attributes: model([user('again?'), answer('no'), user('again?')], 'still no') },
    { id: 'a', from: 0, to: 5, attributes: model([user('again?')], 'no') },
  ]);
  expect(turns).toEqual(['input again?', 'llm no', 'input again?', 'llm still no']);
});

test('one call recorded by two libraries is one turn; two calls one after the other with the same answer are two', () => {
  const said = model([user('hi')], 'hello');
  const twice = opened([
    { id: 'outer', name: 'ChatOpenAI', from: 0, to: 10, attributes: said },
    { id: 'inner', name: 'ChatCompletion', from: 1, to: 9, attributes: said },
  ]);
  expect(twice.turns).toEqual(['input hi', 'llm hello']);
  expect(twice.codes).toContain('spans/told-twice');
  const retried = opened([
    { id: 'first', name: 'ChatOpenAI', from: 0, to: 10, attributes: said },
    { id: 'second', name: 'ChatCompletion', from: 11, to: 19, attributes: said },
  ]);
  expect(retried.turns).toEqual(['input hi', 'llm hello', 'llm hello']);
});

test('spans that are each other’s parents are still read', () => {
  const { turns } = opened([
    { id: 'a', parent: 'b', from: 0, to: 9, attributes: { 'gen_ai.operation.name': 'invoke_agent' } },
    { id: 'b', parent: 'a', from: 1, to: 8, attributes: model([user('hi')], 'hello') },
  ]);
  expect(turns).toEqual(['input hi', 'llm hello']);
});

test('a thousand nested agents open, and the actions of the innermost are shown', () => {
  const agents = Array.from({ length: 1000 }, (_, level): Written => ({
    id: `agent-${level}`,
    ...(level > 0 && { parent: `agent-${level - 1}` }),
    from: level,
    to: 3000 - level,
    attributes: { 'gen_ai.operation.name': 'invoke_agent' },
  }));
  const { turns } = opened([
    ...agents,
    { id: 'call', parent: 'agent-999', from: 1500, to: 1600, attributes: model([user('hi')], 'hello') },
  ]);
  expect(turns).toEqual(['input hi', 'llm hello']);
});

test('flattened messages are in the order of their numbers: the tenth comes after the ninth', () => {
  const attributes: Record<string, string> = { 'openinference.span.kind': 'LLM', 'output.value': 'done' };
  for (const index of [10, 2, 9, 0]) {
    attributes[`llm.input_messages.${index}.message.role`] = 'user';
    attributes[`llm.input_messages.${index}.message.content`] = `message ${index}`;
  }
  expect(opened([{ id: 'a', from: 0, to: 1, attributes }]).turns).toEqual([
    'input message 0',
    'input message 2',
    'input message 9',
    'input message 10',
    'llm done',
  ]);
});

test('an agent that a tool runs is a task of its own, before the tool’s result', () => {
  const tool = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'ask_writer',
    'gen_ai.tool.call.result': 'text',
  };
  const { turns, history } = opened([
    { id: 'root', from: 0, to: 100, attributes: { 'gen_ai.operation.name': 'invoke_agent' } },
    { id: 'tool', parent: 'root', from: 20, to: 80, attributes: tool },
    { id: 'writer', parent: 'tool', from: 30, to: 70, attributes: { 'gen_ai.operation.name': 'invoke_agent' } },
    { id: 'inner', parent: 'writer', from: 40, to: 60, attributes: model([user('write')], 'text') },
    { id: 'first', parent: 'root', from: 1, to: 10, attributes: model([user('go')], 'asking') },
  ]);
  expect(turns).toEqual(['input go', 'llm asking', 'input write', 'llm text', 'capability ask_writer']);
  expect(history.nodes.length).toBeGreaterThan(1);
});

test('a prompt that only wraps the user’s question is not another input', () => {
  const { turns, codes } = opened([
    {
      id: 'chain',
      from: 0,
      to: 100,
      attributes: { 'openinference.span.kind': 'CHAIN', 'input.value': 'who won in 1998?' },
    },
    {
      id: 'call',
      parent: 'chain',
      from: 1,
      to: 9,
      attributes: model([user('Answer shortly: who won in 1998?')], 'France'),
    },
  ]);
  expect(turns).toEqual(['input who won in 1998?', 'llm France']);
  expect(codes).toContain('import/prompt-around-input');
});

test('model calls that are each other’s parents become one turn', () => {
  const said = model([user('hi')], 'hello');
  const { turns } = opened([
    { id: 'a', parent: 'b', from: 0, to: 10, attributes: said },
    { id: 'b', parent: 'a', from: 1, to: 9, attributes: said },
  ]);
  expect(turns).toEqual(['input hi', 'llm hello']);
});

const use = (name: string, given: string) => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': name,
  'gen_ai.tool.call.arguments': given,
  'gen_ai.tool.call.result': '{"content":[{"type":"text","text":"boom"}],"isError":true}',
});

test('a tool recorded by two libraries was used once; one that calls itself with other arguments was used twice', () => {
  const { turns, codes, history } = opened([
    { id: 'outer', from: 0, to: 10, attributes: use('walk', '{"at":1}') },
    { id: 'client', parent: 'outer', from: 1, to: 9, attributes: use('walk', '{"at":1}') },
    { id: 'other', parent: 'outer', from: 2, to: 8, attributes: use('walk', '{"at":2}') },
  ]);
  expect(turns).toEqual(['capability walk', 'capability walk']);
  expect(codes).toContain('spans/tool-told-twice');
  expect(history.invocations[0]).toMatchObject({ outcome: 'errored', output: { error: 'boom' } });
});

test('a trace with only an agent shows its question and answer, with a note', () => {
  const agent = { ...model([user('hi')], 'hello'), 'gen_ai.operation.name': 'invoke_agent' };
  const { turns, codes } = opened([{ id: 'a', from: 0, to: 10, attributes: agent }]);
  expect(turns).toEqual(['input hi', 'llm hello']);
  expect(codes).toContain('spans/agents-alone');
});

test('an agent that failed is in the report', () => {
  const agent = { 'gen_ai.operation.name': 'invoke_agent', 'error.type': 'MaxTurns' };
  const { codes } = opened([
    { id: 'a', from: 0, to: 10, attributes: agent },
    { id: 'b', parent: 'a', from: 1, to: 9, attributes: model([user('hi')], 'hello') },
  ]);
  expect(codes).toContain('spans/failed');
});

test('an agent that continues another’s conversation has no results of unknown calls', () => {
  const call = { type: 'tool_call', id: 'c', name: 'transfer', arguments: {} };
  const result = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'ok' }] };
  const agent = { 'gen_ai.operation.name': 'invoke_agent' };
  const asking = {
    ...model([user('hi')], ''),
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [call] }]),
  };
  const { codes } = opened([
    { id: 'a', from: 0, to: 10, attributes: agent },
    { id: 'a1', parent: 'a', from: 1, to: 2, attributes: asking },
    { id: 'a2', parent: 'a', from: 3, to: 4, attributes: { ...use('transfer', '{}'), 'gen_ai.tool.call.id': 'c' } },
    { id: 'b', from: 11, to: 20, attributes: agent },
    {
      id: 'b1',
      parent: 'b',
      from: 12,
      to: 19,
      attributes: model([user('hi'), { role: 'assistant', parts: [call] }, result], 'done'),
    },
  ]);
  expect(codes).not.toContain('import/result-without-call');
});

test('a result that is missing in a tool’s span is read from the next request', () => {
  const call = (id: string, city: string) => ({ type: 'tool_call', id, name: 'weather', arguments: { city } });
  const calls = { role: 'assistant', parts: [call('c', 'Oslo'), call('d', 'Rome')] };
  const came = (id: string, response: string) => ({
    role: 'tool',
    parts: [{ type: 'tool_call_response', id, response }],
  });
  const asking = { ...model([user('hi')], ''), 'gen_ai.output.messages': JSON.stringify([calls]) };
  const used = (id: string, result?: string) => ({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'weather',
    'gen_ai.tool.call.id': id,
    ...(result !== undefined && { 'gen_ai.tool.call.result': result }),
  });
  const next = model([user('hi'), calls, came('c', 'cold'), came('d', 'warm')], 'Take a coat.');
  const { history, codes } = opened([
    { id: 'a', from: 0, to: 1, attributes: asking },
    { id: 'b', from: 2, to: 3, attributes: used('c') },
    { id: 'e', from: 3, to: 4, attributes: used('d', 'hot') },
    { id: 'f', from: 5, to: 6, attributes: next },
  ]);
  expect(history.invocations.map(({ input, output }) => [input, output])).toEqual([
    [{ city: 'Oslo' }, 'cold'],
    [{ city: 'Rome' }, 'hot'],
  ]);
  expect(codes).not.toContain('import/no-result');
});

test('a model span without anything in it is left out with a note', () => {
  const { turns, codes } = opened([
    { id: 'full', from: 0, to: 5, attributes: model([user('hi')], 'hello') },
    { id: 'empty', from: 6, to: 7, attributes: { 'gen_ai.operation.name': 'chat' } },
  ]);
  expect(turns).toEqual(['input hi', 'llm hello']);
  expect(codes).toContain('spans/empty');
});

const ask = { 'gen_ai.tool.name': 'ask', 'gen_ai.tool.call.id': 'c1', 'gen_ai.operation.name': 'execute_tool' };
const asking = { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'ask', arguments: {} }] };
const asked = { role: 'user', parts: [{ type: 'text', content: 'Do it' }] };

test.each(["GraphInterrupt((Interrupt(value='sure?'),))", "(Interrupt(value='sure?'),)"])(
  'a call that LangGraph interrupted to ask a person waits: %s',
  (message) => {
    const interrupted = { ...ask, 'error.type': 'GraphInterrupt', 'exception.message': message };
    const { history, codes } = opened([
      { id: 'a', from: 0, to: 5, attributes: { 'error.type': 'GraphInterrupt', 'exception.message': message } },
      { id: 'b', parent: 'a', from: 1, to: 2, attributes: model([asked], 'Asking.') },
      { id: 'c', parent: 'a', from: 3, to: 4, attributes: interrupted },
    ]);
    expect(history.invocations.map(({ outcome }) => outcome)).toEqual(['pending']);
    expect(codes).not.toContain('spans/failed');
  },
);

test('a trace that continues with a call begins with the conversation that requested it', () => {
  const { turns } = opened([
    { id: 'a', from: 0, to: 9, attributes: { 'input.value': 'yes' } },
    { id: 'b', parent: 'a', from: 1, to: 4, attributes: { 'gen_ai.input.messages': JSON.stringify([asked, asking]) } },
    { id: 'c', parent: 'b', from: 2, to: 3, attributes: { ...ask, 'gen_ai.tool.call.result': 'yes' } },
    { id: 'd', parent: 'a', from: 5, to: 6, attributes: model([asked, asking], 'Done.') },
  ]);
  expect(turns).toEqual(['input Do it', 'llm plan: ask', 'capability ask', 'input yes', 'llm Done.']);
});

test('a call of the OpenAI Agents SDK that the user rejected is restricted', () => {
  const span = { object: 'trace.span', trace_id: 't', parent_id: null, started_at: '2026-01-01T00:00:00Z' };
  const text = (error: object) =>
    JSON.stringify({ ...span, id: 's', span_data: { type: 'function', name: 'pay', input: '{}', output: 'x' }, error });
  const outcomeOf = (error: object) => firstSession(text(error)).session.history.invocations[0];
  const rejected = { tool_name: 'pay', error: 'Tool execution for c1 was manually rejected by user.' };
  expect(outcomeOf({ message: 'Tool execution was not approved.', data: rejected })).toMatchObject({
    outcome: 'restricted',
  });
  expect(outcomeOf({ message: 'Error running tool', data: { tool_name: 'pay', error: 'no money' } })).toMatchObject({
    outcome: 'errored',
    output: { error: 'Error running tool' },
  });
});
