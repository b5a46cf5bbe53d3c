import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

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
