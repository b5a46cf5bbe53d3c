import { expect, test } from 'vitest';
import { openedCall } from '../voice-transcript/testing.ts';

const second = (index: number) => `2026-05-01T08:00:0${index}Z`;
const heard = (user_transcript: string) => ({ type: 'user_transcript', user_transcription_event: { user_transcript } });
const answer = (agent_response: string) => ({ type: 'agent_response', agent_response_event: { agent_response } });
const lines = (...events: readonly object[]) => events.map((event) => JSON.stringify(event)).join('\n');

const start = [
  { type: 'conversation_initiation_client_data', dynamic_variables: { user_name: 'Ann' } },
  {
    type: 'conversation_initiation_metadata',
    conversation_initiation_metadata_event: { conversation_id: 'conv_1', agent_output_audio_format: 'pcm_16000' },
  },
  { type: 'ping', ping_event: { event_id: 1, ping_ms: 20 } },
];
const call = {
  type: 'client_tool_call',
  client_tool_call: { tool_name: 'tables', tool_call_id: 'c1', parameters: { where: 'outside' } },
};

test('socket events are read as utterances, tool calls and tool results', () => {
  const { importer, turns, outcomes, spoken, codes, session, times } = openedCall(
    lines(
      ...start,
      { user_audio_chunk: 'UklGRg==' },
      { ...heard('A table outside?'), timestamp: second(1) },
      { ...call, timestamp: second(2) },
      { type: 'client_tool_result', tool_call_id: 'c1', result: '{"free": 2}', is_error: false, timestamp: second(4) },
      {
        type: 'agent_tool_response',
        agent_tool_response: { tool_name: 'tables', tool_call_id: 'c1', is_error: false },
      },
      { ...answer('There are two, by the river.'), timestamp: second(5) },
      { type: 'interruption', interruption_event: { event_id: 7 } },
      {
        type: 'agent_response_correction',
        agent_response_correction_event: {
          original_agent_response: 'There are two, by the river.',
          corrected_agent_response: 'There are two...',
        },
      },
      { ...heard('One, please.'), timestamp: second(7) },
    ),
  );
  expect(importer).toBe('elevenlabs');
  expect(turns).toEqual(['input', 'llm', 'capability', 'llm', 'input']);
  expect(outcomes).toEqual(['successful']);
  expect(spoken).toEqual(['A table outside?', 'There are two...', 'One, please.']);
  expect(times).toEqual([second(1), second(2), second(2), second(5), second(7)]);
  expect(session.header).toMatchObject({ context: { call_id: 'conv_1', user: { user_name: 'Ann' } } });
  expect(session.events).toMatchObject([
    {},
    { planned: ['tables'] },
    { tool: 'tables', params: { where: 'outside' } },
    { outcome: 'ok', output: '{"free": 2}', took_ms: 2000 },
    { text: 'There are two...', intended: 'There are two, by the river.', interrupted: true },
    {},
  ]);
  expect(codes).toEqual(['elevenlabs/untyped', 'elevenlabs/progress', 'import/context-unrecorded']);
});

test('a tool that the service runs itself has its outcome, and the report notes the missing arguments', () => {
  const tool = { tool_name: 'venues', tool_call_id: 'w1', tool_type: 'webhook' };
  const { turns, outcomes, codes } = openedCall(
    lines(
      heard('Where?'),
      { type: 'agent_tool_request', agent_tool_request: tool },
      { type: 'agent_tool_response', agent_tool_response: { ...tool, is_error: true } },
      answer('I cannot say.'),
    ),
  );
  expect(turns).toEqual(['input', 'llm', 'capability', 'llm']);
  expect(outcomes).toEqual(['errored']);
  expect(codes).toContain('elevenlabs/no-arguments');
});

test('a written message that the server echoes is one turn, and the pieces of an answer are joined', () => {
  const piece = (type: string, text: string) => ({
    type: 'agent_chat_response_part',
    text_response_part: { type, text },
  });
  const { turns, spoken } = openedCall(
    lines(
      ...start,
      { type: 'user_message', text: 'Hello?' },
      heard('Hello?'),
      piece('start', ''),
      piece('delta', 'Good '),
      piece('delta', 'morning.'),
      piece('stop', ''),
      heard('Hello?'),
    ),
  );
  expect(turns).toEqual(['input', 'llm', 'input']);
  expect(spoken).toEqual(['Hello?', 'Good morning.', 'Hello?']);
});

test('an event inside a record with a time is read with that time', () => {
  const { importer, spoken, times } = openedCall(
    lines(
      { ts: Date.parse(second(1)), message: heard('Hi.') },
      { ts: Date.parse(second(2)), message: answer('Hello.') },
    ),
  );
  expect([importer, spoken, times]).toEqual(['elevenlabs', ['Hi.', 'Hello.'], [second(1), second(2)]]);
});
