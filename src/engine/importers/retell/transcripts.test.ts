import { expect, test } from 'vitest';
import { openedCall } from '../voice-transcript/testing.ts';

const call = { call_id: 'r', agent_id: 'a', call_status: 'ended', start_timestamp: 1_760_000_000_000 };

test('a transcript that is only one text is divided at the lines that begin with a speaker', () => {
  const { importer, spoken, codes } = openedCall(
    JSON.stringify({ ...call, transcript: 'Agent: Hello.\nHow can I help?\nUser: Tell the agent: cancel.\n' }),
  );
  expect(importer).toBe('retell');
  expect(spoken).toEqual(['Hello.\nHow can I help?', 'Tell the agent: cancel.']);
  expect(codes).toContain('retell/transcript-text');
});

test('words of a transfer target belong to neither side and are left out with a note', () => {
  const entries = [
    { role: 'user', content: 'A human, please.' },
    { role: 'transfer_target', content: 'Smith speaking.' },
  ];
  const { turns, codes } = openedCall(JSON.stringify({ ...call, transcript_object: entries }));
  expect(turns).toEqual(['input']);
  expect(codes).toContain('retell/transfer-target');
});

test('webhooks of one call become one session with the latest transcript and the fields of all of them', () => {
  const spoken = [
    { role: 'agent', content: 'Hello.' },
    { role: 'user', content: 'Goodbye.' },
  ];
  const ended = { ...call, end_timestamp: 1_760_000_009_000, transcript_object: spoken };
  const webhooks = [
    { event: 'call_started', call: { ...call, call_status: 'ongoing' } },
    { event: 'call_ended', call: ended },
    { event: 'call_analyzed', call: { ...call, call_analysis: { call_summary: 'short' } } },
    { event: 'call_started', call: { ...call, call_id: 'other' } },
  ];
  const { sessions, turns, session, codes } = openedCall(webhooks.map((one) => JSON.stringify(one)).join('\n'));
  expect(sessions).toEqual(['call r', 'call other']);
  expect(turns).toEqual(['llm', 'input']);
  expect(session.header).toMatchObject({
    recording: { status: 'ended', ended_at: '2025-10-09T08:53:29Z', analysis: { call_summary: 'short' } },
  });
  expect(codes).toContain('retell/webhooks');
});

test('a webhook of a call that has just begun opens, and the report notes the missing transcript', () => {
  const { importer, turns, codes } = openedCall(JSON.stringify({ event: 'call_started', call }));
  expect([importer, turns]).toEqual(['retell', []]);
  expect(codes).toContain('retell/nothing-said');
});

/** As `SMSUtterance` and `scrubbed_transcript_with_tool_calls` of its SDK 5.66 define them. */
test('the scrubbed transcript is read if it is the only one with tools, and a message of the caller is a turn', () => {
  const scrubbed = [
    { role: 'user', content: 'My name is [NAME].' },
    { role: 'sms', content: 'Order 7', time_sec: 3 },
    { role: 'tool_call_invocation', tool_call_id: 't', name: 'look', arguments: '{}' },
    { role: 'tool_call_result', tool_call_id: 't', content: 'none', successful: false },
  ];
  const { turns, spoken, outcomes } = openedCall(
    JSON.stringify({ ...call, scrubbed_transcript_with_tool_calls: scrubbed }),
  );
  expect(turns).toEqual(['input', 'input', 'llm', 'capability']);
  expect(spoken).toEqual(['My name is [NAME].', 'Order 7']);
  expect(outcomes).toEqual(['errored']);
});

/** As `ChatResponse` of its SDK 5.66 defines it. */
test('a chat is read with the times of its messages', () => {
  const chat = {
    chat_id: 'c',
    agent_id: 'a',
    chat_status: 'ended',
    message_with_tool_calls: [
      { message_id: '1', role: 'user', content: 'Cancel.', created_timestamp: 1_760_000_001_000 },
      { message_id: '2', role: 'tool_call_invocation', tool_call_id: 't', name: 'cancel', arguments: '{"id": 7}' },
      { message_id: '3', role: 'tool_call_result', tool_call_id: 't', content: 'too late', successful: false },
      { message_id: '4', role: 'agent', content: 'Sorry.', created_timestamp: 1_760_000_003_000 },
    ],
  };
  const { importer, turns, outcomes, times } = openedCall(JSON.stringify({ event: 'chat_ended', chat }));
  expect(importer).toBe('retell');
  expect(turns).toEqual(['input', 'llm', 'capability', 'llm']);
  expect(outcomes).toEqual(['errored']);
  expect([times[0], times.at(-1)]).toEqual(['2025-10-09T08:53:21Z', '2025-10-09T08:53:23Z']);
});
