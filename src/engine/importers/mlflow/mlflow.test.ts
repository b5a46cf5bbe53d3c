import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

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
