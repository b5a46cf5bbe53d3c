import { expect, test } from 'vitest';
import { firstSession } from '../testing.ts';
import { sessionContent } from './session-content.ts';
import { writeSessionFile } from './session-file.ts';
import { sessionOf } from './testing.ts';

const calls = (count: number, last = 'bye') =>
  sessionOf(
    [
      'user: hi',
      ...Array.from({ length: count }, (_, at) => `refund({"amount": ${at}}) -> {"ok": true}`),
      `agent: ${last}`,
    ].join('\n'),
  );

test('a session has the same content when it is opened again from its file', () => {
  const session = calls(300);
  const { session: opened } = firstSession(writeSessionFile(session));
  expect(sessionContent(opened.session)).toBe(sessionContent(session));
});

test('notes of the import and of the user are no content', () => {
  const session = calls(2);
  const noted = {
    ...session,
    notes: [{ severity: 'info', code: 'x', message: 'y' }] as const,
    userNotes: [{ id: 'a', turn: 0, path: null, text: 'b', at: null }],
  };
  expect(sessionContent(noted)).toBe(sessionContent(session));
});

test('another session has other content: a turn more, another end, another title', () => {
  const session = calls(300);
  const { header } = session;
  const others = [
    calls(301),
    calls(300, 'see you'),
    { ...session, header: { ...header, title: 'Other' } },
    calls(0),
    calls(1),
  ];
  const all = [session, ...others].map(sessionContent);
  expect(new Set(all).size).toBe(all.length);
  for (const one of all) expect(one).toMatch(/^[0-9a-f]{16}$/);
});
