import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { firstSession, openNow } from '../testing.ts';

const fixture = (file: string) => readFileSync(new URL(`../importers/${file}`, import.meta.url), 'utf8');

describe.each([
  ['sessions of ADK', fixture('adk-session/fixtures/customer-service.session.json')],
  ['task contexts', fixture('task-snapshot/fixtures/composed-refund-agent.json')],
])('%s that a file keeps by their ids', (_, text) => {
  const alone = firstSession(text).session;
  const kept = `{"one": ${text}, "two": ${text}}`;

  test('are a session each, as if each were a file of its own', () => {
    const opened = openNow(kept);
    expect(opened.ok && opened.value.entries).toHaveLength(2);
    expect(opened.ok && opened.value.importer.id).toBe(alone.importer.id);
    expect(firstSession(kept).session.session.events).toEqual(alone.session.events);
  });

  test('may be in a field; the report names the rest as left out', () => {
    const { session, opened } = firstSession(`{"version": 3, "sessions": ${kept}}`);
    expect(opened.entries).toHaveLength(2);
    expect(session.notes.map(({ severity, code }) => `${severity} ${code}`)).toContain('lost log/keyed');
  });

  test('may be held in a field of each entry', () => {
    const held = `{"items": {"x": {"id": 1, "session": ${text}}, "y": {"id": 2, "session": ${text}}}}`;
    const { session, opened } = firstSession(held);
    expect(opened.entries).toHaveLength(2);
    expect(session.session.events).toEqual(alone.session.events);
    expect(session.notes.map(({ code }) => code)).toContain('log/keyed');
    const place = opened.document.locate([1]);
    expect(place && held.slice(place.start, place.end)).toContain(text.trim());
    expect(place?.start).toBeGreaterThan(held.indexOf('"y"'));
  });

  test('have the places that they have in the file', () => {
    const { opened } = firstSession(kept);
    const place = opened.document.locate([1]);
    expect(place && kept.slice(place.start, place.end)).toBe(text.trim());
  });
});

test('hundreds of them are listed, and one that is none is named', () => {
  const messages = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Good morning.' },
  ];
  const chat = JSON.stringify({ messages });
  const many = Array.from({ length: 300 }, (_, index) => `"s-${index}": ${chat}`);
  const { session, opened } = firstSession(`{${many.join()}, "note": {"by": "me"}}`);
  expect(opened.entries).toHaveLength(300);
  expect(session.notes.filter(({ severity }) => severity === 'lost')).toHaveLength(1);
});

test('parts of one recording that are kept by their ids are one session', () => {
  const messages = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
    { role: 'user', content: 'Bye' },
  ];
  const byId = Object.fromEntries(messages.map((message, index) => [`-N${index}`, message]));
  for (const kept of [byId, { title: 'a chat', messages: byId }]) {
    const { session, opened } = firstSession(JSON.stringify(kept));
    expect(opened.entries).toHaveLength(1);
    expect(session.history.turns.map(({ label }) => label)).toEqual(['Hello', 'Hi', 'Bye']);
  }
});

test('a request and its response are one session wherever they stand', () => {
  const text = fixture('openai-responses/fixtures/composed-request-approvals.json');
  const alone = firstSession(text);
  const { session, opened } = firstSession(`{"data": ${text}}`);
  expect(opened.entries).toHaveLength(1);
  expect(session.session.events).toEqual(alone.session.session.events);
});

test('settings beside one recording are no list with it', () => {
  const chat = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
  ];
  const { session, opened } = firstSession(JSON.stringify({ settings: { colour: 'red' }, run: { log: chat } }));
  expect(opened.entries).toHaveLength(1);
  expect(session.history.turns.map(({ label }) => label)).toEqual(['Hello', 'Hi']);
});

test('a record with a part that is not a recording is not recognised', () => {
  const opened = openNow(JSON.stringify({ settings: { colour: 'red' }, places: { one: { x: 1 }, two: { x: 2 } } }));
  expect(opened.ok).toBe(false);
});
