import { expect, test } from 'vitest';
import { openedCall } from '../voice-transcript/testing.ts';

const lines = (...messages: readonly object[]) => messages.map((message) => JSON.stringify(message)).join('\n');
const says = (role: string, content: string) => ({ type: 'ConversationText', role, content });
const second = (index: number) => `2026-05-01T08:00:0${index}Z`;
const call = (id: string, name: string) => ({ id, name, arguments: '{"day": 2}', client_side: true });

test('voice agent messages are read as utterances, interruptions, function calls and their results', () => {
  const { importer, turns, spoken, times, session, codes } = openedCall(
    lines(
      { type: 'Welcome', request_id: 'r' },
      {
        type: 'Settings',
        agent: { think: { provider: { model: 'gpt-x' }, prompt: 'Book.', functions: [{ name: 'slots' }] } },
      },
      { type: 'SettingsApplied' },
      { ...says('user', 'A haircut on Tuesday.'), timestamp: second(1) },
      { type: 'FunctionCallRequest', functions: [call('a', 'slots'), call('b', 'weather')], timestamp: second(2) },
      { type: 'FunctionCallResponse', id: 'b', name: 'weather', content: 'rain' },
      { type: 'FunctionCallResponse', id: 'a', name: 'slots', content: '{"free": [9]}', timestamp: second(3) },
      { ...says('assistant', 'At nine.'), timestamp: second(4) },
      says('assistant', 'Take an umbrella.'),
      { type: 'AgentAudioDone' },
      { type: 'UserStartedSpeaking' },
      says('user', 'And on Wednesday?'),
      says('assistant', 'On Wednesday we'),
      { type: 'UserStartedSpeaking' },
      says('user', 'Never mind.'),
      { type: 'Error', description: 'The connection was lost.', code: 'X' },
    ),
  );
  expect(importer).toBe('deepgram');
  expect(turns).toEqual(['input', 'llm', 'capability', 'capability', 'llm', 'input', 'llm', 'input']);
  expect(spoken).toEqual([
    'A haircut on Tuesday.',
    'At nine. Take an umbrella.',
    'And on Wednesday?',
    'On Wednesday we',
    'Never mind.',
  ]);
  expect(times.slice(0, 5)).toEqual([second(1), second(2), second(2), second(2), second(4)]);
  expect(session.header).toMatchObject({ model: 'gpt-x', tools: ['slots'], recording: { request_id: 'r' } });
  expect(session.events).toMatchObject([
    {},
    { planned: ['slots', 'weather'] },
    { tool: 'slots', params: { day: 2 } },
    { output: '{"free": [9]}', took_ms: 1000 },
    { tool: 'weather' },
    { output: 'rain' },
    {},
    {},
    { interrupted: true },
    {},
  ]);
  expect(session.events[6]).not.toHaveProperty('interrupted');
  expect(codes).toContain('deepgram/error');
});

test('a function call in the format of the first version is read with its result', () => {
  const { turns, session } = openedCall(
    lines(
      says('user', 'Hi.'),
      { type: 'FunctionCallRequest', function_name: 'slots', function_call_id: 'a', input: { day: 2 } },
      { type: 'FunctionCallResponse', function_call_id: 'a', output: 'none' },
    ),
  );
  expect(turns).toEqual(['input', 'llm', 'capability']);
  expect(session.events.slice(2)).toMatchObject([{ tool: 'slots', params: { day: 2 } }, { output: 'none' }]);
});

const result = (transcript: string, is_final: boolean, speech_final = false, channel_index = [0, 1]) => ({
  type: 'Results',
  channel_index,
  start: 1,
  is_final,
  speech_final,
  channel: { alternatives: [{ transcript, confidence: 0.9, words: [] }] },
});

test('final recogniser results are joined to utterances, the first is the title, and replaced interim results become no turns', () => {
  const { importer, sessions, spoken, codes } = openedCall(
    lines(
      result('hello', false),
      result('Hello there.', true),
      result('How', false),
      result('How are you?', true, true),
      result('', true, true),
      result('Fine', true),
      { type: 'UtteranceEnd', channel: [0, 1], last_word_end: 3.1 },
      result('and then', false),
      { type: 'Metadata', request_id: 'r' },
    ),
  );
  expect([importer, sessions]).toEqual(['deepgram', ['Hello there. How are you?']]);
  expect(spoken).toEqual(['Hello there. How are you?', 'Fine', 'and then']);
  expect(codes).toEqual(['deepgram/interim', 'deepgram/progress', 'deepgram/not-final', 'import/context-unrecorded']);
});

test('two channels are read separately, and the report notes that their speakers are unknown', () => {
  const { spoken, codes } = openedCall(
    lines(
      result('One', true, false, [0, 2]),
      result('Other.', true, true, [1, 2]),
      result('more.', true, true, [0, 2]),
    ),
  );
  expect(spoken).toEqual(['Other.', 'One more.']);
  expect(codes).toContain('deepgram/channels');
});

test('a message inside a record with a time is read with that time', () => {
  const { importer, spoken, times } = openedCall(
    lines({ time: second(1), data: says('user', 'Hi.') }, { time: second(2), data: says('assistant', 'Hello.') }),
  );
  expect([importer, spoken, times]).toEqual(['deepgram', ['Hi.', 'Hello.'], [second(1), second(2)]]);
});

/** As `AgentV1FunctionCallCancelled` and `ListenV2TurnInfo` of its SDK 5.13 define them. */
test('a call that the server cancelled is errored, and an earlier conversation in the settings is noted', () => {
  const { outcomes, codes } = openedCall(
    lines(
      { type: 'Settings', agent: { context: { messages: [{ type: 'History', role: 'user', content: 'Hi.' }] } } },
      says('user', 'A haircut.'),
      { type: 'FunctionCallRequest', functions: [call('a', 'slots'), call('b', 'slots')] },
      { type: 'FunctionCallCancelled', functions: [{ id: 'a', name: 'slots' }] },
      { type: 'FunctionCallResponse', id: 'b', name: 'slots', content: 'none' },
    ),
  );
  expect(outcomes).toEqual(['errored', 'successful']);
  expect(codes).toContain('deepgram/context');
});

test('turns of the recogniser Flux are utterances', () => {
  const turn = (event: string, transcript: string, turn_index = 0) => ({
    type: 'TurnInfo',
    event,
    turn_index,
    transcript,
    words: [],
  });
  const { importer, spoken, codes } = openedCall(
    lines(
      { type: 'Connected', request_id: 'r' },
      turn('StartOfTurn', 'A'),
      turn('Update', 'A table'),
      turn('EagerEndOfTurn', 'A table for two'),
      turn('EndOfTurn', 'A table for two.'),
      turn('Update', '', 1),
      turn('Update', 'Outside', 1),
    ),
  );
  expect([importer, spoken]).toEqual(['deepgram', ['A table for two.', 'Outside']]);
  expect(codes).toContain('deepgram/not-final');
});
