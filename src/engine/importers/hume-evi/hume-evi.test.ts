import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const event = (type: string, message_text: string | null, timestamp: number) => ({
  type,
  message_text,
  timestamp,
  chat_id: 'c-1',
});
const events = [
  event('CHAT_START_MESSAGE', null, 1_772_442_843_000),
  event('USER_MESSAGE', 'Hi', 1_772_442_844_000),
  event('FUNCTION_CALL', '{}', 1_772_442_844_500),
  event('AGENT_MESSAGE', 'Hello', 1_772_442_845_000),
];

test('a page with the newest event first is read from its end', () => {
  const page = { id: 'c-1', pagination_direction: 'DESC', events_page: events.toReversed() };
  const { session } = firstSession(JSON.stringify(page));
  expect(session.history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm']);
});

test('events about the chat are noted apart from those of tools', () => {
  const { session } = firstSession(JSON.stringify(events));
  expect(session.notes.map(({ code }) => code)).toEqual(expect.arrayContaining(['hume-evi/other', 'hume-evi/tool']));
});
