import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
const messages = [
  { role: 'user', content: 'go', timestamp: '2026-01-01T00:00:00Z' },
  { role: 'assistant', content: null, tool_calls: [call], timestamp: '2026-01-01T00:00:01Z' },
  { role: 'tool', tool_call_id: 'c', content: 'found', timestamp: '2026-01-01T00:00:02Z' },
  { role: 'assistant', content: 'Done.', timestamp: '2026-01-01T00:00:03Z' },
];

function read(list: readonly object[]) {
  const { session } = firstSession(JSON.stringify(list));
  const { turns, invocations } = session.history;
  return {
    kinds: turns.map(({ kind }) => kind),
    output: invocations[0]?.output,
    places: turns.map(({ event }) => session.sources.at(event)?.[0]),
    codes: session.notes.map(({ code }) => code).filter((code) => code.endsWith('newest-first')),
  };
}

test('messages from a table with the newest row first are sorted by time', () => {
  expect(read(messages.toReversed())).toEqual({
    kinds: ['input', 'llm', 'capability', 'llm'],
    output: 'found',
    places: [3, 2, 2, 0],
    codes: ['openai-chat/newest-first'],
  });
});

test.each(['created_at', 'createdAt'])('rows of a table have their time under %s', (key) => {
  const rows = messages.map(({ timestamp, ...message }, index) => ({
    id: index,
    chat_id: 'c',
    ...message,
    [key]: timestamp,
  }));
  for (const list of [rows, rows.toReversed()]) {
    const { opened, session } = firstSession(JSON.stringify(list));
    expect(opened.importer.id).toBe('openai-chat');
    expect(session.history.turns.map(({ kind, at }) => [kind, at])).toEqual([
      ['input', '2026-01-01T00:00:00Z'],
      ['llm', '2026-01-01T00:00:01Z'],
      ['capability', '2026-01-01T00:00:02Z'],
      ['llm', '2026-01-01T00:00:03Z'],
    ]);
  }
});

test('messages whose times are unordered or all equal keep their order', () => {
  const same = messages.map((message) => ({ ...message, timestamp: 1_767_225_600 }));
  const [first, ...others] = messages;
  const late = [{ ...first, timestamp: '2026-01-01T00:00:02Z' }, ...others];
  for (const list of [messages, same, late]) {
    expect(read(list)).toMatchObject({ kinds: ['input', 'llm', 'capability', 'llm'], places: [0, 1, 1, 3], codes: [] });
  }
});

test('a chat that is listed newest first gets its title from the user’s oldest message', () => {
  const more = Array.from({ length: 30 }, (_, index) => ({
    role: 'user',
    content: `more ${index}`,
    timestamp: `2026-01-01T00:01:${index + 10}Z`,
  }));
  const { opened, session } = firstSession(JSON.stringify([...messages, ...more].toReversed()));
  expect(opened.entries[0]?.title).toBe('go');
  expect(session.session.header.title).toBe('go');
});
