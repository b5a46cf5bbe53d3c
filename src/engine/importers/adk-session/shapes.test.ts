import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
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

test('events listed newest first are read in the order of time, with their own places', () => {
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

const firstTime = ({ history }: ReturnType<typeof opened>) => history.turns[0]?.at;

test('milliseconds, as the kits for Java and TypeScript count, are the same moments as seconds', () => {
  const [seconds, milliseconds] = [1, 1000].map((unit) =>
    opened(events.map((event, index) => ({ ...event, timestamp: (1_760_000_000.5 + index) * unit }))),
  );
  if (seconds === undefined || milliseconds === undefined) throw new Error('both were opened');
  expect(firstTime(milliseconds)).toBe('2025-10-09T08:53:20.500Z');
  expect(milliseconds.history.turns.map(({ at }) => at)).toEqual(seconds.history.turns.map(({ at }) => at));
  expect(milliseconds.notes.map(({ code }) => code)).not.toContain('import/time');
});

test('a stream that the server broke off is read, and the report says why it ended', () => {
  const { history, notes } = opened([events[0], { error: '429 RESOURCE_EXHAUSTED' }]);
  expect(history.turns.map(({ kind }) => kind)).toEqual(['llm', 'capability']);
  expect(notes.find(({ code }) => code === 'adk/server-error')?.message).toContain('429 RESOURCE_EXHAUSTED');
});

test('rows of a table with JSON as text are read as events; a note reports pickled actions', () => {
  const rows = events.map((event) => ({
    ...event,
    content: 'content' in event ? JSON.stringify(event.content) : null,
    actions: 'gASVIgAAAAAAAAB9',
  }));
  const { history, notes, sources, document } = opened(rows);
  expect(history.turns.map(({ kind }) => kind)).toEqual(kinds);
  expect(notes.map(({ code }) => code)).toContain('adk/pickled');
  for (const { event } of history.turns) expect(document.locate(sources.at(event) ?? ['nowhere'])).not.toBeNull();
});

test('pieces of a caller’s transcription are no unfinished answer once the whole text arrived', () => {
  const heard = (text: string, isWhole: boolean) => ({
    invocationId: 'i',
    author: 'user',
    partial: !isWhole,
    inputTranscription: { text, finished: isWhole },
  });
  const { history, notes } = opened([heard('What', false), heard('What time?', true)]);
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input']);
  expect(notes.map(({ code }) => code)).not.toContain('adk/unfinished');
});

// `finish_reason` of an event: https://github.com/google/adk-python/blob/main/src/google/adk/models/llm_response.py
test('an answer that ended at the token limit or by a filter is noted; its pieces are not', () => {
  const part = (text: string) => ({ content: { role: 'model', parts: [{ text }] } });
  const answer = (id: string, more: object) => ({ id, author: 'a', invocationId: 'i', actions: {}, ...more });
  const { notes } = opened({
    ...session,
    events: [
      answer('1', { ...part('par'), partial: true, finishReason: 'MAX_TOKENS' }),
      answer('2', { ...part('par'), finishReason: 'MAX_TOKENS' }),
      answer('3', { errorCode: 'SAFETY', finishReason: 'SAFETY' }),
      answer('4', { ...part('whole'), finishReason: 'STOP' }),
    ],
  });
  const cuts = notes.flatMap(({ code, message }) => (code.startsWith('import/cut-by') ? [message] : []));
  expect(cuts).toEqual([
    '1 answer of the model cut by the token limit.',
    '1 answer of the model cut by the safety filter.',
  ]);
});
