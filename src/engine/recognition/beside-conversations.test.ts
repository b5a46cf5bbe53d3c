import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mutatedDocument, valueMutation } from '../importers/battery/mutations/testing.ts';
import { readingOf } from '../importers/battery/testing.ts';
import { openEntry } from '../opening/open-session.ts';
import { systemOf } from '../systems/systems.ts';
import { readDocument } from '../readers/read-document.ts';
import { openNow } from '../testing.ts';
import { exchangeRows } from './exchange-rows.ts';
import { recognise } from './recognise.ts';

/** Content beside a conversation in files of evaluations and logs. It must not be read as the conversation. */
const call = { id: 'a', type: 'function', function: { name: 'lookup_order', arguments: '{"id": 7}' } };
const asked = [
  { role: 'system', content: 'You refund orders.' },
  { role: 'user', content: 'refund order 7' },
];
const answer = { role: 'assistant', content: 'I refunded 40.' };
const conversation = [
  ...asked,
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'a', content: '40' },
  answer,
];
const judging = [
  { role: 'system', content: 'You are an impartial judge.' },
  { role: 'user', content: `Rate the conversation. ${'It has to be polite. '.repeat(60)}` },
];
const judged = [...judging, { role: 'assistant', content: '{"score": 8}' }];
const example = [
  { role: 'user', content: 'Example: refund order 1' },
  { role: 'assistant', content: 'Done.' },
];
const definition = {
  type: 'function',
  function: { name: 'issue_refund', description: 'Refunds.', parameters: { type: 'object', properties: {} } },
};

