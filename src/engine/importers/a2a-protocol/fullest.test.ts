import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const says = (messageId: string, text: string, role = 'agent') => ({
  kind: 'message',
  messageId,
  role,
  parts: [{ kind: 'text', text }],
});
const update = (state: string, message: object) => ({
  kind: 'status-update',
  taskId: 't',
  contextId: 'c',
  status: { state, message },
});

function opened(values: readonly object[]) {
  const { session } = firstSession(JSON.stringify(values));
  const { history, notes } = session;
  return {
    turns: history.turns.map(({ kind, label }) => `${kind} ${label}`),
    codes: notes.map(({ code }) => code),
  };
}

test('a message that is sent again with more text is shown once, with all of it', () => {
  const { turns, codes } = opened([
    says('u', 'hi', 'user'),
    says('a', 'Hel'),
    says('a', 'Hello, how'),
    says('a', 'Hello, how can I help?'),
    says('a', 'Hello, how'),
  ]);
  expect(turns).toEqual(['input hi', 'llm Hello, how can I help?']);
  expect(codes).toContain('a2a-protocol/fuller');
});

test('a message that grows in its task’s status and history is shown once', () => {
  const { turns } = opened([
    { kind: 'task', id: 't', contextId: 'c', status: { state: 'submitted' }, history: [says('u', 'hi', 'user')] },
    update('working', says('a', 'I look')),
    update('working', says('a', 'I look for it.')),
    update('completed', says('b', 'Found.')),
    {
      kind: 'task',
      id: 't',
      contextId: 'c',
      status: { state: 'completed', message: says('b', 'Found.') },
      history: [says('u', 'hi', 'user'), says('a', 'I look for it.')],
    },
  ]);
  expect(turns).toEqual(['input hi', 'llm I look for it.', 'llm Found.']);
});

test('a different text under the same id is another message', () => {
  const { turns } = opened([
    { kind: 'task', id: 't', contextId: 'c', status: { state: 'submitted' }, history: [says('u', 'hi', 'user')] },
    update('working', says('a', 'I look.')),
    update('working', says('a', 'Almost there.')),
    update('completed', says('a', 'Found.')),
  ]);
  expect(turns).toEqual(['input hi', 'llm I look.', 'llm Almost there.', 'llm Found.']);
});
