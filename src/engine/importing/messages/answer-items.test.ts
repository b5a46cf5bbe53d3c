import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Two calls of a model. The second request contains the first answer and its results, entry by entry. */
function twice(answered: readonly Entry[], came: readonly Entry[]) {
  const span = (id: string, second: number, asked: readonly Entry[], gave: readonly Entry[]) => ({
    traceId: 't',
    spanId: id,
    name: 'response',
    startTime: `2026-01-01T00:00:0${second}Z`,
    endTime: `2026-01-01T00:00:0${second + 1}Z`,
    attributes: {
      'openinference.span.kind': 'LLM',
      'input.value': JSON.stringify({ input: asked }),
      'output.value': JSON.stringify({ object: 'response', output: gave }),
    },
  });
  const user = { role: 'user', content: 'Where is order 7?' };
  const spans = [span('a', 0, [user], answered), span('b', 2, [user, ...answered, ...came], [said('It was lost.')])];
  const opened = openNow(JSON.stringify(spans));
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  return {
    turns: history.turns.map(({ kind, label }) => `${kind} ${label}`),
    invocations: history.invocations.map(({ function: name, outcome, output }) => ({ name, outcome, output })),
    codes: notes.map(({ code }) => code),
  };
}

const said = (text: string) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'find', arguments: JSON.stringify({ id }) });
const output = (id: string, more = {}) => ({
  type: 'function_call_output',
  call_id: id,
  output: `found ${id}`,
  ...more,
});
const first = 'input Where is order 7?';
const last = 'llm It was lost.';

test.each([
  ['words and calls', [said('I look.'), call('a'), call('b')], 'llm I look. · plan: find, find'],
  ['calls alone', [call('a'), call('b')], 'llm plan: find, find'],
  ['reasoning and calls', [{ type: 'reasoning', summary: [] }, call('a'), call('b')], 'llm plan: find, find'],
])('items of one answer, %s, are one turn, and read once although the next request repeats them', (_, items, turn) => {
  const { turns, codes } = twice(items, [output('a'), output('b')]);
  expect(turns).toEqual([first, turn, 'capability find', 'capability find', last]);
  expect(codes).not.toContain('import/no-result');
});

test('a call that the provider ran, and one of a custom tool, are calls with their results', () => {
  const search = { type: 'web_search_call', id: 'w', status: 'completed', action: { type: 'search', query: 'x' } };
  const hosted = { type: 'mcp_call', id: 'm', name: 'ask', arguments: '{}', output: null, error: 'no such server' };
  const custom = { type: 'custom_tool_call', call_id: 'c', name: 'shell', input: 'ls' };
  const came = { type: 'custom_tool_call_output', call_id: 'c', output: 'a.txt' };
  const { invocations } = twice([search, hosted, custom], [came]);
  expect(invocations).toEqual([
    { name: 'web_search', outcome: 'successful', output: undefined },
    { name: 'ask', outcome: 'errored', output: { error: 'no such server' } },
    { name: 'shell', outcome: 'successful', output: 'a.txt' },
  ]);
});

test('an output that was not completed is an error, as in the Responses API itself', () => {
  const { invocations } = twice([call('a')], [output('a', { status: 'incomplete' })]);
  expect(invocations).toMatchObject([{ name: 'find', outcome: 'errored' }]);
});

test('an answer recorded as several messages is read once, although the next request repeats each of them', () => {
  const asking = { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'find', arguments: '{}' } }] };
  const { turns } = twice(
    [{ role: 'assistant', content: 'I look.' }, asking],
    [{ role: 'tool', tool_call_id: 'a', content: 'lost' }],
  );
  expect(turns).toEqual([first, 'llm I look. · plan: find', 'capability find', last]);
});
