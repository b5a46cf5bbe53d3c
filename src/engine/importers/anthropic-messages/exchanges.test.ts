import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const marked = { cache_control: { type: 'ephemeral' } };
const user = (text: string, mark = {}) => ({ role: 'user', content: [{ type: 'text', text, ...mark }] });
const use = { type: 'tool_use', id: 't1', name: 'ls', input: { path: '.' } };
const resultWith = (mark = {}) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a.txt', ...mark }],
});
const model = (...content: readonly unknown[]) => ({ role: 'assistant', content });
const answerText = { type: 'text', text: 'There is a.txt.' };

const asking = (...messages: readonly unknown[]) => ({ model: 'claude', max_tokens: 9, system: 'be brief', messages });
const answer = (input: number, ...content: readonly unknown[]) => ({
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content,
  usage: { input_tokens: input, output_tokens: 5 },
});

const requests = [
  asking(user('list my files', marked)),
  asking(user('list my files'), model(use), resultWith(marked)),
  asking(user('list my files'), model(use), resultWith(), model(answerText), user('thanks')),
];
const answers = [answer(10, use), answer(20, answerText), answer(30, { type: 'text', text: 'Welcome.' })];
const pairs = requests.map((request, index) => ({ request, response: answers[index], timestamp: 1767225600 + index }));

function opened(records: readonly unknown[]) {
  const read = openNow(records.map((record) => JSON.stringify(record)).join('\n'));
  if (!read.ok) throw new Error(read.problem.message);
  return read.value.entries.map((_, index) => {
    const session = openEntry(read.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    const { history, notes } = session.value;
    return {
      importer: read.value.importer.id,
      kinds: history.turns.map(({ kind }) => kind),
      times: history.turns.map(({ at }) => at?.slice(17)),
      outputs: history.invocations.map(({ output }) => output),
      sum: history.tokens.at(-1)?.total,
      codes: notes.map(({ code }) => code),
    };
  });
}

const whole = ['input', 'llm', 'capability', 'llm', 'input', 'llm'];

test('an agent’s loop, logged request by request, is one session, though the marks for the cache move on', () => {
  const [session, ...others] = opened(pairs);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ importer: 'anthropic-messages', kinds: whole, outputs: ['a.txt'], sum: 75 });
  expect(session?.times).toEqual(['00Z', '00Z', '01Z', '01Z', '02Z', '02Z']);
  expect(session?.codes).toContain('anthropic-messages/growing-requests');
});

test('requests and responses on lines of their own are the same session', () => {
  const [session, ...others] = opened(pairs.flatMap(({ request, response }) => [request, response]));
  expect(others).toEqual([]);
  expect(session).toMatchObject({ kinds: whole, outputs: ['a.txt'], sum: 75 });
});

test('a stream that a proxy kept as text is read as the answer, with its tokens', () => {
  const events = (from: number, content: readonly unknown[]) => [
    { type: 'message_start', message: { ...answer(from), content: [] } },
    ...content.map((content_block, index) => ({ type: 'content_block_start', index, content_block })),
    { type: 'message_delta', usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ];
  const records = pairs.map(({ request, response }) => {
    const { usage, content } = response ?? answer(0);
    const lines = events(usage.input_tokens, content).map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}`);
    return { request: { url: 'https://x/v1/messages', body: request }, response: { body_raw: lines.join('\n\n') } };
  });
  const [session, ...others] = opened(records);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ kinds: whole, outputs: ['a.txt'], sum: 75 });
});

test('an exchange that the log lacks is read from a later request that repeats it', () => {
  const [first, , third] = pairs;
  const [session, ...others] = opened([first, third]);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ kinds: whole, outputs: ['a.txt'], sum: undefined });
  expect(session?.codes).toContain('import/unlogged-exchange');
});

test('a failed request and its retry are one exchange, and another conversation is a separate session', () => {
  const [first, ...rest] = pairs;
  const failed = { request: first?.request, response: { type: 'error', error: { type: 'overloaded_error' } } };
  const other = { request: asking(user('another')), response: answer(1, answerText) };
  const sessions = opened([failed, first, other, ...rest]);
  expect(sessions.map(({ kinds }) => kinds)).toEqual([whole, ['input', 'llm']]);
});
