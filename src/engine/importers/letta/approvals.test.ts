import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const message = (second: number, message_type: string, fields: object) => ({
  id: `m${second}`,
  date: `2025-01-01T00:00:0${second}Z`,
  message_type,
  ...fields,
});
const call = (tool_call_id: string) => ({ name: 'pay', arguments: '{}', tool_call_id });

function callsOf(request: object, response: object) {
  const messages = [
    message(0, 'user_message', { content: 'pay' }),
    message(1, 'approval_request_message', request),
    message(2, 'approval_response_message', response),
    message(3, 'assistant_message', { content: 'ok' }),
  ];
  const opened = openNow(JSON.stringify(messages));
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value.history.invocations.map(({ outcome, reason }) => [outcome, reason]);
}

test('a refusal that names the request message applies to the call in it', () => {
  const response = { approve: false, approval_request_id: 'm1', reason: 'too dear' };
  expect(callsOf({ tool_call: call('a') }, response)).toEqual([['restricted', 'too dear']]);
});

test('each of several calls has its own decision', () => {
  const request = { tool_calls: [call('a'), call('b')] };
  const approvals = [
    { type: 'approval', tool_call_id: 'b', approve: false, reason: 'not b' },
    { type: 'approval', tool_call_id: 'a', approve: true },
  ];
  expect(callsOf(request, { approvals })).toEqual([
    ['no-result', undefined],
    ['restricted', 'not b'],
  ]);
});

test('a request without an answer waits, and a tool of the client returns with its approval', () => {
  const asked = { tool_calls: [call('a'), call('b')] };
  const paid = { type: 'tool', tool_call_id: 'a', tool_return: 'paid', status: 'success' };
  expect(callsOf(asked, { approvals: [paid] })).toEqual([
    ['successful', undefined],
    ['pending', 'waiting for approval when the recording ends'],
  ]);
});
