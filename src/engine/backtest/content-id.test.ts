import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openSessionOf } from '../rules/testing.ts';
import { openEntry, type OpenSession } from '../opening/open-session.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';
import { contentIdOf } from './content-id.ts';

const chat = (question: string, answer = 'Done.') => ({
  messages: [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ],
});

function sessionsIn(text: string): readonly OpenSession[] {
  const opened = openNow(text);
  expect.assert(opened.ok);
  return opened.value.entries.map((_, index) => {
    const session = openEntry(opened.value, index, systemOf);
    expect.assert(session.ok);
    return session.value;
  });
}

const idsIn = (text: string) => sessionsIn(text).map(contentIdOf);
const lines = (...chats: readonly unknown[]) => chats.map((one) => JSON.stringify(one)).join('\n');

describe('the same session has the same id', () => {
  const [alone] = idsIn(JSON.stringify(chat('refund 7')));

  test('whenever it is opened', () => {
    expect(alone).toMatch(/^[0-9a-f]{16}$/);
    expect(idsIn(`${JSON.stringify(chat('refund 7'))}\n`)).toEqual([alone]);
  });

  test('on any line of a log, also when the log grows', () => {
    expect(idsIn(lines(chat('hello'), chat('refund 7')))[1]).toBe(alone);
    expect(idsIn(lines(chat('refund 7'), chat('a'), chat('b')))[0]).toBe(alone);
  });
});

test('a session with another word, another field beside the messages, or another order has another id', () => {
  const texts = [
    chat('refund 7'),
    chat('refund 8'),
    chat('refund 7', 'done.'),
    { ...chat('refund 7'), model: 'x' },
    { messages: chat('refund 7').messages.toReversed() },
  ];
  const all = texts.flatMap((text) => idsIn(JSON.stringify(text)));
  expect(new Set(all).size).toBe(texts.length);
});

test('sessions of one file have different ids', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.stringMatching(/^[a-z ]{1,8}[a-z]$/), { minLength: 2, maxLength: 6 }),
      async (said) => {
        const ids = idsIn(lines(...said.map((one) => chat(one))));
        expect(new Set(ids).size).toBe(said.length);
      },
    ),
    { numRuns: 30 },
  );
});

test('a session without a document has an id as well', () => {
  expect(contentIdOf(openSessionOf('user: pay'))).not.toBe(contentIdOf(openSessionOf('user: pay me')));
});
