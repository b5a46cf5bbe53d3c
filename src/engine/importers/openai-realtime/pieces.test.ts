import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';
import { openedCall } from '../voice-transcript/testing.ts';

const start = { type: 'response.output_item.added', response_id: 'R' };
const lines = (events: readonly unknown[]) => events.map((event) => JSON.stringify(event)).join('\n');

test('an answer without a recorded end is read from its partial events, both words and calls', () => {
  const { turns, spoken, codes, session } = openedCall(
    lines([
      { type: 'session.created', session: { object: 'realtime.session', model: 'gpt-realtime' } },
      { ...start, item: { id: 'a', type: 'message', role: 'assistant', content: [] } },
      { type: 'response.output_audio_transcript.delta', response_id: 'R', item_id: 'a', delta: 'One' },
      { type: 'response.output_audio_transcript.done', response_id: 'R', item_id: 'a', transcript: 'One moment.' },
      { ...start, item: { id: 'f', type: 'function_call', name: 'clock', call_id: 'c', arguments: '' } },
      { type: 'response.function_call_arguments.done', response_id: 'R', item_id: 'f', arguments: '{"zone": "UTC"}' },
    ]),
  );
  expect(turns).toEqual(['llm', 'llm', 'capability']);
  expect(spoken).toEqual(['One moment.']);
  expect(JSON.stringify(session.events)).toContain('"tool":"clock"');
  expect(codes).toContain('openai-realtime/no-end');
});

test('a log that contains only the transcripts of both sides is read', () => {
  const { importer, turns, spoken } = openedCall(
    lines([
      { type: 'conversation.item.input_audio_transcription.completed', item_id: 'u', transcript: 'What time is it?' },
      { type: 'response.audio_transcript.done', item_id: 'a', response_id: 'R', transcript: 'Noon.' },
    ]),
  );
  expect(importer).toBe('openai-realtime');
  expect(turns).toEqual(['input', 'llm']);
  expect(spoken).toEqual(['What time is it?', 'Noon.']);
});

test('a partial event of an answer that is also recorded completely becomes no turn', () => {
  const output = [
    { id: 'a', type: 'message', role: 'assistant', content: [{ type: 'output_audio', transcript: 'Noon.' }] },
  ];
  const { turns, codes } = openedCall(
    lines([
      { type: 'response.output_audio_transcript.done', response_id: 'R', item_id: 'a', transcript: 'Noon.' },
      { type: 'response.done', response: { id: 'R', status: 'completed', output } },
    ]),
  );
  expect(turns).toEqual(['llm']);
  expect(codes).not.toContain('openai-realtime/no-end');
});

test('output tokens are read where input tokens are not recorded', () => {
  const output = [{ id: 'a', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Noon.' }] }];
  const { session, tokens } = openedCall(
    lines([
      { type: 'session.created', session: { object: 'realtime.session' } },
      { type: 'response.done', response: { id: 'R', status: 'completed', output, usage: { output_tokens: 4 } } },
    ]),
  );
  expect(session.events).toMatchObject([{ type: 'agent-spoke', tokens: { completion: 4 } }]);
  expect(tokens).toEqual([{ prompt: undefined, completion: 4 }]);
});

test('a logged timestamp beside an event becomes the time of its turn and determines tool durations', () => {
  const call = { id: 'f', type: 'function_call', name: 'clock', call_id: 'c', arguments: '{}' };
  const user = { id: 'u', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What time is it?' }] };
  const output = { id: 'o', type: 'function_call_output', call_id: 'c', output: 'noon' };
  const events = [
    { type: 'session.created', session: { object: 'realtime.session' } },
    { type: 'conversation.item.created', item: user },
    { type: 'response.done', response: { id: 'R', status: 'completed', output: [call] } },
    { type: 'conversation.item.created', item: output },
  ];
  const second = (index: number) => `2026-05-01T08:00:0${index}Z`;
  const logged = (time: (index: number) => unknown) =>
    openedCall(lines(events.map((event, index) => ({ ...event, timestamp: time(index) }))));
  const { times, session } = logged(second);
  expect(times).toEqual([second(1), second(2), second(2)]);
  expect(session.events.at(-1)).toMatchObject({ type: 'tool-ended', at: second(3), took_ms: 1000 });
  expect(session.header).toMatchObject({ started_at: second(0) });
  expect(logged((index) => Date.parse(second(index))).times).toEqual(times);
  expect(logged((index) => Date.parse(second(index)) / 1000 + 0.5).times[0]).toBe('2026-05-01T08:00:01.500Z');
  const relative = logged((index) => index * 40);
  expect([relative.times[0], relative.codes.includes('import/time')]).toEqual([undefined, true]);
});

test('an event inside a record with a time and a direction is read, and the report notes the unread fields', () => {
  const user = { id: 'u', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] };
  const events = [
    { type: 'session.created', session: { object: 'realtime.session' } },
    { type: 'conversation.item.created', item: user },
  ];
  const logged = events.map((event, index) => ({ timestamp: `2026-05-01T08:00:0${index}Z`, direction: 'in', event }));
  const { importer, times, codes } = openedCall(lines(logged));
  expect([importer, times]).toEqual(['openai-realtime', ['2026-05-01T08:00:01Z']]);
  expect(codes).toContain('log/beside');
});

test('a tool of an MCP server is a call with its result, which may follow the response', () => {
  const item = {
    id: 'm',
    type: 'mcp_call',
    server_label: 'docs',
    name: 'search',
    arguments: '{"q":"x"}',
    output: null,
  };
  const done = { type: 'response.output_item.done', response_id: 'R' };
  const { history, notes } = firstSession(
    lines([
      { type: 'session.created', session: { object: 'realtime.session', model: 'gpt-realtime' } },
      { type: 'response.done', response: { id: 'R', status: 'completed', output: [item, { ...item, id: 'n' }] } },
      { ...done, item: { ...item, output: 'found' } },
      { ...done, item: { ...item, id: 'n', error: { type: 'tool_execution_error', message: 'no index' } } },
      { type: 'conversation.item.added', item: { id: 'p', type: 'mcp_approval_request', name: 'delete' } },
    ]),
  ).session;
  expect(history.invocations).toMatchObject([
    { input: { q: 'x' }, output: 'found', outcome: 'successful' },
    { input: { q: 'x' }, output: { error: 'no index' }, outcome: 'errored' },
  ]);
  expect(notes.map(({ code }) => code)).toContain('openai-realtime/item');
});
