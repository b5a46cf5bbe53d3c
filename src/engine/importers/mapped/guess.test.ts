import { describe, expect, test } from 'vitest';
import { readDocument } from '../../readers/read-document.ts';
import { systemOf } from '../../systems/systems.ts';
import { guessMapping } from './guess.ts';
import { readBy } from './index.ts';
import { readMapping, writeMapping } from './mapping-file.ts';

/** The turns that the guess alone makes of the first session: what was said, and each call with its outcome and output. */
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

describe('shapes of the wild open by the guess alone', () => {
  test('deeds and observations, each in a field of its own, told apart by what is there', () => {
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

  test('a speaker whose name is no known word is the one who answers', () => {
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

  test('pairs of what was said and what was answered', () => {
    const history = [
      ['hi there', 'hello'],
      ['and now?', null],
    ];
    expect(opened({ model: 'x', history })).toEqual(['input: hi there', 'llm: hello', 'input: and now?']);
  });

  test('a turn of both sides under their names', () => {
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

  test('steps with a thought, a deed and what was seen', () => {
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

  test('steps whose results lie in a list of their own, with ids or in their order', () => {
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

  test('parts of messages that are calls, and parts of others that answer them, by name', () => {
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

  test('lists of messages in a list, after a line that is none', () => {
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

test('a mapping of the first version tells the kind by its one field', () => {
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
