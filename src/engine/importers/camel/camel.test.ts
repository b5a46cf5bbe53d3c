import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** `records.py` and `chat_agent.py` of camel-ai: what `save_memory` writes. */
test('the records of a memory have their calls, results and times', () => {
  const record = (second: number, role_at_backend: string, message: object) =>
    JSON.stringify({
      uuid: `${second}`,
      message: { __class__: 'BaseMessage', role_name: 'Assistant', role_type: 'assistant', content: '', ...message },
      role_at_backend,
      extra_info: {},
      timestamp: 1757000000 + second,
      agent_id: 'a',
    });
  const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{"n": 1}' } });
  const lines = [
    record(0, 'system', { content: 'You help.' }),
    record(1, 'user', { role_type: 'user', content: 'go' }),
    record(2, 'assistant', { tool_calls: [call('a'), call('b')] }),
    record(3, 'function', { func_name: 'f', tool_call_id: 'b', result: 'Tool execution failed: x' }),
    record(4, 'function', { func_name: 'f', tool_call_id: 'a', result: 4 }),
    record(5, 'assistant', { content: 'done' }),
  ];
  const { opened, session } = firstSession(lines.join('\n'));
  expect(opened.importer.id).toBe('camel');
  expect(session.history.turns.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'input go',
    'llm plan: f, f',
    'capability f',
    'capability f',
    'llm done',
  ]);
  expect(session.history.invocations.map(({ outcome }) => outcome)).toEqual(['successful', 'errored']);
  expect(session.history.turns[0]?.at).toBe('2025-09-04T15:33:21Z');
});

/** `get_info_dict` in `_utils.py` of camel-ai. */
test('calls that a response leaves to the program wait for their results', () => {
  const response = {
    msgs: [{ role_name: 'A', role_type: 'assistant', meta_dict: {}, content: '' }],
    terminated: false,
    info: {
      usage: { prompt_tokens: 10, completion_tokens: 3, total_tokens: 13 },
      tool_calls: [],
      external_tool_call_requests: [{ tool_name: 'f', args: { n: 1 }, tool_call_id: 'c' }],
    },
  };
  const { history } = firstSession(JSON.stringify(response)).session;
  expect(history.invocations).toMatchObject([{ function: 'f', input: { n: 1 }, outcome: 'pending' }]);
});
