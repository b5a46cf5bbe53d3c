import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** `agent_events.py` and `base_event.py` of ag2: each event is wrapped in its type. */
test('the events of a run are its messages', () => {
  const event = (type: string, sender: string, fields: object) => ({
    type,
    content: { uuid: '1', content: '', sender, recipient: sender === 'user' ? 'coder' : 'user', ...fields },
  });
  const events = [
    event('text', 'user', { content: 'go' }),
    { type: 'using_auto_reply', content: { uuid: '2', human_input_mode: 'NEVER', sender: 'user', recipient: 'coder' } },
    event('tool_call', 'coder', {
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"n": 1}' } }],
    }),
    event('tool_response', 'user', {
      role: 'tool',
      content: 'Error: x',
      tool_responses: [{ tool_call_id: 'c', role: 'tool', content: 'Error: x' }],
    }),
    event('text', 'coder', { content: 'done' }),
  ];
  const { opened, session } = firstSession(JSON.stringify(events));
  expect(opened.importer.id).toBe('ag2');
  expect(session.history.turns.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'input go',
    'llm plan: f',
    'capability f',
    'llm done',
  ]);
  expect(session.history.invocations).toMatchObject([{ input: { n: 1 }, outcome: 'errored' }]);
  expect(session.notes.map(({ code }) => code)).toContain('ag2/event');
});

test('a text that the user wrote in place of a result is an input', () => {
  const messages = [
    { role: 'assistant', name: 'user', content: 'go' },
    { role: 'user', name: 'coder', content: '', tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] },
    {
      role: 'assistant',
      name: 'user',
      content: 'use g',
      tool_responses: [{ role: 'tool', tool_call_id: 'c', content: 'USER INTERRUPTED' }],
    },
  ];
  const { history } = firstSession(JSON.stringify(messages)).session;
  expect(history.turns.map(({ label }) => label)).toEqual(['go', 'plan: f', 'f', 'use g']);
});
