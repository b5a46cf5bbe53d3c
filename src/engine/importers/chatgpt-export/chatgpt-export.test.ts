import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const message = (id: string, role: string, words: string, metadata: object = {}) => ({
  id,
  author: { role, name: null, metadata: {} },
  create_time: 1_780_000_000.5,
  content: { content_type: 'text', parts: [words] },
  metadata,
  recipient: 'all',
});

test('an answer that the token limit cut off is marked as such', () => {
  const mapping = {
    u: { id: 'u', message: message('u', 'user', 'Tell me a story'), parent: null, children: ['a'] },
    a: {
      id: 'a',
      message: message('a', 'assistant', 'Once upon', { finish_details: { type: 'max_tokens' } }),
      parent: 'u',
      children: [],
    },
  };
  const { session } = firstSession(JSON.stringify([{ title: 't', mapping, current_node: 'a', id: 'c' }]));
  expect(session.notes.map(({ code }) => code)).toContain('import/cut-by-token-limit');
});

// As conversations of 2025 and 2026 have it.
test('a tool may answer under a shorter or a longer name', () => {
  const tool = (id: string, name: string) => ({ ...message(id, 'tool', name), author: { role: 'tool', name } });
  const call = (id: string, recipient: string) => ({ ...message(id, 'assistant', '{"n": 1}'), recipient });
  const said = [
    message('a', 'user', 'find it'),
    call('b', 'file_search.msearch'),
    tool('c', 'file_search'),
    call('d', 'canmore.create'),
    tool('e', 'canmore.create'),
    call('f', 'web'),
    tool('g', 'web.run'),
  ];
  const mapping = Object.fromEntries(
    said.map((one, index) => [one.id, { id: one.id, message: one, parent: said[index - 1]?.id ?? null, children: [] }]),
  );
  const { session } = firstSession(JSON.stringify([{ title: 't', mapping, current_node: 'g', id: 'c' }]));
  expect(session.history.invocations.map(({ function: name, output }) => [name, output])).toEqual([
    ['file_search.msearch', 'file_search'],
    ['canmore.create', 'canmore.create'],
    ['web', 'web.run'],
  ]);
});
