import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const human = { type: 'human', content: 'Write to my boss.', id: 'h' };
const asks = { type: 'ai', content: '', id: 'a', tool_calls: [{ name: 'send', args: { to: 'boss' }, id: 'c' }] };
const sent = { type: 'tool', content: 'sent', name: 'send', id: 't', tool_call_id: 'c' };
/** As returned by `invoke` and the server's `runs.wait`: https://docs.langchain.com/oss/python/langchain/human-in-the-loop */
const interrupt = {
  value: { action_requests: [{ name: 'send', args: { to: 'boss' } }], review_configs: [] },
  id: '3f8c',
};
const messages = [human, asks];

function opened(value: unknown) {
  const { history, session } = firstSession(JSON.stringify(value)).session;
  return {
    calls: history.invocations.map(({ outcome, output }) => [outcome, output]),
    states: session.events.filter((event) => JSON.stringify(event).includes('__interrupt__')),
  };
}

const snapshot = {
  values: { messages },
  next: ['tools'],
  config: {},
  tasks: [{ name: 'tools', interrupts: [interrupt] }],
};

test.each([
  ['the state that invoke gives', { messages, __interrupt__: [interrupt] }],
  ['a snapshot', snapshot],
  ['a stream of updates', [{ model: { messages: [human, asks] } }, { __interrupt__: [interrupt] }]],
  ['a stream of values', [{ messages: [human] }, { messages }, { messages, __interrupt__: [interrupt] }]],
])('a call that waits for a person’s approval is pending, in %s', (_, value) => {
  expect(opened(value)).toEqual({ calls: [['pending', undefined]], states: [] });
});

test('a result that follows after all is the call’s result', () => {
  const answered = [{ messages, __interrupt__: [interrupt] }, { messages: [...messages, sent] }];
  expect(opened(answered).calls).toEqual([['successful', 'sent']]);
});
