import { expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

test('what a tool wrote into a transcript is no word of the agent’s, and the report says that it is left out', () => {
  const transcript = [
    { role: 'assistant', content: 'One moment.' },
    { role: 'tool', content: '{"booked": true}' },
    { role: 'user', content: 'Thanks.' },
  ];
  const source = openNow(JSON.stringify({ type: 'call.completed', data: { call_id: 'c', transcript } }));
  const session = source.ok ? openEntry(source.value, 0, systemOf) : source;
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  expect(history.turns.map(({ kind }) => kind)).toEqual(['llm', 'input']);
  expect(notes.find(({ code }) => code === 'voice-context/tool-entry')?.message).toMatch(/^1 entry of a tool/);
});
