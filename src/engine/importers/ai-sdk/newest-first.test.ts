import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const messages = [
  ['user', 'go'],
  ['assistant', 'Done.'],
  ['user', 'more'],
  ['assistant', 'ok'],
].map(([role, text], index) => ({
  id: `m${index}`,
  chatId: 'c',
  role,
  parts: [{ type: 'text', text }],
  createdAt: `2026-01-01T00:00:0${index}.000Z`,
}));

test('messages listed newest first are read, and the chat is titled, in the order of their times', () => {
  for (const list of [messages, messages.toReversed()]) {
    const { opened, session } = firstSession(JSON.stringify(list));
    expect(opened.importer.id).toBe('ai-sdk');
    expect(session.session.header.title).toBe('go');
    expect(session.history.turns.map(({ label }) => label)).toEqual(['go', 'Done.', 'more', 'ok']);
    expect(session.notes.map(({ code }) => code)).toEqual(list === messages ? [] : ['ai-sdk/newest-first']);
  }
});
