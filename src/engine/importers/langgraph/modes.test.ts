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
