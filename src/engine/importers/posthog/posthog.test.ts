import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** Events in the form of `posthog/ai` of the Python package and of `@posthog/ai` 8.13.1. */
const event = (second: number, name: string, properties: object) => ({
  event: name,
  timestamp: `2026-01-01T00:00:0${second}.000Z`,
  distinct_id: 'u',
  properties: { $ai_trace_id: 't', $ai_span_id: `s${second}`, ...properties },
});

function read(...batch: readonly object[]) {
  const { opened, session } = firstSession(JSON.stringify({ batch }));
  expect(opened.importer.id).toBe('posthog');
  const { turns, invocations, tokens } = session.history;
  return {
    turns: turns.map(({ label }) => label),
    calls: invocations.map((one) => [one.function, one.input, one.outcome, one.output]),
    tokens: tokens.at(-1),
    codes: session.notes.map(({ code }) => code),
  };
}

const asked = [{ role: 'user', content: 'How is the weather?' }];
const answer = (...content: readonly object[]) => [{ role: 'assistant', content }];

test('calls are parts of an answer; a use of a tool without latency, end and result has them in the next request', () => {
  const { turns, calls } = read(
    event(1, '$ai_generation', {
      $ai_latency: 0.5,
      $ai_input: asked,
      $ai_output_choices: answer(
        { type: 'text', text: 'I see.' },
        { type: 'function', id: 'c1', function: { name: 'weather', arguments: { city: 'Rome' } } },
        { type: 'tool-call', id: 'c2', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      ),
    }),
    event(2, '$ai_span', { $ai_span_name: 'weather', $ai_span_type: 'tool', $ai_input_state: { city: 'Oslo' } }),
    event(3, '$ai_span', { $ai_span_name: 'weather', $ai_span_type: 'tool', $ai_input_state: { city: 'Rome' } }),
    event(5, '$ai_generation', {
      $ai_latency: 0.5,
      $ai_input: [
        ...asked,
        ...answer(
          { type: 'text', text: 'I see.' },
          { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Rome' } },
          { type: 'tool_use', id: 'c2', name: 'weather', input: { city: 'Oslo' } },
        ),
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'sun' },
            { type: 'tool_result', tool_use_id: 'c2', content: 'no city', is_error: true },
          ],
        },
      ],
      $ai_output_choices: answer({ type: 'text', text: 'Sunny' }),
    }),
  );
  expect(turns).toEqual(['How is the weather?', 'I see. · plan: weather, weather', 'weather', 'weather', 'Sunny']);
  expect(calls).toEqual([
    ['weather', { city: 'Rome' }, 'successful', 'sun'],
    ['weather', { city: 'Oslo' }, 'errored', { error: 'no city' }],
  ]);
});

test('a use of a tool failed with its output, or the graph was interrupted within it', () => {
  const tool = (second: number, $ai_span_name: string, more: object) =>
    event(second, '$ai_span', { $ai_span_name, $ai_span_type: 'tool', ...more });
  const { calls } = read(
    tool(1, 'weather', { $ai_output_state: 'no city', $ai_is_error: true }),
    tool(2, 'refund', { $ai_output_state: { __interrupt__: [{ value: 'sure?' }] } }),
  );
  expect(calls).toEqual([
    ['weather', undefined, 'errored', { error: 'no city' }],
    ['refund', undefined, 'pending', undefined],
  ]);
});

test('a guardrail of the OpenAI Agents SDK that was triggered is restricted', () => {
  const guardrail = (second: number, name: string, triggered: boolean) =>
    event(second, '$ai_span', {
      $ai_span_name: name,
      $ai_span_type: 'guardrail',
      $ai_guardrail_triggered: triggered,
    });
  const generation = event(1, '$ai_generation', {
    $ai_input: asked,
    $ai_output_choices: answer({ type: 'text', text: 'x' }),
  });
  const { calls } = read(generation, guardrail(2, 'polite', false), guardrail(3, 'no_math', true));
  expect(calls).toEqual([['no_math', undefined, 'restricted', null]]);
});

test.each([
  ['anthropic', undefined, 160],
  ['openai', undefined, 10],
  ['openai', true, 160],
  ['anthropic', false, 10],
])('%s, cache reported apart: %s; the prompt has %i tokens, and the answer was cut', ($ai_provider, apart, prompt) => {
  const { tokens, codes } = read(
    event(1, '$ai_generation', {
      $ai_provider,
      ...(apart !== undefined && { $ai_cache_reporting_exclusive: apart }),
      $ai_input: asked,
      $ai_output_choices: answer({ type: 'text', text: 'Sun' }),
      $ai_input_tokens: 10,
      $ai_output_tokens: 7,
      $ai_cache_read_input_tokens: 100,
      $ai_cache_creation_input_tokens: 50,
      $ai_stop_reason: 'max_tokens',
    }),
  );
  expect(tokens).toMatchObject({ prompt, completion: 7 });
  expect(codes).toContain('spans/cut-by-token-limit');
});
