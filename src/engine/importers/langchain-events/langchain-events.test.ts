import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

function opened(text: string) {
  const { opened: read, session } = firstSession(text);
  const { history, notes } = session;
  return {
    importer: read.importer.id,
    sessions: read.entries.length,
    turns: history.turns.map(({ kind, text: said }) => [kind, said]),
    outcomes: history.invocations.map(({ outcome, output }) => [outcome, output]),
    codes: notes.map(({ code }) => code),
  };
}

const event = (name: string, of: string, run_id: string, data: object, parent_ids: readonly string[] = ['r']) => ({
  event: name,
  name: of,
  run_id,
  parent_ids,
  tags: [],
  metadata: {},
  data,
});
const lines = (...events: readonly object[]) => events.map((one) => JSON.stringify(one)).join('\n');
const asking = { type: 'ai', content: '', tool_calls: [{ name: 'add', args: { a: 1 }, id: 'c' }] };

test('tool results that an agent returns as plain values belong to their calls', () => {
  const found = opened(
    lines(
      event('on_chain_start', 'AgentExecutor', 'r', { input: { input: 'add 1' } }, []),
      event('on_chat_model_start', 'Model', 'm', { input: { messages: [[{ type: 'human', content: 'add 1' }]] } }),
      event('on_chat_model_end', 'Model', 'm', { output: asking }),
      event('on_tool_start', 'add', 't', { input: { a: 1 } }),
      event('on_tool_end', 'add', 't', { output: 2 }),
      event('on_chat_model_end', 'Model', 'n', { output: { type: 'ai', content: 'It is 2.' } }),
      event('on_chain_end', 'AgentExecutor', 'r', { output: { output: 'It is 2.' } }, []),
    ),
  );
  expect(found).toMatchObject({
    importer: 'langchain-events',
    sessions: 1,
    turns: [
      ['input', 'add 1'],
      ['llm', undefined],
      ['capability', undefined],
      ['llm', 'It is 2.'],
    ],
    outcomes: [['successful', 2]],
  });
});

test('a failed tool is errored, with the text of its error', () => {
  const found = opened(
    lines(
      event('on_chat_model_end', 'Model', 'm', { output: asking }),
      event('on_tool_start', 'add', 't', { input: { a: 1 } }),
      event('on_tool_error', 'add', 't', { error: 'ValueError: no b', input: { a: 1 } }),
    ),
  );
  expect(found.outcomes).toEqual([['errored', { error: 'ValueError: no b' }]]);
});

test('an answer that is still streaming when the recording ends is read as far as it was streamed', () => {
  const piece = (content: string) => ({ chunk: { type: 'AIMessageChunk', content } });
  const found = opened(
    lines(
      event('on_chat_model_start', 'Model', 'm', { input: { messages: [[{ type: 'human', content: 'hi' }]] } }),
      event('on_chat_model_stream', 'Model', 'm', piece('Hel')),
      event('on_chat_model_stream', 'Model', 'm', piece('lo')),
    ),
  );
  expect(found.turns).toEqual([
    ['input', 'hi'],
    ['llm', 'Hello'],
  ]);
  expect(found.codes).toContain('langchain-events/cut-off');
});

test('events printed by Python are read with the messages inside', () => {
  const found = opened(
    `{'event': 'on_chat_model_start', 'name': 'Model', 'run_id': 'm', 'data': {'input': {'messages': [[HumanMessage(content='hi')]]}}, 'tags': [], 'metadata': {}}
{'event': 'on_chat_model_stream', 'name': 'Model', 'run_id': 'm', 'data': {'chunk': AIMessageChunk(content='Hello')}, 'tags': [], 'metadata': {}}
{'event': 'on_chat_model_end', 'name': 'Model', 'run_id': 'm', 'data': {'output': AIMessageChunk(content='Hello')}, 'tags': [], 'metadata': {}}`,
  );
  expect(found).toMatchObject({
    importer: 'langchain-events',
    turns: [
      ['input', 'hi'],
      ['llm', 'Hello'],
    ],
  });
});

test('a tool that ends without an output still has a place in the text', () => {
  const { session } = firstSession(
    lines(
      event('on_chat_model_start', 'Model', 'm', { input: { messages: [[{ type: 'human', content: 'add' }]] } }),
      event('on_chat_model_end', 'Model', 'm', { output: asking }),
      event('on_tool_start', 'add', 't', { input: { a: 1 } }),
      event('on_tool_end', 'add', 't', {}),
    ),
  );
  const { sources, document, session: read } = session;
  const places = read.events.flatMap((_, at) => [...(sources.also?.(at) ?? []), sources.at(at) ?? []]);
  expect(places.filter((path) => document.locate(path) === null)).toEqual([]);
  expect(session.history.invocations).toHaveLength(1);
});

/** As `astream_events` of LangChain 1.6 gives them for a graph with two calls of one tool at once. */
const twice = `{'event': 'on_chat_model_end', 'name': 'Model', 'run_id': 'm', 'data': {'output': AIMessage(content='', tool_calls=[{'name': 'add', 'args': {'a': 1}, 'id': 'c1'}, {'name': 'add', 'args': {'a': 2}, 'id': 'c2'}])}, 'metadata': {}, 'tags': []}`;
const failing = (error: string, id: string) =>
  `{'event': 'on_tool_error', 'name': 'add', 'run_id': 't', 'data': {'error': ${error}, 'input': {'a': 2}${id}}, 'metadata': {}, 'tags': []}`;

test.each([
  ['with the call’s id', `, 'tool_call_id': 'c2'`],
  ['with the arguments alone', ''],
])('an error belongs to its own call, %s', (_, id) => {
  expect(opened(`${twice}\n${failing(`ValueError('no b')`, id)}`).outcomes).toEqual([
    ['no-result', undefined],
    ['errored', { error: 'no b' }],
  ]);
});

test('a call that asks a person waits', () => {
  const interrupt = `GraphInterrupt((Interrupt(value={'question': 'sure?'}, id='1'),))`;
  expect(opened(`${twice}\n${failing(interrupt, `, 'tool_call_id': 'c2'`)}`).outcomes).toEqual([
    ['no-result', undefined],
    ['pending', undefined],
  ]);
});

test('a tool that ends with null, as a failed one does in version 1, has the result in the next messages', () => {
  const result = { type: 'tool', content: 'no b', name: 'add', tool_call_id: 'c', status: 'error' };
  const found = opened(
    lines(
      event('on_chat_model_end', 'Model', 'm', { output: asking }),
      event('on_tool_end', 'add', 't', { output: null, input: { a: 1 } }),
      event('on_chat_model_start', 'Model', 'n', { input: { messages: [[asking, result]] } }),
    ),
  );
  expect(found.outcomes).toEqual([['errored', { error: 'no b' }]]);
});
