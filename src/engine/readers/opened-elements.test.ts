import { expect, test } from 'vitest';
import { firstSession } from '../testing.ts';
import { readDocument } from './read-document.ts';

const json = ['{"role":"user","content":"go"}', '{"role":"assistant","content":"hi"}'];

test.each([
  ['JSON in JSON', JSON.stringify(json)],
  ['lines of quoted JSON', json.map((one) => JSON.stringify(one)).join('\n')],
  [
    'dicts that Python printed',
    JSON.stringify(["{'role': 'user', 'content': 'go'}", "{'role': 'assistant', 'content': 'hi'}"]),
  ],
  ['messages that Python printed', JSON.stringify(["HumanMessage(content='go')", "AIMessage(content='hi')"])],
  ['a Python list of such texts', `['{"role": "user", "content": "go"}', '{"role": "assistant", "content": "hi"}']`],
])('a list of records as texts is the list of the records: %s', (_, text) => {
  const { session } = firstSession(text);
  expect(session.history.turns.map(({ kind, label }) => `${kind} ${label}`)).toEqual(['input go', 'llm hi']);
  expect(session.notes.map(({ code }) => code)).toContain('reader/elements-opened');
});

test('places are those of the texts as a whole', () => {
  const text = JSON.stringify(json);
  const read = readDocument(text);
  if (!read.ok) throw new Error(read.problem.message);
  expect(read.value.locate([1, 'content'])).toEqual(read.value.locate([1]));
  expect(read.value.locate([1, 'nothing'])).toBeNull();
  expect(read.value.locate([7])).toBeNull();
});

test.each([
  ['words', '["go", "on"]'],
  ['one that is words', JSON.stringify([json[0], 'and then?'])],
  ['one that is cut off', JSON.stringify([json[0], '{"role":"assist'])],
  ['texts of lists', '["[1]", "[2]"]'],
  ['nothing', '[]'],
])('any other list of texts stays what it is: %s', (_, text) => {
  const read = readDocument(text);
  if (!read.ok) throw new Error(read.problem.message);
  expect(read.value.value).toEqual(JSON.parse(text));
});
