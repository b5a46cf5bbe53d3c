import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const text = readFileSync(new URL('fixtures/api-server-run.events.json', import.meta.url), 'utf8');
const events = JSON.parse(text) as readonly object[]; // a list of events, as the server gave it
const session = { id: 's', appName: 'weather', userId: 'u', state: {}, events };

function opened(value: unknown) {
  const source = openNow(JSON.stringify(value));
  if (!source.ok) throw new Error(source.problem.message);
  expect(source.value.importer.id).toBe('adk-session');
  const read = openEntry(source.value, 0, systemOf);
  if (!read.ok) throw new Error(read.problem.message);
  return { ...read.value, count: source.value.entries.length };
}

const kinds = ['llm', 'capability', 'llm'];

test('events that were listed with the newest on top are told in the order of time, at their own places', () => {
  const { history, notes, sources } = opened(events.toReversed());
  expect(history.turns.map(({ kind }) => kind)).toEqual(kinds);
  expect(sources.at(history.turns[0]?.event ?? -1)).toEqual([events.length - 1]);
  expect(notes.map(({ code }) => code)).toContain('adk-session/newest-first');
});

test.each([
  ['an answer with one session', { data: session }, 1],
  ['an answer with several', { sessions: [session, session] }, 2],
  ['an answer with events', { data: events }, 1],
  ['the result of an evaluation', { evalSetId: 'e', evalCaseResults: [{ evalId: 'c', sessionDetails: session }] }, 1],
])('%s is opened', (_, value, sessions) => {
  const { history, count, sources, document } = opened(value);
  expect(count).toBe(sessions);
  expect(history.turns.map(({ kind }) => kind)).toEqual(kinds);
  const place = sources.at(history.turns[0]?.event ?? -1) ?? null;
  expect(place === null ? null : document.locate(place)).not.toBeNull();
});
