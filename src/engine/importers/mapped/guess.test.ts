import { describe, expect, test } from 'vitest';
import { readDocument } from '../../readers/read-document.ts';
import { systemOf } from '../../systems/systems.ts';
import { fieldsOf } from './fields.ts';
import { guessMapping } from './guess.ts';
import { guessTest } from './guess-kind.ts';
import { readBy } from './index.ts';
import { readMapping, writeMapping } from './mapping.ts';

/** The turns of the first session, read with the guessed mapping: each text, and each call with its outcome and output. */
function opened(value: unknown): readonly string[] {
  const document = readDocument(JSON.stringify(value));
  expect.assert(document.ok);
  const mapping = guessMapping(document.value.value);
  expect(readMapping(writeMapping(mapping))).toEqual({ ok: true, value: mapping });
  const read = readBy(mapping)(document.value);
  expect.assert(read.ok);
  const session = read.value.sessions[0]?.open();
  expect.assert(session?.ok === true);
  const system = systemOf(session.value.session.system);
  const checked = system.check(session.value.session);
  expect.assert(checked.ok);
  const history = system.history(checked.value);
  return history.turns.map(({ kind, label, invocation }) => {
    const call = invocation === undefined ? undefined : history.invocations[invocation];
    if (call === undefined) return `${kind}: ${label.replace(/ ?(?:· )?plan: .*/, '')}`;
    const failed = call.outcome === 'successful' ? '' : ` ${call.outcome}`;
    return `${call.function}(${JSON.stringify(call.input)})${failed} -> ${JSON.stringify(call.output)}`;
  });
}

