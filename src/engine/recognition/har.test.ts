import { expect, test } from 'vitest';
import { openEntry } from '../open-text.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';

/** An exchange as a browser's network panel saves it. */
const exchange = (asked: object | undefined, answered: object | string) => ({
  startedDateTime: '2026-01-05T12:00:00.000Z',
  time: 12,
  request: {
    method: asked === undefined ? 'GET' : 'POST',
    url: 'https://api.example.com',
    ...(asked && { postData: { mimeType: 'application/json', text: JSON.stringify(asked) } }),
  },
  response: {
    status: 200,
    content: { text: typeof answered === 'string' ? answered : JSON.stringify(answered) },
  },
});

const har = (...entries: readonly object[]) =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'WebInspector' }, pages: [], entries } });

const user = { role: 'user', content: 'one?' };
const script = exchange(undefined, 'var a = {b: [1]}');

function told(text: string) {
  const opened = openNow(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  const sessions = opened.value.entries.map((_, index) => {
    const session = openEntry(opened.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    return session.value;
  });
  return {
    importer: opened.value.importer.id,
    labels: sessions.map(({ history }) => history.turns.map(({ label }) => label)),
    notes: sessions[0]?.notes.map(({ severity, code, place }) => `${severity} ${code} at ${place ?? ''}`) ?? [],
    session: sessions[0],
  };
}

test('calls of Chat Completions are found among what else a page loaded, and shown where they stand', () => {
  const answer = { model: 'm', choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' } }] };
  const text = har(script, exchange({ model: 'm', messages: [user] }, answer));
  const { importer, labels, notes, session } = told(text);
  expect(importer).toBe('openai-chat');
  expect(labels).toEqual([['one?', 'Yes.']]);
  expect(notes).toContain('lost log/har at log.entries[1]');
  const range = session?.document.locate(session.sources.at(1) ?? []);
  expect(text.slice(range?.start, range?.end)).toBe(JSON.stringify(JSON.stringify(answer)));
});

test('so are calls of Anthropic’s API', () => {
  const answer = { type: 'message', role: 'assistant', model: 'claude', content: [{ type: 'text', text: 'Yes.' }] };
  const { importer, labels } = told(
    har(exchange({ model: 'claude', max_tokens: 9, messages: [user] }, answer), script),
  );
  expect([importer, labels]).toEqual(['anthropic-messages', [['one?', 'Yes.']]]);
});

test('an answer that came in pieces is told to be missing', () => {
  const { labels, notes } = told(
    har(exchange({ model: 'm', stream: true, messages: [user] }, 'data: {"choices": []}\n\n')),
  );
  expect(labels).toEqual([['one?']]);
  expect(notes).toContain('lost log/har-answer at log.entries[0].response');
});

test('an archive of a page without a model is known to nobody', () => {
  const opened = openNow(har(script, exchange({ q: 1 }, { hits: [] })));
  expect(opened.ok ? '' : opened.problem.code).toBe('import/unknown-kind');
});
