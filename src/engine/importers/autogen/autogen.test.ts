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
