import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

function opened(state: object) {
  const { opened: read, session } = firstSession(JSON.stringify(state));
  const { history, notes } = session;
  return {
    importer: read.importer.id,
    turns: history.turns.map(({ kind, text: said }) => [kind, said]),
    outputs: history.invocations.map(({ output }) => output),
    codes: notes.map(({ code }) => code),
  };
}

const agent = {
  type: 'AssistantAgentState',
  version: '1.0.0',
  llm_context: {
    messages: [
      { type: 'SystemMessage', content: 'be brief' },
      { type: 'UserMessage', source: 'user', content: 'list my files' },
      { type: 'AssistantMessage', source: 'a', content: [{ id: 'c', name: 'ls', arguments: '{}' }] },
      { type: 'FunctionExecutionResultMessage', content: [{ call_id: 'c', name: 'ls', content: 'a.txt' }] },
      { type: 'AssistantMessage', source: 'a', content: 'There is a.txt.' },
    ],
  },
};
const turns = [
  ['input', 'list my files'],
  ['llm', undefined],
  ['capability', undefined],
  ['llm', 'There is a.txt.'],
];

test('the state of an agent is the context of its model', () => {
  expect(opened(agent)).toEqual({
    importer: 'autogen',
    turns,
    outputs: ['a.txt'],
    codes: ['import/system-message'],
  });
});

test('a team’s state contains the shared messages; a note names the members’ own states', () => {
  const member = { type: 'ChatAgentContainerState', agent_state: agent };
  const heard = [
    { type: 'TextMessage', source: 'user', content: 'list my files' },
    { type: 'TextMessage', source: 'a', content: 'There is a.txt.' },
  ];
  const manager = { type: 'RoundRobinManagerState', message_thread: heard };
  const found = opened({ type: 'TeamState', agent_states: { a: member, manager } });
  expect(found.turns).toEqual([
    ['input', 'list my files'],
    ['llm', 'There is a.txt.'],
  ]);
  expect(found.codes).toEqual(['autogen/beside']);
  expect(opened({ type: 'TeamState', agent_states: { a: member } }).turns).toEqual(turns);
});

test('the handoff of an agent is no answer of a model; a person’s is an input', () => {
  const handoff = (source: string, content: string) => ({ type: 'HandoffMessage', source, target: 'b', content });
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  const asks = [{ id: 'c', name: 'transfer_to_b', arguments: '{}' }];
  const result = [{ call_id: 'c', name: 'transfer_to_b', content: 'Transferred to b.', is_error: false }];
  const found = opened([
    { type: 'TextMessage', source: 'user', content: 'list my files' },
    { type: 'ToolCallRequestEvent', source: 'a', models_usage: usage, content: asks },
    { type: 'ToolCallExecutionEvent', source: 'a', models_usage: null, content: result },
    { ...handoff('a', 'Transferred to b.'), models_usage: null },
    handoff('user', 'All of them.'),
    { type: 'TextMessage', source: 'b', models_usage: usage, content: 'There is a.txt.' },
  ]);
  expect(found.turns).toEqual([
    ['input', 'list my files'],
    ['llm', undefined],
    ['capability', undefined],
    ['input', 'All of them.'],
    ['llm', 'There is a.txt.'],
  ]);
  expect(found.codes).toEqual(['autogen/aside']);
});

// _user_proxy_agent.py of AutoGen 0.7: the event carries the name of the agent, which then speaks for a person.
test('an agent that asks a person for input says what the person wrote', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  const found = opened([
    { type: 'TextMessage', source: 'user', content: 'write a poem' },
    { type: 'TextMessage', source: 'poet', models_usage: usage, content: 'Roses are red.' },
    { type: 'UserInputRequestedEvent', source: 'editor', request_id: 'r', content: '' },
    { type: 'TextMessage', source: 'editor', models_usage: null, content: 'Longer, please.' },
    { type: 'TextMessage', source: 'poet', models_usage: usage, content: 'Violets are blue.' },
    { type: 'TextMessage', source: 'user_proxy', models_usage: null, content: 'APPROVE' },
  ]);
  expect(found.turns.map(([kind]) => kind)).toEqual(['input', 'llm', 'input', 'llm', 'input']);
});
