import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const result = (facts: object) => {
  const call = { type: 'webhook', request_id: 'r', tool_name: 'pay', params_as_json: '{}', tool_has_been_called: true };
  const entry = (role: string, message: string | null, more: object = {}) => ({
    role,
    message,
    tool_calls: [],
    tool_results: [],
    time_in_call_secs: 1,
    ...more,
  });
  const transcript = [
    entry('user', 'Pay.'),
    entry('agent', null, { tool_calls: [call] }),
    entry('agent', 'Hm.', { tool_results: [{ request_id: 'r', tool_name: 'pay', ...facts }] }),
  ];
  const text = JSON.stringify({ agent_id: 'a', conversation_id: 'c', status: 'done', metadata: {}, transcript });
  const { history, notes } = firstSession(text).session;
  return {
    ends: history.invocations.map(({ outcome, reason }) => [outcome, reason]),
    isNoted: notes.some(({ code }) => code === 'elevenlabs/blocked'),
  };
};

/** https://github.com/elevenlabs/elevenlabs-js (`ConversationHistoryTranscriptOtherToolsResultCommonModel`) */
test.each([
  [{ result_value: 'paid', is_error: false, is_blocked: false }, ['successful', undefined]],
  [{ result_value: '', is_error: true, raw_error_message: 'no route', error_type: 'x' }, ['errored', 'no route']],
  [{ result_value: '', is_error: false, is_blocked: true, error_type: 'blocked' }, ['errored', 'blocked']],
])('a result %j ends the call as %j', (facts, end) => {
  expect(result(facts)).toEqual({ ends: [end], isNoted: end.includes('blocked') });
});
