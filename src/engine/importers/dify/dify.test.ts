import { expect, test } from 'vitest';
import { firstSession, openNow } from '../../testing.ts';

/** As `message_agent_thoughts` are written by `api/core/agent/fc_agent_runner.py` and `cot_agent_runner.py` of Dify 1.9. */
const thought = (tool: string, input: unknown, observation: unknown, text = '') => ({
  thought: text,
  tool,
  tool_input: input === '' ? '' : JSON.stringify(input),
  observation: observation === '' ? '' : JSON.stringify(observation),
});
const message = (id: string, parent_message_id: string | null, more: object = {}) => ({
  id,
  parent_message_id,
  conversation_id: 'c',
  query: `question ${id}`,
  answer: `answer ${id}`,
  created_at: 1740906840,
  ...more,
});
const nil = '00000000-0000-0000-0000-000000000000';

function read(...agent_thoughts: readonly object[]) {
  const { history, notes } = firstSession(JSON.stringify({ data: [message('a', nil, { agent_thoughts })] })).session;
  return {
    codes: notes.map(({ code }) => code),
    kinds: history.turns.map(({ kind }) => kind),
    calls: history.invocations.map(({ function: name, outcome }) => `${name} ${outcome}`),
    history,
  };
}

test('calls of one thought are parallel, each with its own arguments and result', () => {
  const { kinds, calls, history } = read(
    thought('weather;time', { weather: { city: 'Oslo' }, time: {} }, { weather: '4', time: 'tool invoke error: boom' }),
  );
  expect(kinds).toEqual(['input', 'llm', 'capability', 'capability', 'llm']);
  expect(calls).toEqual(['weather successful', 'time errored']);
  expect(history.invocations[0]).toMatchObject({ input: { city: 'Oslo' }, output: '4' });
});

test('only the last of parallel calls of one tool has its arguments and result', () => {
  const { calls, codes, history } = read(thought('weather;weather', { weather: { city: 'Rome' } }, { weather: '15' }));
  expect(calls).toEqual(['weather no-result', 'weather successful']);
  expect(history.invocations[1]?.input).toEqual({ city: 'Rome' });
  expect(codes).toContain('dify/parallel-calls');
});

test('a call that was stopped has no result, and the answer of ReAct is no call', () => {
  expect(read(thought('weather', { weather: {} }, '')).calls).toEqual(['weather no-result']);
  const { kinds } = read(thought('Final Answer', { 'Final Answer': 'answer a' }, '', 'answer a'));
  expect(kinds).toEqual(['input', 'llm']);
});

test('a regenerated answer is a branch; messages of the API follow each other', () => {
  const titles = (...data: readonly object[]) => {
    const opened = openNow(JSON.stringify({ data }));
    return opened.ok && opened.value.entries.map(({ title }) => title);
  };
  expect(titles(message('a', null), message('b', 'a'), message('c', 'a'))).toHaveLength(2);
  expect(titles(message('a', nil), message('b', nil), message('c', 'b'))).toHaveLength(1);
  expect(titles(message('a', nil), message('b', nil))).toHaveLength(1);
});

test('the error of an answer is shown in its place, and the user’s files are parts of the question', () => {
  const failed = message('a', nil, {
    answer: '',
    status: 'error',
    error: 'Rate limit',
    message_files: [{ type: 'image', url: 'https://x/a.png', mime_type: 'image/png', belongs_to: 'user' }],
  });
  const { history } = firstSession(JSON.stringify({ data: [failed] })).session;
  expect(history.turns[1]?.label).toBe('[Rate limit]');
  expect(JSON.stringify(history.inputs[0]?.value)).toContain('"file":"https://x/a.png"');
});

/** As `error_to_stream_response` of Dify writes it: https://docs.dify.ai/api-reference/chats/send-chat-message */
test('an error in a stream is kept as its answer, and of a replaced answer the last is kept', () => {
  const ids = { task_id: 't', message_id: 'm', conversation_id: 'c', created_at: 1740906840 };
  const opened = (...events: readonly object[]) =>
    firstSession(events.map((event) => `data: ${JSON.stringify({ ...ids, ...event })}\n\n`).join('')).session;
  const failed = opened({ event: 'message', answer: '' }, { event: 'error', status: 400, message: 'Rate limit' });
  expect(failed.history.turns.map(({ label }) => label)).toEqual(['[Rate limit]']);
  expect(failed.notes.map(({ code }) => code)).toContain('dify/no-input');
  const replaced = opened({ event: 'message', answer: 'Bad' }, { event: 'message_replace', answer: 'Sorry.' });
  expect(replaced.history.turns.map(({ text }) => text)).toEqual(['Sorry.']);
});
