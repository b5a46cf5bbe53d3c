import { expect, test } from 'vitest';
import { openedCall } from '../voice-transcript/testing.ts';

test('a call with only a transcript text is read', () => {
  const { importer, spoken } = openedCall(
    JSON.stringify({ id: 'c', orgId: 'o', status: 'ended', transcript: 'AI: Hello.\nUser: Hi there.\n' }),
  );
  expect(importer).toBe('vapi');
  expect(spoken).toEqual(['Hello.', 'Hi there.']);
});

test('start, end and cost of the call are read from the end-of-call report', () => {
  const messages = [{ role: 'user', message: 'Hi there.', secondsFromStart: 2 }];
  const { session } = openedCall(
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
