import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const text = (words: string) => ({ type: 'text', text: words });
const use = (id: string) => ({ type: 'tool_use', id, name: 'find', input: { q: id } });
const answer = (id: string, tokens: readonly [number, number], ...content: readonly unknown[]) => ({
  id,
  type: 'message',
  role: 'assistant',
  model: 'claude-x',
  content,
  usage: { input_tokens: tokens[0], cache_read_input_tokens: 1, output_tokens: tokens[1] },
});
const resultOf = (id: string) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content: 'found' }],
});

function opened(document: string) {
  const read = openNow(document);
  if (!read.ok) throw new Error(read.problem.message);
  return read.value.entries.map((_, index) => {
    const session = openEntry(read.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    const { history, session: own, notes } = session.value;
    return {
      kinds: history.turns.map(({ kind }) => kind[0]).join(''),
      calls: history.invocations.map(({ function: name }) => name),
      tokens: [history.tokens.at(-1)?.prompt, history.tokens.at(-1)?.completion],
      model: 'model' in own.header ? own.header.model : undefined,
      codes: notes.map(({ code }) => code),
    };
  });
}

const asList = (values: readonly unknown[]) => JSON.stringify(values);
const asLines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

const first = answer('m1', [10, 5], text('Let me look.'), use('t1'));
const second = answer('m2', [20, 6], text('There it is.'));

test.each([
  ['a list', asList],
  ['JSON Lines', asLines],
])('responses of a loop as %s are one session with the tokens and the model of each', (_, written) => {
  const [session, ...others] = opened(written([first, second]));
  expect(others).toEqual([]);
  expect(session).toMatchObject({ kinds: 'lcl', calls: ['find'], tokens: [32, 11], model: 'claude-x' });
  expect(session?.codes).toContain('anthropic-messages/answers-in-a-row');
});

test.each([
  ['a list', asList],
  ['JSON Lines', asLines],
])('complete responses among the messages, as %s, keep their tokens and their model', (_, written) => {
  const [session, ...others] = opened(written([{ role: 'user', content: 'find it' }, first, resultOf('t1'), second]));
  expect(others).toEqual([]);
  expect(session).toMatchObject({ kinds: 'ilcl', calls: ['find'], tokens: [32, 11], model: 'claude-x' });
});

test('responses of unrelated requests are a session each, with its own tokens', () => {
  const sessions = opened(asLines([answer('m1', [90, 5], text('one')), answer('m2', [20, 6], text('two'))]));
  expect(sessions.map(({ kinds, tokens }) => [kinds, tokens])).toEqual([
    ['l', [91, 5]],
    ['l', [21, 6]],
  ]);
});
