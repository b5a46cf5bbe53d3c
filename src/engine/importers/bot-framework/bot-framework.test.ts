import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const said = (id: string, text: string, from: object = {}, more: object = {}) => ({
  type: 'message',
  channelId: 'test',
  from: { id, ...from },
  text,
  ...more,
});

function read(...activities: readonly object[]) {
  const { history, notes } = firstSession(JSON.stringify(activities)).session;
  return { kinds: history.turns.map(({ kind }) => kind), codes: notes.map(({ code }) => code) };
}

test('without roles, the sides are assumed: the first to speak is the user', () => {
  const { kinds, codes } = read(said('u', 'Hi'), said('b', 'Hello'), said('u', 'Bye'));
  expect(kinds).toEqual(['input', 'llm', 'input']);
  expect(codes).toContain('bot-framework/sides');
});

test('without roles, who answers a message or is named a bot is the bot', () => {
  expect(read(said('b', 'Welcome'), said('u', 'Hi'), said('b', 'Hello', {}, { replyToId: '2' })).kinds).toEqual([
    'llm',
    'input',
    'llm',
  ]);
  expect(read(said('b', 'Welcome', { name: 'Order Bot' }), said('u', 'Hi')).kinds).toEqual(['llm', 'input']);
});

test('a role holds for all messages of its sender and is no assumption', () => {
  const { kinds, codes } = read(
    said('b', 'Welcome'),
    said('u', 'Hi', {}, { recipient: { id: 'b', role: 'bot' } }),
    said('u', 'Still there?', { role: 'user' }),
  );
  expect(kinds).toEqual(['llm', 'input', 'input']);
  expect(codes).not.toContain('bot-framework/sides');
});
