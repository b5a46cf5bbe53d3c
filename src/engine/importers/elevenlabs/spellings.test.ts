import { expect, test } from 'vitest';
import { openedCall } from '../voice-transcript/testing.ts';

const python = {
  agent_id: 'front',
  conversation_id: 'c',
  transcript: [
    {
      role: 'agent',
      message: null,
      time_in_call_secs: 0,
      tool_calls: [{ request_id: 'q', tool_name: 'find', params_as_json: '{"user_id": 1}' }],
      tool_results: [{ request_id: 'q', tool_name: 'find', result_value: '', is_error: true, error_type: 'timeout' }],
      llm_usage: { model_usage: { m: { input: { tokens: 9 }, output_total: { tokens: 3 } } } },
    },
    { role: 'agent', message: 'I am the', original_message: 'I am the back', interrupted: true, time_in_call_secs: 4 },
    { role: 'user', message: 'Hello', time_in_call_secs: 6, agent_metadata: { agent_id: 'front' } },
    { role: 'agent', message: 'Billing.', time_in_call_secs: 7, agent_metadata: { agent_id: 'billing' } },
  ],
  metadata: { start_time_unix_secs: 1_760_000_000, termination_reason: 'hung up' },
  conversation_initiation_client_data: { dynamic_variables: { user_name: 'Ann' } },
};

const camel = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(camel);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    key === 'dynamic_variables' ? inner : camel(inner),
  ]);
  return Object.fromEntries(entries);
};

test('the camelCase objects of the JavaScript library are read the same', () => {
  const [snakeCase, camelCase] = [openedCall(JSON.stringify(python)), openedCall(JSON.stringify(camel(python)))];
  expect(snakeCase.outcomes).toEqual(['errored']);
  expect(camelCase.importer).toBe('elevenlabs');
  expect(camelCase.session.events).toEqual(snakeCase.session.events);
  expect(camelCase.session.header).toEqual(snakeCase.session.header);
});

test('a different agent in an answer becomes the current agent', () => {
  const { session } = openedCall(JSON.stringify(python));
  expect(
    session.events.flatMap((event) =>
      typeof event === 'object' && event !== null && 'agent' in event ? [event.agent] : [],
    ),
  ).toEqual(['billing']);
});

test('one token count without the other is read, and a count that one model lacks is unknown', () => {
  const answer = (model_usage: unknown) => ({
    role: 'agent',
    message: 'Yes.',
    time_in_call_secs: 1,
    llm_usage: { model_usage },
  });
  const transcript = [
    answer({ one: { output_total: { tokens: 3 } } }),
    answer({
      one: { input: { tokens: 9 }, input_cache_read: { tokens: 2 }, output_total: { tokens: 1 } },
      two: { input: { tokens: 5 } },
    }),
    answer({}),
  ];
  const { session } = openedCall(JSON.stringify({ agent_id: 'front', transcript }));
  expect(session.events).toMatchObject([{ tokens: { completion: 3 } }, { tokens: { prompt: 16 } }, {}]);
  expect(session.events.map((event) => typeof event === 'object' && event !== null && 'tokens' in event)).toEqual([
    true,
    true,
    false,
  ]);
});
