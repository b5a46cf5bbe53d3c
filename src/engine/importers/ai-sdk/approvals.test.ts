import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** https://ai-sdk.dev/docs/ai-sdk-core/tools-and-tool-calling#tool-execution-approval */
const call = (toolCallId: string) => ({ type: 'tool-call', toolCallId, toolName: 'remove', input: { toolCallId } });
const request = (toolCallId: string) => ({ type: 'tool-approval-request', approvalId: `of-${toolCallId}`, toolCallId });
const response = (toolCallId: string, approved: boolean, reason?: string) => ({
  type: 'tool-approval-response',
  approvalId: `of-${toolCallId}`,
  approved,
  reason,
});
const result = (toolCallId: string, output: object) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'remove',
  output,
});
const user = { role: 'user', content: 'Remove them.' };
const asks = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: [...ids.map(call), ...ids.map(request)],
});

const outcomes = (value: unknown) =>
  firstSession(JSON.stringify(value)).session.history.invocations.map(({ outcome, output, reason }) => [
    outcome,
    output,
    reason,
  ]);

test('calls that need a person’s approval are pending, restricted, or have their result', () => {
  const messages = [
    user,
    asks('a', 'b', 'c', 'd'),
    { role: 'tool', content: [response('a', true), response('b', false, 'too many'), response('c', true)] },
    { role: 'tool', content: [result('a', { type: 'text', value: 'gone' })] },
  ];
  expect(outcomes(messages)).toEqual([
    ['successful', 'gone', undefined],
    ['restricted', null, 'too many'],
    ['pending', undefined, 'approved, and its result is not recorded'],
    ['pending', undefined, 'waits for the user’s approval'],
  ]);
});

test('a refusal that is repeated as a result is read once', () => {
  const messages = [
    user,
    asks('a'),
    { role: 'tool', content: [response('a', false, 'no')] },
    { role: 'tool', content: [result('a', { type: 'execution-denied', reason: 'no' })] },
    { role: 'assistant', content: 'I leave them.' },
  ];
  expect(outcomes(messages)).toEqual([['restricted', null, 'no']]);
});

test('steps of generateText end with calls that wait', () => {
  const step = {
    content: [call('a'), { ...request('a'), toolCall: call('a') }],
    finishReason: 'tool-calls',
    usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
    response: { id: 'r', modelId: 'm', timestamp: '2026-01-01T00:00:00Z', messages: [asks('a')] },
  };
  expect(outcomes({ steps: [step] })).toEqual([['pending', undefined, 'waits for the user’s approval']]);
  expect(outcomes(step)).toEqual([['pending', undefined, 'waits for the user’s approval']]);
});
