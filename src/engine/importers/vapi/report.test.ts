import { expect, test } from 'vitest';
import { openedCall } from '../voice-transcript/testing.ts';

test('a call with only a transcript text is read', () => {
  const { importer, spoken } = openedCall(
    JSON.stringify({ id: 'c', orgId: 'o', status: 'ended', transcript: 'AI: Hello.\nUser: Hi there.\n' }),
  );
  expect(importer).toBe('vapi');
  expect(spoken).toEqual(['Hello.', 'Hi there.']);
});

test('the context is unknown where a call does not record it, and the variables that it filled are known', () => {
  const call = { id: 'c', orgId: 'o', status: 'ended', transcript: 'User: Hi there.' };
  const unrecorded = (more: object) => openedCall(JSON.stringify({ ...call, ...more })).session.header;
  const agents = ['flags', 'agents', 'params', 'history', 'current_agent', 'agent_history', 'pending_handoff'];
  expect(unrecorded({})).toMatchObject({ unrecorded: ['workflow_id', 'user', 'workflow', ...agents] });
  const artifact = { variableValues: { order: 'A-1' } };
  expect(unrecorded({ artifact })).toMatchObject({ unrecorded: ['workflow_id', 'user', ...agents] });
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

/** As `BotMessage` of its SDK 2.0 defines it. */
test('messages that name their assistant show when another one took over', () => {
  const said = (message: string, assistantName: string, secondsFromStart: number) => ({
    role: 'bot',
    message,
    assistantName,
    secondsFromStart,
  });
  const { session, codes } = openedCall(
    JSON.stringify({
      id: 'c',
      orgId: 'o',
      startedAt: '2025-10-09T08:53:20Z',
      artifact: {
        messages: [said('Hello.', 'Desk', 1), said('Hello, billing.', 'Billing', 5)],
        assistantActivations: [{ assistantName: 'Desk' }, { assistantName: 'Billing' }],
      },
    }),
  );
  expect(session.events).toMatchObject([{ agent: 'Desk' }, {}, { agent: 'Billing' }, { text: 'Hello, billing.' }]);
  expect(codes).not.toContain('vapi/switch-time');
});

test('a message of the report that joins several transcripts is no turn of its own', () => {
  const call = { id: 'c', startedAt: '2025-10-09T08:53:20Z' };
  const transcript = (role: string, words: string) => ({
    message: { type: 'transcript', role, transcriptType: 'final', transcript: words, call },
  });
  const report = {
    message: {
      type: 'end-of-call-report',
      call,
      artifact: {
        messages: [
          { role: 'bot', message: 'Hello. How can I help?' },
          { role: 'user', message: 'No. Or, yes.' },
          { role: 'bot', message: 'Know that we closed.' },
          { role: 'user', message: 'No.' },
        ],
      },
    },
  };
  const { spoken } = openedCall(
    [
      transcript('assistant', 'Hello.'),
      transcript('assistant', 'How can I help?'),
      transcript('user', 'No.'),
      transcript('user', 'Or yes.'),
      report,
    ]
      .map((one) => JSON.stringify(one))
      .join('\n'),
  );
  expect(spoken).toEqual(['Hello.', 'How can I help?', 'No.', 'Or yes.', 'Know that we closed.', 'No.']);
});

/** As `Chat` of its SDK 2.0 defines it. */
test('a chat has the messages before, what was asked, and the answers', () => {
  const output = [
    { role: 'assistant', tool_calls: [{ id: 't', type: 'function', function: { name: 'cancel', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 't', content: 'done' },
    { role: 'assistant', content: 'Cancelled.' },
  ];
  const messages = [
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: 'Hi.' },
  ];
  const chat = (more: object) => JSON.stringify({ id: 'c', orgId: 'o', messages, output, ...more });
  const { importer, turns, spoken } = openedCall(chat({ input: 'Cancel 7.' }));
  expect(importer).toBe('vapi');
  expect(turns).toEqual(['input', 'llm', 'input', 'llm', 'capability', 'llm']);
  expect(spoken).toEqual(['Hello.', 'Hi.', 'Cancel 7.', 'Cancelled.']);
  const repeated = [...messages, { role: 'user', content: 'Cancel 7.' }];
  expect(openedCall(chat({ messages: repeated, input: 'Cancel 7.' })).spoken).toEqual(spoken);
});
