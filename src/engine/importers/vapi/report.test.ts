import { expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

function told(text: string) {
  const source = openNow(text);
  if (!source.ok) throw new Error(source.problem.message);
  const read = openEntry(source.value, 0, systemOf);
  if (!read.ok) throw new Error(read.problem.message);
  const { session, history, notes, sources, document } = read.value;
  for (const { event } of history.turns) expect(document.locate(sources.at(event) ?? ['nowhere'])).not.toBeNull();
  return {
    importer: source.value.importer.id,
    session,
    turns: history.turns.map(({ kind }) => kind),
    outcomes: history.invocations.map(({ outcome }) => outcome),
    spoken: session.events.flatMap((event) =>
      typeof event === 'object' && event !== null && 'text' in event ? [event.text] : [],
    ),
    codes: notes.map(({ code }) => code),
  };
}

test('a call of which only the transcript as one text was kept is read', () => {
  const { importer, spoken } = told(
    JSON.stringify({ id: 'c', orgId: 'o', status: 'ended', transcript: 'AI: Hello.\nUser: Hi there.\n' }),
  );
  expect(importer).toBe('vapi');
  expect(spoken).toEqual(['Hello.', 'Hi there.']);
});

test('what a report of the end says of the whole call is kept: when it began and ended, what it cost', () => {
  const messages = [{ role: 'user', message: 'Hi there.', secondsFromStart: 2 }];
  const { session } = told(
    JSON.stringify({
      message: {
        type: 'end-of-call-report',
        startedAt: '2025-10-09T08:53:20Z',
        endedAt: '2025-10-09T08:54:20Z',
        cost: 0.25,
        call: { id: 'c' },
        artifact: { messages },
      },
    }),
  );
  expect(session.header).toMatchObject({
    started_at: '2025-10-09T08:53:20Z',
    recording: { ended_at: '2025-10-09T08:54:20Z' },
  });
  expect(session.events[0]).toMatchObject({ at: '2025-10-09T08:53:22Z' });
});
