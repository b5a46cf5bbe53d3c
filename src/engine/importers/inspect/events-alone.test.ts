import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

function opened(text: string) {
  const { opened: read, session } = firstSession(text);
  const { history, notes } = session;
  return {
    importer: read.importer.id,
    turns: history.turns.map(({ kind, text: said }) => [kind, said]),
    outputs: history.invocations.map(({ output }) => output),
    tokens: history.tokens.at(-1)?.total,
    header: session.session.header,
    codes: notes.map(({ code }) => code),
  };
}

const timestamp = '2026-03-01T10:00:00Z';
const user = { id: 'u', role: 'user', content: 'list my files' };
const asking = { id: 'a', role: 'assistant', content: '', tool_calls: [{ id: 'c', function: 'ls', arguments: {} }] };
const toolResult = { id: 't', role: 'tool', tool_call_id: 'c', function: 'ls', content: 'a.txt' };
const saying = { id: 'b', role: 'assistant', content: 'There is a.txt.' };
const model = (input: readonly object[], message: object, more = {}) => ({
  event: 'model',
  timestamp,
  model: 'm',
  input,
  output: { choices: [{ message }], usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 } },
  ...more,
});
const events = [
  { event: 'sample_init', timestamp },
  model([user], asking),
  { event: 'tool', timestamp, id: 'c', function: 'ls', arguments: {}, result: 'a.txt' },
  model([user, asking, toolResult], saying),
  { event: 'span_begin', timestamp, id: 's', type: 'scorer', name: 'graded' },
  model(
    [{ id: 'g', role: 'user', content: 'Is it right?' }],
    { id: 'h', role: 'assistant', content: 'C' },
    { span_id: 's' },
  ),
];

test('events without their sample become the conversation of the agent’s last model call, with the tokens of each call', () => {
  const found = opened(JSON.stringify(events));
  expect(found).toMatchObject({
    importer: 'inspect',
    turns: [
      ['input', 'list my files'],
      ['llm', undefined],
      ['capability', undefined],
      ['llm', 'There is a.txt.'],
    ],
    outputs: ['a.txt'],
    header: { model: 'm' },
    tokens: 30,
  });
  expect(found.codes).toEqual(expect.arrayContaining(['inspect/events-alone', 'inspect/graders']));
});

test.for([0, 2])('a single model event, indented by %i, becomes the model’s input and its answer', (indent) => {
  const found = opened(JSON.stringify(model([user, asking, toolResult], saying), null, indent));
  expect(found).toMatchObject({
    importer: 'inspect',
    turns: [
      ['input', 'list my files'],
      ['llm', undefined],
      ['capability', undefined],
      ['llm', 'There is a.txt.'],
    ],
    outputs: ['a.txt'],
  });
  expect(found.codes).toContain('inspect/events-alone');
});
