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
