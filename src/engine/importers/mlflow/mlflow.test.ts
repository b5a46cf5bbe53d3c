import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { firstSession, openNow } from '../../testing.ts';

const span = {
  trace_id: 't',
  span_id: 's',
  name: 'Completions',
  start_time_unix_nano: '1767225600000000000',
  end_time_unix_nano: '1767225601000000000',
  attributes: {
    'mlflow.spanType': '"CHAT_MODEL"',
    'mlflow.spanInputs': '{"messages":[{"role":"user","content":"hello"}]}',
    'mlflow.spanOutputs':
      '{"choices":[{"message":{"role":"assistant","content":"hi"}}],"usage":{"prompt_tokens":5,"completion_tokens":6}}',
  },
};

test.each([
  ['a trace', { info: { trace_id: 't', state: 'OK' }, data: { spans: [span] } }],
  ['a row of the table of traces', [{ trace_id: 't', state: 'OK', request: '{}', spans: [span] }]],
])('%s has the provider’s token counts where MLflow did not count itself', (_, document) => {
  const opened = openNow(JSON.stringify(document));
  expect(opened.ok && opened.value.importer.id).toBe('mlflow');
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!session.ok) throw new Error(session.problem.message);
  const { turns, tokens } = session.value.history;
  expect(turns.map(({ label }) => label)).toEqual(['hello', 'hi']);
  expect(tokens.at(-1)).toMatchObject({ prompt: 5, completion: 6 });
});

test('the report notes a span whose start is not a time', () => {
  const opened = openNow(
    JSON.stringify({ info: { trace_id: 't' }, data: { spans: [{ ...span, start_time_unix_nano: 'soon' }] } }),
  );
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  expect(session.ok && session.value.notes.map(({ code }) => code)).toContain('import/time');
});

/** In the form of `mlflow/openai/_agent_tracer.py` and `mlflow/anthropic/autolog.py`. */
const written = (second: number, type: string, name: string, attributes: object) => ({
  span_id: `s${second}`,
  name,
  start_time_unix_nano: `176722560${second}000000000`,
  end_time_unix_nano: `176722560${second}500000000`,
  attributes: Object.fromEntries(
    Object.entries({ 'mlflow.spanType': type, ...attributes }).map(([key, value]) => [key, JSON.stringify(value)]),
  ),
});

function read(...spans: readonly object[]) {
  const { session } = firstSession(JSON.stringify({ info: { trace_id: 't' }, data: { spans } }));
  return session.history;
}

test('guardrails of the OpenAI Agents SDK are no tools; its responses have model and tokens among their attributes', () => {
  const { invocations, tokens } = read(
    written(1, 'TOOL', 'polite', { 'mlflow.spanInputs': null, 'mlflow.spanOutputs': { triggered: false } }),
    written(2, 'TOOL', 'no_math', { 'mlflow.spanInputs': null, 'mlflow.spanOutputs': { triggered: true } }),
    written(3, 'CHAT_MODEL', 'Response', {
      'mlflow.spanInputs': [{ role: 'user', content: 'hi' }],
      'mlflow.spanOutputs': [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hello' }] }],
      model: 'gpt-5',
      usage: { input_tokens: 9, output_tokens: 3, total_tokens: 12 },
    }),
  );
  expect(invocations.map((one) => [one.function, one.outcome])).toEqual([['no_math', 'restricted']]);
  expect(tokens.at(-1)).toMatchObject({ prompt: 9, completion: 3 });
});

test('Anthropic’s cache is a part of the prompt', () => {
  const usage = { input_tokens: 10, output_tokens: 7, total_tokens: 17, cache_read_input_tokens: 100 };
  const { tokens } = read(
    written(1, 'CHAT_MODEL', 'Messages.create', {
      'mlflow.spanInputs': { messages: [{ role: 'user', content: 'hi' }] },
      'mlflow.spanOutputs': { role: 'assistant', content: [{ type: 'text', text: 'hello' }] },
      'mlflow.message.format': 'anthropic',
      'mlflow.chat.tokenUsage': usage,
    }),
  );
  expect(tokens.at(-1)).toMatchObject({ prompt: 110, completion: 7 });
});
