import { expect, test } from 'vitest';
import { openedCall } from '../voice-transcript/testing.ts';

const at = (second: number) => `2026-03-02T09:14:0${second}.000Z`;

/** As `RealTimeContactAnalysisSegmentTranscript` of Amazon Connect’s API defines it. */
test('segments of a chat in progress have their times in a record, and may begin with another kind', () => {
  const phrase = (ParticipantRole: string, Content: string, second: number) => ({
    Transcript: {
      Id: Content,
      ParticipantId: ParticipantRole,
      ParticipantRole,
      Content,
      Time: { AbsoluteTime: at(second) },
    },
  });
  const { importer, turns, times } = openedCall(
    JSON.stringify({
      Channel: 'CHAT',
      Segments: [{ Event: { Id: 'e' } }, phrase('CUSTOMER', 'Hi', 1), phrase('CUSTOM_BOT', 'Hello', 2)],
    }),
  );
  expect([importer, turns]).toEqual(['contact-lens', ['input', 'llm']]);
  expect(times).toEqual([at(1), at(2)]);
});

/** As `GetTranscript` of the API for participants lists them. */
test('a transcript that is listed backwards is read in the order of time', () => {
  const item = (ParticipantRole: string, Content: string, second: number) => ({
    AbsoluteTime: at(second),
    ParticipantId: ParticipantRole,
    ParticipantRole,
    Type: 'MESSAGE',
    Content,
  });
  const { spoken, codes } = openedCall(
    JSON.stringify({ Transcript: [item('AGENT', 'Hello', 2), item('CUSTOMER', 'Hi', 1)] }),
  );
  expect(spoken).toEqual(['Hi', 'Hello']);
  expect(codes).toContain('contact-lens/newest-first');
});
