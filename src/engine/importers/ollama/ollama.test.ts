import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

// https://github.com/ollama/ollama/blob/main/docs/api.md (“Load a model”)
test('the answer to a request that only loads a model is no turn', () => {
  const answer = { model: 'm', created_at: '2026-01-01T00:00:00Z', done: true };
  const lines = [
    { ...answer, response: '', done_reason: 'load' },
    { ...answer, response: 'Hi.', done_reason: 'stop' },
  ];
  const { session } = firstSession(lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(session.history.turns.map(({ text }) => text)).toEqual(['Hi.']);
  expect(session.notes.map(({ code }) => code)).toContain('ollama/load');
});
