import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const open = (value: unknown) => firstSession(JSON.stringify(value));
const said = { role: 'user', contents: [{ type: 'text', text: 'go' }] };

/** `_sessions.py` and `_types.py` of agent_framework, `InMemoryChatHistoryProvider.cs` of Microsoft.Agents.AI. */
test.each([
  ['messages', [said]],
  [
    'a session',
    { type: 'session', session_id: 's', service_session_id: null, state: { in_memory: { messages: [said] } } },
  ],
  ['a thread', { service_thread_id: null, chat_message_store_state: { messages: [said] } }],
  ['a response', { type: 'agent_response', messages: [said] }],
  ['a session of .NET', { stateBag: { InMemoryChatHistoryProvider: { messages: [said] } } }],
  ['a thread of .NET', { storeState: { messages: [said] } }],
])('is recognised: %s', (_, document) => {
  const { opened, session } = open(document);
  expect(opened.importer.id).toBe('agent-framework');
  expect(session.history.turns.map(({ label }) => label)).toEqual(['go']);
});

test('a call that is written again after its approval is one call', () => {
  const toolCall = { $type: 'functionCall', callId: 'c', name: 'pay', arguments: { n: 1 } };
  const { session } = open([
    { role: 'user', contents: [{ $type: 'text', text: 'pay' }] },
    { role: 'assistant', contents: [{ $type: 'toolApprovalRequest', requestId: 'r', toolCall }] },
    { role: 'user', contents: [{ $type: 'toolApprovalResponse', requestId: 'r', approved: true, toolCall }] },
    { role: 'assistant', contents: [toolCall] },
    { role: 'tool', contents: [{ $type: 'functionResult', callId: 'c', result: 'paid' }] },
  ]);
  expect(session.history.turns.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'input pay',
    'llm plan: pay',
    'capability pay',
  ]);
  expect(session.history.invocations).toMatchObject([{ outcome: 'successful', output: 'paid' }]);
});

/** `_chat_client.py` of agent_framework_anthropic writes no total; the other clients do. */
test('calls of the provider are calls, and a cache that is counted apart is part of the prompt', () => {
  const counts = { input_token_count: 10, output_token_count: 3, cache_read_input_token_count: 4 };
  const answered = (usage_details: object) =>
    open([
      said,
      {
        role: 'assistant',
        contents: [
          { type: 'mcp_server_tool_call', call_id: 'a', tool_name: 'look', arguments: '{"q": 1}' },
          { type: 'mcp_server_tool_result', call_id: 'a', output: 'seen' },
          { type: 'code_interpreter_tool_call', call_id: 'b', inputs: [] },
          { type: 'usage', usage_details },
        ],
      },
    ]).session.history;
  const { turns, invocations } = answered(counts);
  expect(invocations).toMatchObject([{ output: 'seen' }, { outcome: 'no-result' }]);
  expect(turns.map(({ label }) => label).slice(2)).toEqual(['look', 'code_interpreter']);
  expect(turns[1]?.tokens).toEqual({ prompt: 14, completion: 3, cached: 4 });
  expect(answered({ ...counts, total_token_count: 13 }).turns[1]?.tokens).toEqual({
    prompt: 10,
    completion: 3,
    cached: 4,
  });
});

test('the updates of a stream are joined to messages', () => {
  const update = (role: string | null, message_id: string, content: object) => ({
    role,
    message_id,
    response_id: 'r',
    contents: [content],
  });
  const call = (name: string, text: string) => ({
    type: 'function_call',
    call_id: name === '' ? '' : 'c',
    name,
    arguments: text,
  });
  const { opened, session } = open([
    update('assistant', '1', { type: 'text', text: 'I lo' }),
    update(null, '1', { type: 'text', text: 'ok.' }),
    update('assistant', '1', call('f', '{"n":')),
    update('assistant', '1', call('', ' 1}')),
    update('tool', '2', { type: 'function_result', call_id: 'c', result: 'two' }),
    update('assistant', '3', { type: 'text', text: 'done' }),
  ]);
  expect(opened.importer.id).toBe('agent-framework');
  expect(session.history.turns.map(({ label }) => label)).toEqual(['I look. · plan: f', 'f', 'done']);
  expect(session.history.invocations).toMatchObject([{ input: { n: 1 }, output: 'two' }]);
});
