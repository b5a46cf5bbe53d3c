import { expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const asked = { type: 'human', content: 'hi', id: 'h1' };
const calls = { type: 'ai', content: '', id: 'a1', tool_calls: [{ name: 'find', args: {}, id: 'c1' }] };
const found = { type: 'tool', content: 'x', id: 't1', tool_call_id: 'c1' };
const answer = { type: 'ai', content: 'done', id: 'a2' };

function told(value: unknown) {
  const opened = openNow(JSON.stringify(value));
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value.history.turns.map(({ label }) => label);
}

test('what stands before a message that was told already came before it', () => {
  const updates = [
    { agent: { messages: [calls] } },
    { tools: { messages: [found] } },
    { expert: { messages: [asked, calls, found, answer] } },
  ];
  expect(told(updates)).toEqual(['hi', 'plan: find', 'find', 'done']);
});

test('a state from which messages were removed is no earlier one', () => {
  const more = { type: 'human', content: 'more', id: 'h2' };
  const states = [{ messages: [asked, calls, found, answer] }, { messages: [answer, more] }];
  expect(told(states)).toEqual(['hi', 'plan: find', 'find', 'done', 'more']);
});

test('states listed newest first are read from their end', () => {
  const states = [{ messages: [asked, calls, found, answer] }, { messages: [asked, calls] }, { messages: [asked] }];
  expect(told(states)).toEqual(['hi', 'plan: find', 'find', 'done']);
});
