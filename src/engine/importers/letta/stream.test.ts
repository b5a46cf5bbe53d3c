import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

function opened(text: string) {
  const read = openNow(text);
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  return { tokens: history.tokens.at(-1)?.total, severities: notes.map(({ severity }) => severity) };
}

test('the usage at the end of a Letta stream is read and not reported as lost', () => {
  const messages = [
    { id: '1', message_type: 'user_message', content: 'hi', date: '2026-03-01T10:00:00Z' },
    { id: '2', message_type: 'assistant_message', content: 'hello', date: '2026-03-01T10:00:01Z' },
    { message_type: 'stop_reason', stop_reason: 'end_turn' },
    { message_type: 'usage_statistics', prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
  ];
  const { tokens, severities } = opened(messages.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''));
  expect(tokens).toBe(12);
  expect(severities).not.toContain('lost');
});
