import { expect, test } from 'vitest';
import { firstSession, openNow } from '../../testing.ts';

function read(usedTools: unknown, more: object = {}) {
  const messages = [
    { role: 'userMessage', content: 'How many?', chatId: 'c' },
    { role: 'apiMessage', content: 'Two.', chatId: 'c', usedTools, ...more },
  ];
  const { history, notes } = firstSession(JSON.stringify(messages)).session;
  return {
    turns: history.turns.map(({ kind, label }) => (kind === 'capability' ? kind : `${kind}: ${label}`)),
    calls: history.invocations.map((call) => [call.function, call.outcome]),
    codes: notes.map(({ code }) => code),
  };
}

const used = [
  { tool: 'calc', toolInput: { q: '1+1' }, toolOutput: '2' },
  { tool: 'web', toolInput: {}, toolOutput: '', error: 'net down' },
];

test.each([
  ['a list', used],
  ['a text, as in rows of the database', JSON.stringify(used)],
])('tools in %s are calls before the answer', (_, written) => {
  const { turns, calls } = read(written);
  expect(turns.at(-1)).toBe('llm: Two.');
  expect(turns.filter((turn) => turn === 'capability')).toHaveLength(2);
  expect(calls).toEqual([
    ['calc', 'successful'],
    ['web', 'errored'],
  ]);
});

test('a text that holds no tools is noted, and the answer stays', () => {
  expect(read('[]').codes).not.toContain('import/call');
  const { turns, codes } = read('[{"tool": "calc"');
  expect(turns).toEqual(['input: How many?', 'llm: Two.']);
  expect(codes).toContain('import/call');
});

/** As `packages/server/src/utils/buildAgentGraph.ts` of version 3 writes them: the action goes when the user has decided. */
test('a tool that waits for the user is pending, and has its result from the next answer', () => {
  const asked = { tool: 'refund', toolInput: { id: 7 }, toolOutput: '' };
  const outcomes = (...answers: readonly object[]) => {
    const messages = answers.map((answer) => ({ role: 'apiMessage', content: 'Ok?', chatId: 'c', ...answer }));
    const asking = { role: 'userMessage', content: 'Go', chatId: 'c' };
    const { history } = firstSession(JSON.stringify([asking, ...messages])).session;
    return history.invocations.map((call) => call.outcome);
  };
  expect(outcomes({ usedTools: [asked], action: { id: 'a' } })).toEqual(['pending']);
  expect(outcomes({ usedTools: [asked] }, {})).toEqual(['no-result']);
  expect(outcomes({ usedTools: [asked] }, { usedTools: [{ ...asked, toolOutput: 'done' }] })).toEqual(['successful']);
});

test('messages between agents are left out with a note', () => {
  expect(read(null, { agentReasoning: [{ agentName: 'Writer', messages: ['Done.'] }] }).codes).toContain(
    'flowise/agents',
  );
});

/** As `exportChatflowMessages` of version 3 writes it. */
test('each chat of an export of the page is a session with its calls', () => {
  const chat = (id: string, usedTools?: unknown) => ({
    id,
    source: 'UI',
    sessionId: id,
    memoryType: null,
    email: null,
    messages: [
      { content: 'How many?', role: 'user', time: '2026-03-02T09:14:03.000Z' },
      { content: 'Two.', role: 'bot', time: '2026-03-02T09:14:09.000Z', usedTools },
    ],
  });
  const text = JSON.stringify([chat('a', used), chat('b')]);
  const opened = openNow(text);
  expect(opened.ok && opened.value.entries).toHaveLength(2);
  const { history } = firstSession(text).session;
  expect(history.invocations.map((call) => call.outcome)).toEqual(['successful', 'errored']);
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'capability', 'llm']);
});

test('the tools of all nodes of an agentflow are calls, and what earlier nodes said is noted', () => {
  const node = (content: string, usedTools: readonly object[]) => ({ data: { output: { content, usedTools } } });
  const agentFlowExecutedData = [node('Checking.', [used[0] ?? {}]), node('Two.', [used[1] ?? {}])];
  const answer = { text: 'Two.', question: 'How many?', chatId: 'c', chatMessageId: 'm', agentFlowExecutedData };
  const { history, notes } = firstSession(JSON.stringify(answer)).session;
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'capability', 'llm']);
  expect(history.invocations.map(({ outcome }) => outcome)).toEqual(['successful', 'errored']);
  expect(notes.map(({ code }) => code)).toContain('flowise/agents');
});
