import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

function opened(text: string) {
  const read = openNow(text);
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history } = session.value;
  return {
    sessions: read.value.entries.length,
    turns: history.turns.map(({ kind, text: said }) => [kind, said]),
    outputs: history.invocations.map(({ output }) => output),
    outcomes: history.invocations.map(({ outcome }) => outcome),
    codes: session.value.notes.map(({ code }) => code),
  };
}

const chunks = [
  `'updates', {'agent': {'messages': [AIMessage(content='', id='a1', tool_calls=[{'name': 'f', 'args': {}, 'id': 'c'}])]}}`,
  `'updates', {'tools': {'messages': [ToolMessage(content='ok', name='f', id='t', tool_call_id='c')]}}`,
  `'messages', (AIMessageChunk(content='do', id='a2'), {'langgraph_node': 'agent'})`,
  `'messages', (AIMessageChunk(content='ne', id='a2'), {'langgraph_node': 'agent'})`,
];
const whole = {
  sessions: 1,
  outcomes: ['successful'],
  codes: ['langgraph/streamed'],
  turns: [
    ['llm', undefined],
    ['capability', undefined],
    ['llm', 'done'],
  ],
  outputs: ['ok'],
};

test('a stream in several modes is one session, and each chunk is read according to its mode', () => {
  expect(opened(chunks.map((chunk) => `(${chunk})`).join('\n'))).toEqual(whole);
});

test('a stream that names the subgraph first is one session too', () => {
  expect(opened(chunks.map((chunk) => `((), ${chunk})`).join('\n'))).toEqual(whole);
});

test('the parts of a stream in version 2, which name their mode, are one session', () => {
  const parts = chunks.map((chunk) => {
    const [mode, ...rest] = chunk.split(', ');
    return `{'type': ${mode}, 'ns': (), 'data': ${rest.join(', ')}}`;
  });
  expect(opened(parts.join('\n'))).toEqual(whole);
});

test('pieces alone are joined; the empty piece at the end, which has the id of the run, is no message', () => {
  const pieces = [
    `(AIMessageChunk(content='do', id='a2', chunk_position=None), {'langgraph_node': 'agent'})`,
    `(AIMessageChunk(content='ne', id='a2', response_metadata={'model_name': 'm'}), {'langgraph_node': 'agent'})`,
    `(AIMessageChunk(content='', id='lc_run--1', chunk_position='last'), {'langgraph_node': 'agent'})`,
  ];
  expect(opened(pieces.join('\n'))).toMatchObject({ turns: [['llm', 'done']], codes: ['langgraph/streamed'] });
});

test('a streamed message that the graph then keeps was not replaced', () => {
  const kept = `('updates', {'agent': {'messages': [AIMessage(content='done', id='a2', response_metadata={'model_name': 'm'})]}})`;
  expect(opened([...chunks.map((chunk) => `(${chunk})`), kept].join('\n'))).toEqual(whole);
});

const asks = `AIMessage(content='', id='a1', tool_calls=[{'name': 'f', 'args': {}, 'id': 'c'}])`;
const interrupt = `Interrupt(value={'question': 'sure?'}, id='1', response_schema=None)`;

test.each([
  ['what invoke returns in version 2', `GraphOutput(value={'messages': [${asks}]}, interrupts=(${interrupt},))`],
  [
    'the mode values in version 2',
    `{'type': 'values', 'ns': (), 'data': {'messages': [${asks}]}, 'interrupts': (${interrupt},)}\n`.repeat(2),
  ],
  [
    'the mode tasks',
    `{'id': '1', 'name': 'agent', 'error': None, 'result': {'messages': [${asks}]}, 'interrupts': []}\n` +
      `{'id': '2', 'name': 'tools', 'error': None, 'result': {}, 'interrupts': [{'value': 'sure?', 'id': '1'}]}`,
  ],
])('a call that needs a person’s decision waits, in %s', (_, text) => {
  expect(opened(text)).toMatchObject({ sessions: 1, outcomes: ['pending'] });
});

test('a node that failed is in the report, in the mode tasks', () => {
  const failed = `{'id': '2', 'name': 'tools', 'error': 'ValueError()', 'result': {}, 'interrupts': []}`;
  const done = `{'id': '1', 'name': 'agent', 'error': None, 'result': {'messages': [${asks}]}, 'interrupts': []}`;
  expect(opened(`${done}\n${failed}`).codes).toContain('langgraph/node-failed');
});
