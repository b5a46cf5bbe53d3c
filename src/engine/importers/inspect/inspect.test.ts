import { expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const messages = [
  { id: 'a', role: 'user', content: 'go', source: 'input' },
  {
    id: 'b',
    role: 'assistant',
    content: '',
    source: 'generate',
    tool_calls: [{ id: 'c', function: 'bash', arguments: { cmd: 'ls' } }],
  },
  { id: 'd', role: 'tool', content: 'x', tool_call_id: 'c', function: 'bash' },
];

function opened(value: unknown) {
  const source = openNow(JSON.stringify(value));
  if (!source.ok) throw new Error(source.problem.message);
  expect(source.value.importer.id).toBe('inspect');
  const session = openEntry(source.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

test('the messages of a sample alone are a session', () => {
  const { history, sources } = opened(messages);
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability']);
  expect(history.invocations[0]).toMatchObject({ function: 'bash', output: 'x', outcome: 'successful' });
  expect(sources.at(history.turns[0]?.event ?? -1)).toEqual([0]);
});

test('what the model was offered is declared, and events that make no turn are in the report', () => {
  const events = [
    { event: 'sandbox', action: 'exec', cmd: 'which ls' },
    {
      event: 'model',
      tools: [{ name: 'bash' }, { name: 'python' }],
      output: { choices: [{ message: { id: 'b' } }] },
    },
  ];
  const { history, notes } = opened({ id: 1, epoch: 1, target: '', model_usage: {}, messages, events });
  expect(history.functions.filter(({ declared }) => declared).map(({ key }) => key)).toEqual(['bash', 'python']);
  expect(notes.map(({ code, place }) => [code, place])).toEqual([['inspect/events', 'events[0]']]);
});

test('a log without samples says why there is nothing to show', () => {
  const log = { version: 2, status: 'error', eval: { task: 'x' }, samples: null, error: { message: 'no such model' } };
  const source = openNow(JSON.stringify(log));
  expect(source.ok ? '' : source.problem.message).toContain('no such model');
});
