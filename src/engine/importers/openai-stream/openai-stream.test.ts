import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const chunk = (delta: object, more: object = {}, top: object = {}) => ({
  id: 'a',
  object: 'chat.completion.chunk',
  created: 1757000000,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
  ...top,
});
const end = chunk({}, { finish_reason: 'stop' });

function opened(...chunks: readonly object[]) {
  const { history, notes } = firstSession(chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')).session;
  return {
    turns: history.turns.map(({ kind, label }) => `${kind} ${label}`),
    at: history.turns.map(({ at }) => at),
    tokens: history.tokens.at(-1),
    calls: history.invocations.map((call) => [call.function, call.input]),
    codes: notes.map(({ code }) => code).filter((code) => !/sse|no-input/.test(code)),
  };
}

/** The shapes of providers: their API references, and recorded streams of Azure, Groq, Mistral and OpenRouter in public repositories. */
test.each([
  ['an audio', [chunk({ audio: { transcript: 'fo' } }), chunk({ audio: { transcript: 'ur' } }), end]],
  ['parts of Mistral', [chunk({ content: [{ type: 'text', text: 'fo' }] }), chunk({ content: 'ur' }), end]],
  [
    'a new id for each chunk',
    [chunk({ content: 'fo' }), chunk({ content: 'ur' }, {}, { id: 'b' }), { ...end, id: 'c' }],
  ],
])('words are read from %s', (_, chunks) => {
  expect(opened(...chunks).turns).toEqual(['llm four']);
});

test("results of Azure's filters are no answers", () => {
  const filter = {
    id: '',
    object: 'chat.completion.chunk',
    created: 0,
    model: '',
    choices: [],
    prompt_filter_results: [],
  };
  const after = { ...filter, choices: [{ index: 0, content_filter_results: {} }] };
  const { turns, at } = opened(filter, chunk({ content: 'four' }), end, after);
  expect(turns).toEqual(['llm four']);
  expect(at).toEqual(['2025-09-04T15:33:20Z']);
});

test('answers without ids are apart', () => {
  const chunks = [chunk({ content: 'one' }), end, chunk({ content: 'two' }), end].map((one) => ({ ...one, id: '' }));
  expect(opened(...chunks).turns).toEqual(['llm one', 'llm two']);
});

test('a call of the older form is read, and arguments that are no text', () => {
  const older = [{ name: 'f', arguments: '{"n":' }, { arguments: ' 1}' }].map((function_call) =>
    chunk({ function_call }),
  );
  expect(opened(...older, end).calls).toEqual([['f', { n: 1 }]]);
  const call = { index: 0, id: 'c', function: { name: 'f', arguments: { n: 1 } } };
  expect(opened(chunk({ tool_calls: [call] }), end).calls).toEqual([['f', { n: 1 }]]);
});

test("Groq's usage and an error are read", () => {
  const usage = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 };
  const { tokens, codes } = opened(
    chunk({ content: 'a' }),
    { ...end, x_groq: { usage } },
    { error: { message: 'overloaded' } },
  );
  expect(tokens).toMatchObject({ prompt: 10, completion: 1 });
  expect(codes).toEqual(['openai-stream/failed']);
});
