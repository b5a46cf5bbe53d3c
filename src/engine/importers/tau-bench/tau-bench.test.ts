import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { firstSession, openNow } from '../../testing.ts';

const call = { id: 'c', name: 'cancel', arguments: { id: 1 }, requestor: 'assistant' };
const messages = [
  { role: 'user', content: 'cancel it', turn_idx: 0 },
  { role: 'assistant', content: null, tool_calls: [call], turn_idx: 1 },
  { role: 'tool', id: 'c', content: 'not found', requestor: 'assistant', error: true, turn_idx: 2 },
  { role: 'assistant', content: 'I cannot.', turn_idx: 3 },
];
const simulation = { task_id: '7', termination_reason: 'user_stop', reward_info: { reward: 0 }, messages };

test.each([
  ['one simulation', simulation],
  ['a list of simulations', [simulation, simulation]],
  ['the messages of one', messages],
])('%s of tau2-bench opens without its file', (_, value) => {
  const opened = openNow(JSON.stringify(value));
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(opened.value.importer.id).toBe('tau-bench');
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { turns, invocations } = session.value.history;
  expect(turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  expect(invocations).toMatchObject([{ function: 'cancel', outcome: 'errored', reason: 'not found' }]);
});

test('actions that the model writes as text are calls, and what the program returns for them is no input', () => {
  const said = (thought: string, action: object) => ({
    role: 'assistant',
    content: `Thought:\n${thought}\nAction:\n${JSON.stringify(action)}`,
  });
  const traj = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Where is order 7?' },
    said('I look.', { name: 'get_order', arguments: { id: 7 } }),
    { role: 'user', content: 'API output: Error: order not found' },
    said('Gone.', { name: 'respond', arguments: { content: 'I cannot find it.' } }),
    { role: 'user', content: '###STOP###' },
  ];
  const { session } = firstSession(JSON.stringify([{ task_id: 0, reward: 0, info: {}, traj, trial: 0 }]));
  const { turns, invocations } = session.history;
  expect(turns.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'input Where is order 7?',
    'llm Thought: I look. · plan: get_order',
    'capability get_order',
    'llm I cannot find it.',
    'input ###STOP###',
  ]);
  expect(invocations.map((one) => [one.input, one.outcome])).toEqual([[{ id: 7 }, 'errored']]);
});