describe('common shapes open with the guess alone', () => {
  test('a speaker’s words are the text; a thought is the text of an entry without words', () => {
    const log = [
      { ts: 1_761_000_000, who: 'customer', says: 'Please refund order 881' },
      {
        ts: 1_761_000_003,
        who: 'bot',
        thought: 'look it up',
        act: { tool: 'lookup_order', args: '{"id": 881}' },
        obs: { status: 'ok', body: '{"amount": 1200}' },
      },
      { ts: 1_761_000_009, who: 'bot', says: 'It is 1200.' },
    ];
    expect(opened({ agent: 'billing-bot', log })).toEqual([
      'input: Please refund order 881',
      'llm: look it up',
      'lookup_order({"id":881}) -> "{\\"amount\\": 1200}"',
      'llm: It is 1200.',
    ]);
  });

  test('actions and observations in separate fields are distinguished by the field that is present', () => {
    const log = [
      { id: 1, source: 'user', action: 'message', args: { content: 'make a file' }, message: 'make a file' },
      { id: 2, source: 'agent', action: 'run', args: { command: 'touch a' }, message: 'Running it' },
      { id: 3, source: 'agent', observation: 'run', cause: 2, content: 'made', message: 'It ran' },
      { id: 4, source: 'agent', action: 'read', args: { path: 'a' }, message: 'Reading it' },
      { id: 5, source: 'agent', observation: 'read', cause: 4, content: 'empty', message: 'It was read' },
      { id: 6, source: 'agent', action: 'message', args: { content: 'done' }, message: 'done' },
    ];
    expect(opened(log)).toEqual([
      'input: make a file',
      'run({"command":"touch a"}) -> "made"',
      'read({"path":"a"}) -> "empty"',
      'llm: done',
    ]);
  });

  test('a type for calls and a role for messages', () => {
    const items = [
      { type: 'message', role: 'user', content: 'weather?' },
      { type: 'tool_request', id: 'i1', request_id: 'r1', name: 'weather', arguments: '{"city": "Oslo"}' },
      { type: 'tool_response', id: 'i2', request_id: 'r1', output: 'rain' },
      { type: 'message', role: 'assistant', content: 'It rains.' },
    ];
    expect(opened({ items })).toEqual(['input: weather?', 'weather({"city":"Oslo"}) -> "rain"', 'llm: It rains.']);
  });

  test('a speaker with an unknown name is the one who answers', () => {
    const talk = [
      { speaker: 'customer', text: 'hello there' },
      { speaker: 'Nova', text: 'good day to you' },
    ];
    expect(opened({ talk })).toEqual(['input: hello there', 'llm: good day to you']);
  });

  test('a question and its answer in one row', () => {
    const rows = [
      {
        time: '2026-01-01T00:00:00Z',
        question: 'how far?',
        answer: 'two miles',
        tools: [{ tool: 'map', args: { to: 'x' }, result: 2 }],
      },
      { time: '2026-01-01T00:01:00Z', question: 'and back?', answer: 'two more', tools: [] },
    ];
    expect(opened(rows)).toEqual([
      'input: how far?',
      'llm: two miles',
      'map({"to":"x"}) -> 2',
      'input: and back?',
      'llm: two more',
    ]);
  });

  test('one turn with both sides under their names', () => {
    const turns = [
      { user: 'cancel it', assistant: 'done', tool_calls: [{ function: 'cancel', params: { id: 7 }, response: 'ok' }] },
      { user: 'thanks', assistant: 'welcome', tool_calls: [] },
    ];
    expect(opened({ turns })).toEqual([
      'input: cancel it',
      'llm: done',
      'cancel({"id":7}) -> "ok"',
      'input: thanks',
      'llm: welcome',
    ]);
  });

  test('steps with a thought, an action and an observation', () => {
    const steps = [
      { thought: 'find it', action: 'search', action_input: { q: 'tea' }, observation: 'leaves' },
      { thought: 'look closer', action: 'open', action_input: { page: 3 }, observation: 'green leaves' },
    ];
    expect(opened({ steps })).toEqual([
      'llm: find it',
      'search({"q":"tea"}) -> "leaves"',
      'llm: look closer',
      'open({"page":3}) -> "green leaves"',
    ]);
  });

  test('steps whose results are in a separate list, with ids or in order', () => {
    const steps = (ids: boolean) => [
      { source: 'user', message: 'go' },
      {
        source: 'agent',
        message: 'I go',
        tool_calls: [
          { tool_call_id: 'a', function_name: 'left', arguments: { by: 1 } },
          { tool_call_id: 'b', function_name: 'right', arguments: { by: 2 } },
        ],
        observation: {
          results: ids
            ? [
                { source_call_id: 'b', content: 'went right' },
                { source_call_id: 'a', content: 'went left' },
              ]
            : [{ content: 'went left' }, { content: 'went right' }],
        },
      },
    ];
    const turns = ['input: go', 'llm: I go', 'left({"by":1}) -> "went left"', 'right({"by":2}) -> "went right"'];
    expect(opened({ steps: steps(true) })).toEqual(turns);
    expect(opened({ steps: steps(false) })).toEqual(turns);
  });

  test('message parts that are calls, and parts of other messages that answer them by name', () => {
    const events = [
      { content: { role: 'user', parts: [{ text: 'weather?' }] } },
      { content: { role: 'model', parts: [{ function_call: { name: 'weather', args: { city: 'Oslo' } } }] } },
      { content: { role: 'user', parts: [{ function_response: { name: 'weather', response: { t: 4 } } }] } },
      { content: { role: 'model', parts: [{ text: 'Cold.' }] } },
    ];
    expect(opened({ events })).toEqual([
      'input: weather?',
      'llm: ',
      'weather({"city":"Oslo"}) -> {"t":4}',
      'llm: Cold.',
    ]);
  });

  test('lists of messages in a list, after a line that is not a message', () => {
    const talk = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'hello' },
    ];
    expect(opened([{ made: 'by hand' }, talk, talk])).toEqual(['input: hi', 'llm: hello']);
  });

  test('roles written as enumerations', () => {
    const messages = [
      { role: { type: 'role', value: 'user' }, text: 'hi' },
      { role: { type: 'role', value: 'assistant' }, text: 'hello' },
    ];
    expect(opened({ messages })).toEqual(['input: hi', 'llm: hello']);
  });
});

