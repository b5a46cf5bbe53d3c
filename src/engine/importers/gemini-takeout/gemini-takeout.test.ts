import { expect, test } from 'vitest';
import { firstSession, openNow } from '../../testing.ts';

const activity = (title: string, time: string, html: string) => ({
  header: 'Gemini Apps',
  title,
  time,
  products: ['Gemini Apps'],
  safeHtmlItem: [{ html }],
});

test('a file that Gemini made is no words of the user', () => {
  const { history, notes } = firstSession(
    JSON.stringify([
      activity('Created Gemini Canvas titled Plan', '2026-03-02T10:14:03Z', '<p>body</p>'),
      activity('Prompted hi', '2026-03-02T09:14:03Z', '<p>Hi</p>'),
    ]),
  ).session;
  expect(history.turns.map(({ label }) => label)).toEqual(['hi', '<p>Hi</p>']);
  expect(notes.map(({ code }) => code)).toContain('gemini-takeout/activity');
});

test('activity in another language is refused', () => {
  const opened = openNow(JSON.stringify([activity('Eingegebener Prompt: Hallo', '2026-03-02T10:14:03Z', '<p>Hi</p>')]));
  expect(opened.ok && opened.value.importer.id).toBe(false);
});
