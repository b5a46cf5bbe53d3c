import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { firstSession, openNow } from '../../testing.ts';

const asked = { type: 'human', content: 'hi', id: 'h1' };
const calls = { type: 'ai', content: '', id: 'a1', tool_calls: [{ name: 'find', args: {}, id: 'c1' }] };
const found = { type: 'tool', content: 'x', id: 't1', tool_call_id: 'c1' };
const answer = { type: 'ai', content: 'done', id: 'a2' };

function labelsOf(value: unknown) {
  const opened = openNow(JSON.stringify(value));
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value.history.turns.map(({ label }) => label);
}

test('messages listed before an already recorded message came before it', () => {
  const updates = [
    { agent: { messages: [calls] } },
    { tools: { messages: [found] } },
    { expert: { messages: [asked, calls, found, answer] } },
  ];
  expect(labelsOf(updates)).toEqual(['hi', 'plan: find', 'find', 'done']);
});

test('a state from which messages were removed is not an earlier state', () => {
  const more = { type: 'human', content: 'more', id: 'h2' };
  const states = [{ messages: [asked, calls, found, answer] }, { messages: [answer, more] }];
  expect(labelsOf(states)).toEqual(['hi', 'plan: find', 'find', 'done', 'more']);
});

test('states listed newest first are read from the end', () => {
  const states = [{ messages: [asked, calls, found, answer] }, { messages: [asked, calls] }, { messages: [asked] }];
  expect(labelsOf(states)).toEqual(['hi', 'plan: find', 'find', 'done']);
});

test.each([
  ['by its id', 'c1'],
  ['by its name alone', undefined],
])('a call that was changed before it ran, recorded %s, is shown with its final arguments', (_, id) => {
  const asks = (place: string) => ({
    type: 'ai',
    content: '',
    id: 'a1',
    tool_calls: [{ name: 'find', args: { place }, ...(id !== undefined && { id }) }],
  });
  const result = { type: 'tool', content: 'x', id: 't1', name: 'find', ...(id !== undefined && { tool_call_id: id }) };
  const states = [
    [asked, asks('SF')],
    [asked, asks('SF, USA')],
    [asked, asks('SF, USA'), result, answer],
  ];
  const { session } = firstSession(JSON.stringify(states.map((messages) => ({ messages }))));
  expect(session.history.invocations).toMatchObject([{ input: { place: 'SF, USA' }, output: 'x' }]);
  expect(session.history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  expect(session.notes.map(({ code }) => code)).toContain('langgraph/regiven');
});

test('a message that is replaced after its call ran keeps the original call', () => {
  const late = { ...calls, tool_calls: [{ name: 'find', args: { late: true }, id: 'c1' }] };
  const { session } = firstSession(
    JSON.stringify([{ messages: [asked, calls, found] }, { messages: [asked, late, found, answer] }]),
  );
  expect(session.history.invocations.map(({ input }) => input)).toEqual([{}]);
  expect(session.notes.map(({ code }) => code)).toContain('langgraph/replaced');
});
