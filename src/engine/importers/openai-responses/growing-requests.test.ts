import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

function opened(text: string) {
  const { opened: read, session } = firstSession(text);
  const { history, notes } = session;
  return {
    sessions: read.entries.length,
    kinds: history.turns.map(({ kind }) => kind),
    outputs: history.invocations.map(({ output }) => output),
    tokens: history.tokens.at(-1)?.total,
    codes: notes.map(({ code }) => code),
  };
}

const user = (content: string) => ({ role: 'user', content });
const call = { type: 'function_call', call_id: 'c', name: 'weather', arguments: '{}', status: 'completed' };
const came = { type: 'function_call_output', call_id: 'c', output: 'sunny' };
const said = (text: string) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
const outputs = [[call], [said('Sunny.')], [said('Welcome.')]];

const response = (index: number) => ({
  object: 'response',
  id: `r${index}`,
  model: 'm',
  output: outputs[index],
  usage: { input_tokens: 10, output_tokens: 5 },
});
const logged = (requests: readonly object[]) =>
  requests
    .map((request, index) => ({ request, response: { ...response(index), ...request } }))
    .map((record) => JSON.stringify(record))
    .join('\n');

const whole = {
  sessions: 1,
  kinds: ['input', 'llm', 'capability', 'llm', 'input', 'llm'],
  outputs: ['sunny'],
  tokens: 45,
};

test('requests that each repeat the previous messages are one session', () => {
  const first = [user('weather?')];
  const second = [...first, call, came];
  const third = [...second, said('Sunny.'), user('thanks')];
  const found = opened(logged([{ input: first }, { input: second }, { input: third }]));
  expect(found).toMatchObject(whole);
  expect(found.codes).toEqual(['openai-responses/growing-requests']);
});

test('an exchange missing from the log is taken from a later request, and the report says so', () => {
  const first = [user('weather?')];
  const third = [...first, call, came, said('Sunny.'), user('thanks')];
  const [one, , last] = logged([{ input: first }, { input: [...first, call, came] }, { input: third }]).split('\n');
  const found = opened(`${one}\n${last}`);
  expect(found).toMatchObject({ sessions: 1, kinds: whole.kinds });
  expect(found.codes).toContain('import/unlogged-exchange');
});

test('a line without a response is left out of the joined session, and the report says so', () => {
  const first = [user('weather?')];
  const log = logged([{ input: first }, { input: [...first, call, came] }]);
  expect(opened(`${log}\n{"note": "restarted"}`).codes).toContain('openai-responses/no-response');
});

test('requests that name the response they continue are one session, with no earlier part missing', () => {
  const found = opened(
    logged([
      { input: [user('weather?')] },
      { input: [came], previous_response_id: 'r0' },
      { input: 'thanks', previous_response_id: 'r1' },
    ]),
  );
  expect(found).toMatchObject(whole);
  expect(found.codes).toEqual(['openai-responses/growing-requests']);
});

test('conversations that begin alike but continue no other stay separate', () => {
  const found = opened(logged([{ input: [user('weather?')] }, { input: [user('weather?'), user('today?')] }]));
  expect(found.sessions).toBe(2);
});
