import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const rpc = (more: object) => ({ jsonrpc: '2.0', ...more });
const call = (id: unknown, name: string) => rpc({ id, method: 'tools/call', params: { name, arguments: {} } });
const result = (id: unknown, text: string) => rpc({ id, result: { content: [{ type: 'text', text }] } });

function invocationsOf(...messages: readonly object[]) {
  const { session } = firstSession(messages.map((message) => JSON.stringify(message)).join('\n'));
  return session.history.invocations.map(({ function: name, output }) => [name, output]);
}

test('answers may arrive in any order', () => {
  expect(invocationsOf(call(1, 'f'), call(2, 'g'), result(2, 'two'), result(1, 'one'))).toEqual([
    ['f', 'one'],
    ['g', 'two'],
  ]);
});

test('the answer to a server’s request with the same id does not answer the call', () => {
  const ping = rpc({ id: 1, method: 'ping' });
  const sampling = rpc({ id: 1, method: 'sampling/createMessage', params: { messages: [] } });
  const sampled = rpc({ id: 1, result: { role: 'assistant', content: { type: 'text', text: 'sampled' }, model: 'm' } });
  const unknown = rpc({ id: 1, error: { code: -32_601, message: 'Method not found' } });
  expect(invocationsOf(call(1, 'f'), ping, rpc({ id: 1, result: {} }), result(1, 'one'))).toEqual([['f', 'one']]);
  expect(invocationsOf(call(1, 'f'), sampling, sampled, result(1, 'one'))).toEqual([['f', 'one']]);
  expect(invocationsOf(call(1, 'f'), sampling, unknown, result(1, 'one'))).toEqual([['f', 'one']]);
  expect(invocationsOf(call(1, 'f'), sampling, result(1, 'one'), sampled)).toEqual([['f', 'one']]);
  const failed = rpc({ id: 1, error: { code: -32_602, message: 'bad' } });
  expect(invocationsOf(call(1, 'f'), failed)).toEqual([['f', { error: 'bad' }]]);
});

test('1 and "1" are two ids, and a reused id refers to the newer call', () => {
  expect(
    invocationsOf(call('1', 'f'), call(1, 'g'), result(1, 'G'), result('1', 'F'), call(1, 'f'), result(1, 'again')),
  ).toEqual([
    ['f', 'F'],
    ['g', 'G'],
    ['f', 'again'],
  ]);
});

// https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
test('a call that runs as a task has the task’s result, or waits for it', () => {
  const started = (id: number, taskId: string) => rpc({ id, result: { task: { taskId, status: 'working' } } });
  const about = (id: number, method: string) => rpc({ id, method, params: { taskId: 't' } });
  const status = rpc({ id: 3, result: { taskId: 't', status: 'completed' } });
  const log = [
    rpc({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} } }),
    call(1, 'f'),
    started(1, 't'),
    call(2, 'g'),
    started(2, 'u'),
    about(3, 'tasks/get'),
    status,
    about(4, 'tasks/result'),
    result(4, 'one'),
  ];
  const { opened, session } = firstSession(log.map((message) => JSON.stringify(message)).join('\n'));
  expect(opened.entries.length).toBe(1);
  expect(session.history.invocations.map(({ outcome, output }) => [outcome, output])).toEqual([
    ['successful', 'one'],
    ['pending', undefined],
  ]);
});

test('a call that the client cancelled was stopped', () => {
  const cancelled = rpc({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'too slow' } });
  expect(invocationsOf(call(1, 'f'), cancelled)).toEqual([['f', { error: 'too slow' }]]);
});

test('requests of another protocol in the same log are reported', () => {
  const params = { message: { role: 'user', messageId: 'm', parts: [{ kind: 'text', text: 'hi' }] } };
  const log = [
    rpc({ id: 1, method: 'message/send', params }),
    call(1, 'f'),
    result(1, 'one'),
    rpc({ id: 1, result: {} }),
  ];
  const { session } = firstSession(log.map((message) => JSON.stringify(message)).join('\n'));
  expect(session.history.invocations.map(({ output }) => output)).toEqual(['one']);
  expect(session.notes.find(({ code }) => code === 'mcp/foreign')?.severity).toBe('lost');
});
