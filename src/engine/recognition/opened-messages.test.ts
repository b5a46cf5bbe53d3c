import { expect, test } from 'vitest';
import { firstSession } from '../testing.ts';
import { readDocument } from '../readers/read-document.ts';
import { withOpenedMessages } from './opened-messages.ts';

const call = { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } };
const chat = [
  { role: 'user', content: 'Weather in Oslo?' },
  { role: 'assistant', content: '', tool_calls: [call] },
  { role: 'tool', tool_call_id: 'c1', content: '{"role":"tool","degrees":9}' },
  { role: 'assistant', content: 'Nine degrees.' },
];
const asJson = chat.map((message) => JSON.stringify(message));
const asPython = [
  "{'role': 'user', 'content': 'Weather in Oslo?'}",
  "{'role': 'assistant', 'content': None, 'tool_calls': [{'id': 'c1', 'type': 'function', 'function': {'name': 'get_weather', 'arguments': '{\"city\":\"Oslo\"}'}}]}",
  "{'role': 'tool', 'tool_call_id': 'c1', 'content': '{\"role\":\"tool\",\"degrees\":9}'}",
  "{'role': 'assistant', 'content': 'Nine degrees.'}",
];

test.each([
  ['messages as JSON', { messages: asJson }],
  ['a history that Python printed', { id: 's1', history: asPython }],
  ['events of a session', { session: { id: 's1', events: asJson } }],
  ['rows with messages', [{ id: 1, messages: asJson }]],
])('%s are read as the messages that they were written from', (_, value) => {
  const { history, notes } = firstSession(JSON.stringify(value)).session;
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  const [invocation] = history.invocations;
  expect([invocation?.function, invocation?.input]).toEqual(['get_weather', { city: 'Oslo' }]);
  // The tool's result stays the recorded text.
  expect(invocation?.output).toBe('{"role":"tool","degrees":9}');
  expect(notes.map(({ code }) => code)).toContain('reader/messages-opened');
});

test.each([
  ['a text among the records', { messages: [...asJson, 'hello'] }],
  ['records without a speaker or a kind', { messages: ['{"a": 1}'] }],
  ['a list in another place', { documents: asJson }],
  ['the content of a message', { role: 'tool', messages: asJson }],
])('%s is no reason to open anything', (_, value) => {
  const document = readDocument(JSON.stringify(value));
  if (!document.ok) throw new Error(document.problem.message);
  expect(withOpenedMessages(document.value)).toBeUndefined();
});

test('the place of an opened message is its text in the list', () => {
  const document = readDocument(JSON.stringify({ messages: asJson }));
  if (!document.ok) throw new Error(document.problem.message);
  const range = withOpenedMessages(document.value)?.locate(['messages', 1, 'tool_calls', 0]);
  expect(range && document.value.text.slice(range.start, range.end)).toBe(JSON.stringify(asJson[1]));
});
