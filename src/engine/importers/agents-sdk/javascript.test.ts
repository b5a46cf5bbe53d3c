import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { firstSession } from '../../testing.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const json = (name: string): { readonly [key: string]: Value } => {
  const value: Value = JSON.parse(fixture(name)) as Value; // plain JSON
  if (!isRecord(value)) throw new Error(`${name} is no record`);
  return value;
};

function opened(text: string) {
  const { opened: found, session } = firstSession(text);
  const { history, notes } = session;
  return {
    importer: found.importer.id,
    kinds: history.turns.map(({ kind }) => kind[0]).join(''),
    calls: history.invocations.map(({ function: name, input, outcome, reason }) => [name, input, outcome, reason]),
    outputs: history.invocations.map(({ output }) => output),
    tokens: history.tokens.at(-1),
    codes: notes.map(({ code }) => code),
  };
}

const threw = 'An error occurred while running the tool. Please try again.';
/** The calls in the fixtures' run. */
const calls = [
  ['get_weather', { city: 'Rome' }, 'successful', undefined],
  ['book_table', { people: 2n }, 'errored', threw],
  ['transfer_to_Refunds', {}, 'successful', undefined],
  ['issue_refund', { amount: 40n }, 'successful', undefined],
];
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one)));

const state = json('javascript-run-state.json');

test.each([
  ['its state', JSON.stringify(state), 'ilcclclcl'],
  ['its result, which holds the state', JSON.stringify({ state }), 'ilcclclcl'],
  ['its new items', JSON.stringify(state['generatedItems']), 'lcclclcl'],
  ['the events of its stream', fixture('javascript-stream.jsonl'), 'lcclclcl'],
])('a run gives the same session from %s', (_, text, kinds) => {
  const session = opened(text);
  expect(session).toMatchObject({ importer: 'agents-sdk', kinds });
  expect(plain(session.calls)).toEqual(plain(calls));
  expect(session.outputs.at(-1)).toBe('refunded 40');
});

test.each([
  ['state', JSON.stringify(state)],
  ['stream', fixture('javascript-stream.jsonl')],
  ['answers of the model', JSON.stringify(state['modelResponses'])],
])('the tokens of each answer are read from its %s', (_, text) => {
  expect(opened(text).tokens).toMatchObject({ prompt: 650, completion: 77, total: 727 });
});

test('the history of two runs gives one conversation', () => {
  const session = opened(fixture('javascript-history.json'));
  expect(session.kinds).toBe('ilcclclclil');
  expect(plain(session.calls)).toEqual(plain(calls));
});

test('a call that waits for approval is pending, even if the file has only the approval request', () => {
  const waiting = json('javascript-waiting.json');
  const step = waiting['currentStep'];
  const data = step !== undefined && isRecord(step) ? step['data'] : undefined;
  const interruptions = data !== undefined && isRecord(data) ? data['interruptions'] : undefined;
  expect(isList(interruptions ?? null)).toBe(true);
  const expected = ['issue_refund', { amount: 40 }, 'pending', 'waiting for approval when the recording ends'];
  expect(plain(opened(JSON.stringify(waiting)).calls.at(-1))).toEqual(expected);
  expect(plain(opened(JSON.stringify(interruptions)).calls.at(-1))).toEqual(expected);
});

test('a refused call has the user’s message as its reason', () => {
  const { calls: made } = opened(fixture('javascript-rejected.json'));
  expect(plain(made)).toEqual([['issue_refund', { amount: 40 }, 'restricted', 'too much']]);
});

test('tools run by the provider keep their names, arguments and outcomes', () => {
  const session = opened(fixture('javascript-hosted-tools.json'));
  expect(plain(session.calls)).toEqual(
    [
      ['web_search', { type: 'search', query: 'ferries to Ithaca' }, 'successful', null],
      ['ask', { question: 'ports of Ithaca' }, 'successful', null],
      ['ask', { question: 'fares' }, 'errored', 'page not found'],
      ['code_interpreter', { code: '2*3' }, 'successful', null],
    ]
      .map((one) => one.map((part) => part ?? undefined))
      .map((one) => plain(one)),
  );
  expect(session.tokens).toMatchObject({ prompt: 40, completion: 8 });
});

test('items of Chat Completions, which share one id, get the tokens of their own answers', () => {
  const message = (text: string) => ({
    type: 'message',
    id: 'FAKE_ID',
    role: 'assistant',
    content: [{ type: 'output_text', text }],
  });
  const answer = (text: string, inputTokens: number) => ({
    usage: { inputTokens, outputTokens: 1 },
    output: [message(text)],
  });
  const item = (text: string) => ({ type: 'message_output_item', rawItem: message(text), agent: { name: 'a' } });
  const both = {
    ...state,
    generatedItems: [item('one'), item('two')],
    modelResponses: [answer('one', 10), answer('two', 20)],
  };
  const { session } = firstSession(JSON.stringify(both));
  expect(session.history.tokens.map(({ prompt }) => prompt)).toEqual([10, 30]);
});