function sessionsOf(value: unknown) {
  const read = openNow(JSON.stringify(value));
  if (!read.ok) throw new Error(read.problem.message);
  return read.value.entries.map((_, index) => {
    const session = openEntry(read.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    const { history, notes, sources, document } = session.value;
    return {
      turns: history.turns.map(({ kind }) => kind[0]).join(''),
      first: history.turns[0]?.text,
      last: history.turns.at(-1)?.text,
      calls: history.invocations.map(({ function: name }) => name),
      tokens: [history.tokens.at(-1)?.prompt, history.tokens.at(-1)?.completion],
      lost: notes.filter(({ severity }) => severity === 'lost').map(({ code, message }) => `${code}: ${message}`),
      isPlaced: Array.from({ length: sources.length }, (_, event) => sources.at(event)).every(
        (place) => place === null || place === undefined || document.locate(place) !== null,
      ),
    };
  });
}

const whole = { turns: 'ilcl', first: 'refund order 7', last: 'I refunded 40.', calls: ['lookup_order'] };

describe('the conversation is read, not the content beside it', () => {
  test.each([
    ['an evaluation', { evaluation: { messages: judged, score: 8 }, conversation }, 'evaluation.messages'],
    ['the prompt of a judge', { judge_prompt: judging, transcript: conversation, score: 1 }, 'judge_prompt'],
    [
      'a long prompt of a grader',
      { grader: { prompt: [...judging, ...judging] }, transcript: conversation },
      'grader.prompt',
    ],
    [
      'examples in the prompt',
      { prompt: { few_shot_examples: example }, trajectory: conversation },
      'prompt.few_shot_examples',
    ],
    [
      'templates of prompts',
      { prompt_templates: { main: example }, run: { history: conversation } },
      'prompt_templates.main',
    ],
  ])('beside %s, which the report names', (_, value, left) => {
    const [session, ...others] = sessionsOf(value);
    expect(others).toEqual([]);
    expect(session).toMatchObject(whole);
    expect(session?.lost.join()).toContain(`“${left}”`);
  });

  test.each([
    ['definitions of tools beside it', { available_tools: [definition], dialog: conversation }],
    ['definitions among its messages', [asked[1], { role: 'tool', content: definition }, ...conversation.slice(2)]],
    [
      'definitions as text among them',
      [asked[1], { role: 'tool', content: JSON.stringify(definition) }, ...conversation.slice(2)],
    ],
    ['a rubric', { rubric: [{ role: 'criterion', content: 'polite' }], messages: conversation }],
    ['all messages given back', { input: { messages: asked }, output: { messages: conversation } }],
  ])('with %s', (_, value) => {
    const [session, ...others] = sessionsOf(value);
    expect(others).toEqual([]);
    expect(session).toMatchObject(whole);
  });

  test('where a known key holds the judge, the report says which conversation was not read', () => {
    const [session] = sessionsOf({ messages: judged, sample: { conversation } });
    expect(session?.lost.join()).toContain('“sample.conversation”');
  });

  test('the same conversation in another form is not reported as a second one', () => {
    const [session] = sessionsOf({ messages: conversation, raw_messages: conversation });
    expect(session?.lost).toEqual([]);
  });
});

const run = {
  id: '1',
  trace_id: '1',
  dotted_order: '20240101T000000000000Z1',
  name: 'agent',
  run_type: 'chain',
  start_time: '2024-01-01T00:00:00',
  end_time: '2024-01-01T00:00:05',
  inputs: { messages: asked },
  outputs: { messages: conversation },
};
const evaluator = { ...run, id: '2', trace_id: '2', dotted_order: '20240101T000100000000Z2', name: 'evaluator' };
const ofJudge = {
  ...evaluator,
  id: '3',
  parent_run_id: '2',
  dotted_order: '20240101T000100000000Z2.20240101T000100000000Z3',
  run_type: 'llm',
  inputs: { messages: [judging] },
  outputs: { generations: [[{ text: '8' }]] },
};

test('a root run of LangSmith without its steps is the conversation, also beside the trace of its judge', () => {
  expect(sessionsOf([run])).toMatchObject([whole]);
  const [first, ...others] = sessionsOf([run, { ...evaluator, inputs: {}, outputs: { score: 1 } }, ofJudge]);
  expect(first).toMatchObject(whole);
  expect(others).toHaveLength(1);
});

describe('a prompt is read with the answer to it', () => {
  const tokenUsage = { prompt: 8, completion: 4 };
  test.each([
    ['messages and output', { messages: asked, output: answer.content }],
    ['messages and response', { messages: asked, response: answer }],
    ['input and output', { input: asked, output: answer.content }],
    ['request and response as text', { request: { messages: asked }, response: answer.content }],
    ['request and its text', { request: { messages: asked }, response: { text: answer.content } }],
    ['request and its content', { request: { messages: asked }, response: { content: answer.content } }],
    ['input and a message', { input: { messages: asked }, output: answer }],
    ['prompt and completion', { prompt: asked, completion: [answer] }],
    ['prompt and completion as texts', { prompt: 'refund order 7', completion: answer.content }],
    ['a test case', { input: 'refund order 7', actual_output: answer.content }],
  ])('%s, alone and as rows', (_, value) => {
    const expected = { turns: 'il', first: 'refund order 7', last: 'I refunded 40.', isPlaced: true };
    expect(sessionsOf(value)).toMatchObject([expected]);
    for (const session of sessionsOf([value, value])) expect(session).toMatchObject(expected);
  });

  test.each([
    ['as messages', JSON.stringify(asked)],
    ['as text', 'refund order 7'],
  ])('results of promptfoo with the prompt %s have the answers and the tokens', (_, raw) => {
    const result = {
      prompt: { raw, label: 'p' },
      vars: {},
      response: { output: answer.content, tokenUsage },
      success: true,
    };
    const found = sessionsOf({ version: 3, results: { results: [result] }, config: {} });
    expect(found).toMatchObject([{ turns: 'il', first: 'refund order 7', last: 'I refunded 40.', tokens: [8, 4] }]);
  });

  test.each([
    ['as a list', [call]],
    ['as text', JSON.stringify([call])],
  ])('results of promptfoo whose answer only calls functions have the calls %s', (_, output) => {
    const result = { prompt: { raw: JSON.stringify(asked) }, response: { output, tokenUsage }, success: true };
    const found = sessionsOf({ version: 3, results: { results: [result] }, config: {} });
    expect(found).toMatchObject([{ turns: 'ilc', calls: ['lookup_order'], tokens: [8, 4] }]);
  });

  test('results of promptfoo that failed have their prompts, and an answer in JSON is its text', () => {
    const result = { prompt: { raw: 'refund order 7' }, vars: {}, success: false, failureReason: 2 };
    const error = 'API error: 429';
    const cut = { output: { refunded: 40 }, finishReason: 'length', tokenUsage };
    const found = sessionsOf({
      results: {
        results: [
          { ...result, error },
          { ...result, response: cut },
          { ...result, error },
        ],
      },
    });
    expect(found.map(({ turns, last }) => [turns, last])).toEqual([
      ['i', 'refund order 7'],
      ['il', '{"refunded":40}'],
      ['i', 'refund order 7'],
    ]);
  });

  test('cases of DeepEval have the calls', () => {
    const tools_called = [{ name: 'lookup_order', input_parameters: { id: 7 }, output: '40' }];
    const found = sessionsOf({
      test_cases: [{ input: 'refund order 7', actual_output: answer.content, tools_called }],
    });
    expect(found).toMatchObject([whole]);
  });

  test('a call in the answer has a place of its own', () => {
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    const read = openNow(JSON.stringify({ messages: asked, output: [message] }));
    const { document } = read.ok ? read.value : {};
    const range = document?.locate(['choices', 0, 'message', 'tool_calls', 0]);
    expect(document?.text.slice(range?.start, range?.end)).toBe(JSON.stringify(call));
  });

  test('the report says that a prompt has no answer', () => {
    const [session] = sessionsOf({ model: 'm', messages: asked });
    expect(session).toMatchObject({ turns: 'i' });
    expect(session?.lost.join()).toContain('no-answer');
  });

  test('requests without responses that repeat one another become one session', () => {
    const found = sessionsOf([
      { model: 'm', messages: asked },
      { model: 'm', messages: conversation.slice(0, 4) },
    ]);
    expect(found).toMatchObject([{ turns: 'ilc', calls: ['lookup_order'] }]);
  });

  test('a file with only an input and an output is not a prompt and its answer', () => {
    expect(openNow(JSON.stringify({ input: 'a.txt', output: 'b.txt' })).ok).toBe(false);
    expect(openNow(JSON.stringify([definition])).ok).toBe(false);
  });
});

test('hostile pairs of prompts and answers are read or refused, and never throw', () => {
  const rows = [
    { prompt: { raw: JSON.stringify(asked) }, response: { output: 'x', tokenUsage: { prompt: 1, completion: 2 } } },
    { input: 'refund', actual_output: 'x', tools_called: [{ name: 'f', input_parameters: {}, output: 1 }] },
    { messages: asked, response: answer },
  ];
  const document = readDocument(JSON.stringify(rows));
  if (!document.ok) throw new Error(document.problem.message);
  fc.assert(
    fc.property(fc.array(valueMutation, { minLength: 1, maxLength: 4 }), (mutations) => {
      expect(readingOf(mutatedDocument(exchangeRows(document.value) ?? document.value, mutations)).faults).toEqual([]);
      expect(typeof recognise(mutatedDocument(document.value, mutations)).ok).toBe('boolean');
    }),
    { numRuns: 200, seed: 20261122 },
  );
});
