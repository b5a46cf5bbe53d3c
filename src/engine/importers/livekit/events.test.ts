import { expect, test } from 'vitest';
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
  expect(codes).toEqual(['livekit/progress', 'livekit/measured', 'livekit/error', 'import/no-result']);
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

test('a report without chat history is read from its events, and a report with both reads only the history', () => {
  const report = { job_id: 'j', room_id: 'r', events };
  expect(openedCall(JSON.stringify(report)).session.events).toEqual(openedCall(lines).session.events);
  const items = events.flatMap((event) => event['item'] ?? []);
  const both = openedCall(JSON.stringify({ ...report, chat_history: { items } }));
  expect(both.turns).toEqual(['input', 'llm']);
  expect(both.codes).toContain('livekit/report-events');
});
