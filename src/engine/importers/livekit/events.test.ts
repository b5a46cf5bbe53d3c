import { describe, expect, test } from 'vitest';
import { openedCall } from '../voice-transcript/testing.ts';

const second = 1_760_000_000;
const item = (role: string, text: string, at: number, interrupted = false) => ({
  type: 'conversation_item_added',
  item: { id: `i${at}`, type: 'message', role, content: [text], interrupted, created_at: second + at },
  created_at: second + at + 0.5,
});
const call = (id: string, name: string) => ({
  type: 'function_call',
  call_id: id,
  name,
  arguments: '{"city": "Rome"}',
});
const output = (id: string, name: string, is_error = false) => ({
  type: 'function_call_output',
  call_id: id,
  name,
  output: is_error ? 'no answer' : 'sunny',
  is_error,
});

const events: readonly Readonly<Record<string, unknown>>[] = [
  { type: 'agent_state_changed', old_state: 'initializing', new_state: 'listening', created_at: second },
  { type: 'user_input_transcribed', transcript: 'What is the', is_final: false, created_at: second + 1 },
  item('user', 'What is the weather?', 1),
  {
    type: 'function_tools_executed',
    function_calls: [{ ...call('c1', 'weather'), created_at: second + 2 }, call('c2', 'tides'), call('c3', 'hang_up')],
    function_call_outputs: [output('c1', 'weather'), output('c2', 'tides', true), null],
    created_at: second + 4,
  },
  { type: 'metrics_collected', metrics: { type: 'llm_metrics', prompt_tokens: 9 }, created_at: second + 4 },
  item('assistant', 'Sunny.', 5, true),
  { type: 'error', error: { type: 'llm_error', label: 'openai.LLM', recoverable: true }, created_at: second + 6 },
];
const lines = events.map((event) => JSON.stringify(event)).join('\n');
const iso = (after: number) => new Date((second + after) * 1000).toISOString().replace('.000Z', 'Z');

test('session events are read as utterances and executed tools with their results', () => {
  const { importer, turns, outcomes, spoken, times, session, codes } = openedCall(lines);
  expect(importer).toBe('livekit');
  expect(turns).toEqual(['input', 'llm', 'capability', 'capability', 'capability', 'llm']);
  expect(spoken).toEqual(['What is the weather?', 'Sunny.']);
  expect(outcomes).toEqual(['successful', 'errored', 'no-result']);
  expect(times).toEqual([iso(1), iso(2), iso(2), undefined, undefined, iso(5)]);
  expect(session.events).toMatchObject([
    { type: 'user-spoke' },
    { type: 'model-called', planned: ['weather', 'tides', 'hang_up'] },
    { type: 'tool-called', tool: 'weather', params: { city: 'Rome' } },
    { type: 'tool-ended', output: 'sunny', at: iso(4), took_ms: 2000 },
    { type: 'tool-called', tool: 'tides' },
    { type: 'tool-ended', outcome: 'error', error: 'no answer' },
    { type: 'tool-called', tool: 'hang_up' },
    { type: 'agent-spoke', interrupted: true },
  ]);
  expect(codes).toEqual([
    'livekit/progress',
    'livekit/measured',
    'livekit/error',
    'import/context-unrecorded',
    'import/no-result',
  ]);
});

test('session events of the Node library are read the same', () => {
  const camel = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(camel);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const name = key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
        return [key === 'arguments' ? 'args' : name, key === 'created_at' ? Number(inner) * 1000 : camel(inner)];
      }),
    );
  };
  const node = openedCall(events.map((event) => JSON.stringify(camel(event))).join('\n'));
  expect(node.session.events).toEqual(openedCall(lines).session.events);
});

test('a report without chat history is read from its events', () => {
  const report = { job_id: 'j', room_id: 'r', events };
  expect(openedCall(JSON.stringify(report)).session.events).toEqual(openedCall(lines).session.events);
});

test('the events of a report add calls, ends and errors that its chat history does not have', () => {
  const update = (type: string, more: object) => ({ type: 'tool_execution_updated', update: { type, ...more } });
  const ended = (call_id: string, status: string) =>
    update('tool_call_ended', { id: call_id, call_id, message: null, status });
  const made = (id: string, at: number) => ({ ...call(id, id), created_at: second + at });
  const history = [
    ...events.slice(2, 3).map((event) => event['item']),
    made('c1', 2),
    { ...output('c1', 'c1'), output: '', created_at: second + 2 },
    ...events.slice(5, 6).map((event) => event['item']),
  ];
  const beside = [
    ...events.slice(2, 3),
    update('tool_call_started', { function_call: made('c1', 2) }),
    ended('c1', 'cancelled'),
    { type: 'function_tools_executed', function_calls: [made('c1', 2)], function_call_outputs: [output('c1', 'c1')] },
    update('tool_call_started', { function_call: made('c2', 3) }),
    ended('c2', 'cancelled'),
    ...events.slice(5),
  ];
  const both = openedCall(JSON.stringify({ job_id: 'j', events: beside, chat_history: { items: history } }));
  expect(both.turns).toEqual(['input', 'llm', 'capability', 'llm', 'capability', 'llm']);
  expect(both.spoken).toEqual(['What is the weather?', 'Sunny.']);
  expect(both.outcomes).toEqual(['errored', 'errored']);
  expect(both.codes).toEqual(expect.arrayContaining(['livekit/report-events', 'livekit/error']));
  const alone = openedCall(beside.map((event) => JSON.stringify(event)).join('\n'));
  expect(alone.outcomes).toEqual(['errored', 'errored']);
});

describe('a tool that continues beside the conversation', () => {
  const goesOn = (id: string) => ({ ...call(id, 'book'), extra: { __livekit_agents_tool_non_blocking: true } });
  const said = { type: 'message', role: 'user', content: ['Go'], interrupted: false };

  test('is one call, with its last result', () => {
    const items = [
      said,
      goesOn('c1'),
      output('c1', 'book'),
      goesOn('c1_update_1'),
      output('c1_update_1', 'book'),
      goesOn('c1_final'),
      { ...output('c1_final', 'book', true), output: 'sold out' },
      goesOn('c2'),
      output('c2', 'book'),
    ];
    const { turns, outcomes, codes } = openedCall(JSON.stringify({ items }));
    expect(turns).toEqual(['input', 'llm', 'capability', 'llm', 'capability']);
    expect(outcomes).toEqual(['errored', 'no-result']);
    expect(codes).toContain('livekit/update');
  });

  test('has the end that its event has, also if it was cancelled', () => {
    const ended = (call_id: string, id: string, status: string) => ({
      type: 'tool_execution_updated',
      update: { type: 'tool_call_ended', id, call_id, message: null, status },
      created_at: second + 2,
    });
    const started = [
      item('user', 'Go', 1),
      ended('c3', 'c3', 'cancelled'),
      {
        type: 'function_tools_executed',
        function_calls: [goesOn('c1'), call('c2', 'look'), call('c3', 'look')],
        function_call_outputs: [output('c1', 'book'), output('c2', 'look'), output('c3', 'look')],
      },
      ended('c1', 'c1_final', 'error'),
      ended('c2', 'c2', 'done'),
    ];
    const { outcomes } = openedCall(started.map((event) => JSON.stringify(event)).join('\n'));
    expect(outcomes).toEqual(['errored', 'successful', 'errored']);
  });
});
