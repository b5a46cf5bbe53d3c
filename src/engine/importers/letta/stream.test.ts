import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

function opened(text: string) {
  const read = openNow(text);
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  return {
    tokens: history.tokens.at(-1)?.total,
    severities: notes.map(({ severity }) => severity),
    codes: notes.map(({ code }) => code),
    messages: notes.map(({ message }) => message),
    turns: history.turns.map(({ kind, label }) => `${kind} ${label}`),
    invocations: history.invocations,
  };
}

test('the usage at the end of a Letta stream is read and not reported as lost', () => {
  const messages = [
    { id: '1', message_type: 'user_message', content: 'hi', date: '2026-03-01T10:00:00Z' },
    { id: '2', message_type: 'assistant_message', content: 'hello', date: '2026-03-01T10:00:01Z' },
    { message_type: 'stop_reason', stop_reason: 'end_turn' },
    { message_type: 'usage_statistics', prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
  ];
  const { tokens, severities } = opened(messages.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''));
  expect(tokens).toBe(12);
  expect(severities).not.toContain('lost');
});

/** `letta_message.py` and the streaming interfaces of letta 0.16: pieces and parts of one answer have one id. */
test('the pieces of an answer, its text and its calls are one turn', () => {
  const piece = (message_type: string, fields: object) => ({
    id: 'm',
    message_type,
    date: '2026-03-01T10:00:00Z',
    ...fields,
  });
  const call = (name: string | null, text: string | null) => ({ name, arguments: text, tool_call_id: 'c' });
  const messages = [
    piece('assistant_message', { content: 'I lo' }),
    piece('assistant_message', { content: 'ok.' }),
    piece('tool_call_message', { tool_call: call('f', null), tool_calls: call('f', null) }),
    piece('tool_call_message', { tool_call: call(null, '{"n":'), tool_calls: call(null, '{"n":') }),
    piece('tool_call_message', { tool_call: call(null, ' 1}'), tool_calls: call(null, ' 1}') }),
  ];
  const { turns, invocations } = opened(messages.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''));
  expect(turns).toEqual(['llm I look. · plan: f', 'capability f']);
  expect(invocations).toMatchObject([{ input: { n: 1 } }]);
});

test('a compaction is noted and makes no turn', () => {
  const messages = [
    { id: '1', message_type: 'user_message', content: 'hi', date: '2026-03-01T10:00:00Z' },
    { id: '2', message_type: 'summary_message', summary: 'They met.', date: '2026-03-01T10:00:01Z' },
  ];
  const { turns, codes } = opened(JSON.stringify(messages));
  expect(turns).toEqual(['input hi']);
  expect(codes).toContain('letta/compacted');
});

test('parallel calls return in one message', () => {
  const call = (tool_call_id: string) => ({ name: 'f', arguments: '{}', tool_call_id });
  const returned = (tool_call_id: string, status: string) => ({ tool_return: tool_call_id, status, tool_call_id });
  const message = (id: string, message_type: string, fields: object) => ({
    id,
    message_type,
    date: '2026-03-01T10:00:00Z',
    ...fields,
  });
  const messages = [
    message('1', 'user_message', { content: 'go' }),
    message('2', 'tool_call_message', { tool_call: call('a'), tool_calls: [call('a'), call('b')] }),
    message('3', 'tool_return_message', {
      ...returned('a', 'success'),
      tool_returns: [returned('a', 'success'), returned('b', 'error')],
    }),
  ];
  expect(opened(JSON.stringify(messages)).invocations.map(({ outcome }) => outcome)).toEqual(['successful', 'errored']);
});

test('why the agent stopped is noted, from a stream and from a response', () => {
  const message = { id: '1', message_type: 'assistant_message', content: 'hm', date: '2026-03-01T10:00:00Z' };
  const stop_reason = { message_type: 'stop_reason', stop_reason: 'max_steps' };
  const usage = { message_type: 'usage_statistics', prompt_tokens: 9, completion_tokens: 3 };
  for (const document of [[message, stop_reason, usage], { messages: [message], stop_reason, usage }])
    expect(opened(JSON.stringify(document))).toMatchObject({
      turns: ['llm hm'],
      tokens: 12,
      codes: expect.arrayContaining(['letta/stopped']),
      messages: expect.arrayContaining(['The agent stopped because of “max_steps”.']),
    });
});
