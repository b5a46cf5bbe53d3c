import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const user = (content: string) => ({ role: 'user', content });
const asking = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'lookup', arguments: `{"id": "${id}"}` } }],
});
const came = (id: string) => ({ role: 'tool', tool_call_id: id, content: `found ${id}` });
const saying = (content: string) => ({ role: 'assistant', content });

const answer = (message: unknown, prompt: number) => ({
  object: 'chat.completion',
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message }],
  usage: { prompt_tokens: prompt, completion_tokens: 5, total_tokens: prompt + 5 },
});

function opened(records: readonly unknown[]) {
  const read = openNow(records.map((record) => JSON.stringify(record)).join('\n'));
  if (!read.ok) throw new Error(read.problem.message);
  return read.value.entries.map((_, index) => {
    const session = openEntry(read.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    return session.value;
  });
}

const kindsOf = (records: readonly unknown[]) =>
  opened(records).map(({ history }) => history.turns.map(({ kind }) => kind));

test('an agent’s loop, logged request by request, is one session with the tokens and times of each answer', () => {
  const [session, ...others] = opened([
    { request: { messages: [user('a?')] }, response: answer(asking('c1'), 10), startTime: '2026-03-01T10:00:00Z' },
    {
      request: { messages: [user('a?'), asking('c1'), came('c1')] },
      response: answer(saying('a!'), 30),
      startTime: '2026-03-01T10:00:04Z',
    },
  ]);
  expect(others).toEqual([]);
  expect(session?.history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  expect(session?.history.tokens.at(-1)).toMatchObject({ prompt: 40, completion: 10 });
  expect(session?.history.turns[3]?.at).toBe('2026-03-01T10:00:04Z');
  expect(session?.notes.map(({ code }) => code)).toContain('openai-chat/growing-requests');
});

test('an answer that was not recorded is taken from the next request, which repeats it', () => {
  const records = [
    { request: { messages: [user('a?')] }, timestamp: 1 },
    { request: { messages: [user('a?'), saying('a!'), user('b?')] }, response: answer(saying('b!'), 30), timestamp: 2 },
  ];
  expect(kindsOf(records)).toEqual([['input', 'llm', 'input', 'llm']]);
});

test('simultaneous conversations stay separate', () => {
  const exchangesOf = (who: string) => [
    { request: { messages: [user(who)] }, response: answer(saying(`hi ${who}`), 10) },
    { request: { messages: [user(who), saying(`hi ${who}`), user('and?')] }, response: answer(saying('no'), 20) },
  ];
  const [a1, a2, b1, b2] = [...exchangesOf('ann'), ...exchangesOf('bob')];
  expect(kindsOf([a1, b1, a2, b2])).toEqual([
    ['input', 'llm', 'input', 'llm'],
    ['input', 'llm', 'input', 'llm'],
  ]);
});

test('a repeated question is a separate session, and so is each conversation of a data set', () => {
  const once = { request: { messages: [user('a?')] }, response: answer(saying('a!'), 10) };
  expect(kindsOf([once, once])).toHaveLength(2);
  const grown = [
    [user('a?'), saying('a!')],
    [user('a?'), saying('a!'), user('b?'), saying('b!')],
  ];
  expect(kindsOf(grown.map((messages) => ({ messages })))).toHaveLength(2);
});

test('an exchange missing from the log is taken from a later request, and the report says so', () => {
  const records = [
    { request: { messages: [user('a?')] }, response: answer(saying('a!'), 10), timestamp: 1 },
    {
      request: { messages: [user('a?'), saying('a!'), user('b?'), asking('c1'), came('c1'), saying('b!'), user('c?')] },
      response: answer(saying('c!'), 50),
      timestamp: 2,
    },
  ];
  const [session, ...others] = opened(records);
  expect(others).toEqual([]);
  expect(session?.history.turns.map(({ kind, text: said }) => said ?? kind)).toEqual([
    'a?',
    'a!',
    'b?',
    'llm',
    'capability',
    'b!',
    'c?',
    'c!',
  ]);
  expect(session?.notes.map(({ code }) => code)).toContain('import/unlogged-exchange');
  const halves = records.flatMap(({ request, response, timestamp }) => [
    { type: 'request', request, timestamp },
    { type: 'response', response, timestamp },
  ]);
  expect(kindsOf(halves)).toEqual(kindsOf(records));
});

test('two agents whose requests and responses are lines of one log get one session each', () => {
  const exchangesOf = (who: string) => [
    { request: { messages: [user(who)] } },
    { response: answer(saying(`hi ${who}`), 10) },
    { request: { messages: [user(who), saying(`hi ${who}`), user('and?')] } },
    { response: answer(saying('no'), 20) },
  ];
  const [ann, bob] = [exchangesOf('ann'), exchangesOf('bob')];
  expect(kindsOf([...ann.slice(0, 2), ...bob, ...ann.slice(2)])).toEqual([
    ['input', 'llm', 'input', 'llm'],
    ['input', 'llm', 'input', 'llm'],
  ]);
});

test('a request that was sent again after no answer appears once', () => {
  const lost = { request: { messages: [user('a?')] } };
  const [session] = opened([lost, { ...lost, response: answer(saying('a!'), 10) }]);
  expect(session?.history.turns.map(({ text: said }) => said)).toEqual(['a?', 'a!']);
  expect(session?.notes.map(({ code }) => code)).toContain('openai-chat/retry');
});

test('answers of Ollama among the logged requests keep their tokens', () => {
  const ollama = (content: string, prompt: number) => ({
    model: 'llama3',
    created_at: '2026-03-01T10:00:00Z',
    message: { role: 'assistant', content },
    done: true,
    done_reason: 'stop',
    prompt_eval_count: prompt,
    eval_count: 5,
  });
  const [session] = opened([
    { request: { messages: [user('a?')] }, response: ollama('a!', 10) },
    { request: { messages: [user('a?'), saying('a!'), user('b?')] }, response: ollama('b!', 30) },
  ]);
  expect(session?.history.turns.map(({ text: said }) => said)).toEqual(['a?', 'a!', 'b?', 'b!']);
  expect(session?.history.tokens.at(-1)).toMatchObject({ prompt: 40, completion: 10 });
});

test('a try that the client dropped stays in the session, and the request after the next try continues it', () => {
  const [session, ...others] = opened([
    { request: { messages: [user('a?')] }, response: answer(saying('no call'), 10) },
    {
      request: { messages: [user('a?'), saying('no call'), user('Use a tool.')] },
      response: answer(asking('c1'), 20),
    },
    { request: { messages: [user('a?'), asking('c1'), came('c1')] }, response: answer(saying('a!'), 30) },
  ]);
  expect(others).toEqual([]);
  expect(session?.history.turns.map(({ kind, text: said }) => said ?? kind)).toEqual([
    'a?',
    'no call',
    'Use a tool.',
    'llm',
    'capability',
    'a!',
  ]);
  expect(session?.notes.map(({ code }) => code)).toContain('openai-chat/taken-back');
});