describe('less usual shapes open with the guess alone', () => {
  test('calls written as JSON in a text, beside messages of the same field', () => {
    const call = (city: string) => JSON.stringify({ name: 'weather', arguments: { city } });
    const conversations = [
      { from: 'human', value: 'Oslo and Rome?' },
      { from: 'function_call', value: call('Oslo') },
      { from: 'observation', value: '{"t": 4}' },
      { from: 'function_call', value: call('Rome') },
      { from: 'observation', value: 'unreachable' },
      { from: 'gpt', value: 'Oslo has 4.' },
    ];
    expect(opened([{ id: 'a', conversations }])).toEqual([
      'input: Oslo and Rome?',
      'weather({"city":"Oslo"}) -> "{\\"t\\": 4}"',
      'weather({"city":"Rome"}) -> "unreachable"',
      'llm: Oslo has 4.',
    ]);
  });

  test('calls that models write between tags', () => {
    const conversations = [
      { from: 'human', value: 'Oslo?' },
      { from: 'gpt', value: '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>' },
      { from: 'tool', value: '<tool_response>\n{"t": 4}\n</tool_response>' },
      { from: 'gpt', value: 'It has 4.' },
    ];
    expect(opened([{ conversations }]).slice(2)).toEqual([
      'weather({"city":"Oslo"}) -> "{\\"t\\": 4}"',
      'llm: It has 4.',
    ]);
  });

  test('rows of a speaker and a text, with or without a time', () => {
    const rows = [
      ['user', 'hi there'],
      ['bot', 'hello'],
    ];
    expect(opened(rows)).toEqual(['input: hi there', 'llm: hello']);
    const timed = rows.map((row, minute) => [`2026-01-02 10:0${minute}`, ...row]);
    expect(opened(timed)).toEqual(['input: hi there', 'llm: hello']);
  });

  test('messages keyed by their ids', () => {
    const one = { author: 'user', body: 'plan a trip' };
    const other = { author: 'assistant', body: 'where to?' };
    expect(opened({ mapping: { 'm-1': one, 'm-2': other } })).toEqual(['input: plan a trip', 'llm: where to?']);
  });

  test('a tree of messages', () => {
    const message = (author: string, body: string, below: unknown[] = []) => ({ author, body, below });
    const tree = message('user', 'two and two?', [
      message('assistant', '4', [message('user', 'times three?', [message('assistant', '12')])]),
    ]);
    expect(opened(tree)).toEqual(['input: two and two?', 'llm: 4', 'input: times three?', 'llm: 12']);
  });

  test('a question and an answer that are records with unusual names', () => {
    const exchanges = [
      {
        request: { utterance: 'what time is it' },
        response: { utterance: 'noon', actions: [{ action: 'now', params: {}, status: 'FORBIDDEN', output: null }] },
      },
    ];
    expect(opened({ exchanges })).toEqual(['input: what time is it', 'llm: noon', 'now({}) restricted -> null']);
  });

  test('thoughts in one field and answers in another', () => {
    const items = [
      { type: 'user', utterance: 'open the gate' },
      { type: 'agent', thought: 'I must check first' },
      { type: 'tool_call', tool: 'check', args: {}, id: 1 },
      { type: 'tool_result', id: 1, output: 'locked' },
      { type: 'agent', utterance: 'It is locked' },
    ];
    expect(opened({ items })).toEqual([
      'input: open the gate',
      'llm: I must check first',
      'check({}) -> "locked"',
      'llm: It is locked',
    ]);
  });

  test('a session that is one text', () => {
    const transcript = JSON.stringify([
      { speaker: 'caller', words: 'I lost my card' },
      { speaker: 'agent', words: 'I block it' },
    ]);
    expect(opened([{ call: 'a', transcript }])).toEqual(['input: I lost my card', 'llm: I block it']);
  });
});

test('where no value is a known word, the first value is the input and the next is the model', () => {
  const entries = [{ who: 'zed' }, { who: 'yon' }, { who: 'yon' }, { who: 'third' }];
  const [field] = fieldsOf(entries);
  expect.assert(field !== undefined);
  expect(guessTest(field, entries)?.values).toEqual([
    { value: 'zed', kind: 'input' },
    { value: 'yon', kind: 'llm' },
    { value: 'third', kind: 'skip' },
  ]);
});

test('a mapping of version 1 finds the kind in its one field', () => {
  const first = {
    format: 'contextscope/mapping',
    version: 1,
    title: 'old',
    sessions: null,
    turns: [],
    kind: { field: ['who'], values: [{ value: 'me', kind: 'input' }], otherwise: 'skip' },
    text: ['said'],
    calls: { list: [], name: null, arguments: null, id: null },
    results: { list: [], id: null, name: null, content: null, flag: null, flagSays: 'failed' },
    time: null,
    tokens: { prompt: null, completion: null },
  };
  const read = readMapping(JSON.stringify(first));
  expect(read).toMatchObject({
    ok: true,
    value: {
      kind: {
        tests: [{ field: ['who'], values: [{ value: 'me', kind: 'input' }], otherwise: null }],
        otherwise: 'skip',
      },
      asked: null,
    },
  });
  const all = readMapping(JSON.stringify({ ...first, kind: { field: null, values: [], otherwise: 'llm' } }));
  expect(all).toMatchObject({ ok: true, value: { kind: { tests: [], otherwise: 'llm' } } });
});

test('a mapping of version 2 gives a meaning only to the flag value true', () => {
  const nowhere = { list: [], id: null, name: null };
  const second = {
    format: 'contextscope/mapping',
    version: 2,
    title: 'old',
    sessions: null,
    turns: ['log'],
    kind: { tests: [], otherwise: 'llm' },
    asked: null,
    text: ['said'],
    calls: { ...nowhere, arguments: null },
    results: { ...nowhere, content: ['came'], flag: ['ok'], flagSays: 'worked' },
    time: null,
    tokens: { prompt: null, completion: null },
  };
  const ends = [
    { value: 'true', end: 'worked' },
    { value: 'false', end: 'failed' },
  ];
  const value = { also: [], inside: null, results: { ...nowhere, content: ['came'], flag: ['ok'], ends } };
  expect(readMapping(JSON.stringify(second))).toMatchObject({ ok: true, value });
});
