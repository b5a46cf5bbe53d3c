import { describe, expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

function read(more: object) {
  const { history, notes } = firstSession(JSON.stringify({ object: 'interaction', model: 'm', ...more })).session;
  return {
    turns: history.turns.map(({ kind, label }) => `${kind}: ${label}`),
    calls: history.invocations.map((call) => [call.function, call.outcome]),
    codes: notes.map(({ code }) => code),
  };
}

const text = (words: string) => ({ type: 'text', text: words });
const outputs = [text('four')];

test.each([
  ['a text', 'one', ['input: one', 'llm: four']],
  ['one content', text('one'), ['input: one', 'llm: four']],
  ['contents', [text('one'), text('two')], ['input: one two', 'llm: four']],
  ['steps', [{ type: 'user_input', content: [text('one')] }], ['input: one', 'llm: four']],
  [
    'turns',
    [
      { role: 'user', content: 'one' },
      { role: 'user', content: [text('two')] },
      { role: 'model', content: [text('three')] },
    ],
    ['input: one', 'input: two', 'llm: three', 'llm: four'],
  ],
])('input may be %s', (_, input, turns) => {
  expect(read({ input, outputs }).turns.map((turn) => turn.replace('\n', ' '))).toEqual(turns);
});

test('calls and results in a turn are no words', () => {
  const input = [
    { role: 'model', content: [{ type: 'function_call', id: 'f', name: 'pay', arguments: {} }] },
    { role: 'user', content: [{ type: 'function_result', call_id: 'f', name: 'pay', is_error: true, result: 'no' }] },
  ];
  expect(read({ input, outputs }).calls).toEqual([['pay', 'errored']]);
});

test.each(['google_search', 'code_execution', 'url_context', 'file_search', 'google_maps', 'retrieval', 'processing'])(
  'the tool %s has the name of its step',
  (tool) => {
    const steps = [
      { type: `${tool}_call`, id: 'a', arguments: {} },
      { type: `${tool}_result`, call_id: 'a', result: 'found' },
    ];
    const { calls, codes } = read({ steps });
    expect(calls).toEqual([[tool, 'successful']]);
    expect(codes).not.toContain('import/result-without-call');
  },
);

test('an interaction that failed is noted', () => {
  expect(read({ input: 'one', outputs: [], error: { message: 'boom' } }).codes).toContain('google-interactions/failed');
});

describe('an interaction that requires an action', () => {
  const call = (id: string) => ({ type: 'function_call', id, name: 'pay', arguments: {} });
  const status = 'requires_action';

  test('has calls that wait for their results', () => {
    const result = { type: 'function_result', call_id: 'a', result: 'paid' };
    const { calls, codes } = read({ status, steps: [call('a'), call('b'), result] });
    expect(calls).toEqual([
      ['pay', 'successful'],
      ['pay', 'pending'],
    ]);
    expect(codes).toContain('import/pending');
    expect(codes).not.toContain('import/no-result');
  });

  test('does not wait for calls of earlier interactions, nor for the tools that Google runs', () => {
    const search = { type: 'google_search_call', id: 'c', arguments: {} };
    expect(read({ status, input: [call('a')], steps: [search] }).calls).toEqual([
      ['pay', 'no-result'],
      ['google_search', 'no-result'],
    ]);
  });

  test('has no calls that wait once it is completed', () => {
    expect(read({ status: 'completed', steps: [call('a')] }).calls).toEqual([['pay', 'no-result']]);
  });
});

/** `InteractionSSEEvent` of @google/genai 2.32.0. */
test('a stream has the steps that its pieces make', () => {
  const interaction = { id: 'i', object: 'interaction', model: 'm' };
  const start = (index: number, step: object) => ({ event_type: 'step.start', index, step });
  const piece = (index: number, delta: object) => ({ event_type: 'step.delta', index, delta });
  const events = [
    { event_type: 'interaction.created', interaction: { ...interaction, status: 'in_progress' } },
    start(0, { type: 'model_output', content: [] }),
    piece(0, text('fo')),
    piece(0, text('ur')),
    start(1, { type: 'function_call', id: 'c', name: 'pay', arguments: {} }),
    piece(1, { type: 'arguments_delta', arguments: '{"n":' }),
    piece(1, { type: 'arguments_delta', arguments: ' 1}' }),
    {
      event_type: 'interaction.completed',
      interaction: {
        ...interaction,
        status: 'requires_action',
        usage: { total_input_tokens: 10, total_output_tokens: 3 },
      },
    },
  ];
  const { history } = firstSession(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')).session;
  expect(history.turns.map(({ label }) => label)).toEqual(['four · plan: pay', 'pay']);
  expect(history.invocations).toMatchObject([{ input: { n: 1 }, outcome: 'pending' }]);
  expect(history.tokens.at(-1)).toMatchObject({ prompt: 10, completion: 3 });
});
