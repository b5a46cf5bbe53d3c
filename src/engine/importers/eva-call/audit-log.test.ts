import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

test('texts that the program writes in the caller’s place are not inputs', () => {
  const line = (message_type: string, value: unknown, at: number) => ({
    value,
    displayName: message_type,
    type: 'text',
    isBotMessage: message_type !== 'user',
    timestamp: String(1_772_403_731_000 + at),
    message_type,
  });
  const response = (text: string, at: number) => line('llm_call', { agent: 'A', response: text }, at);
  const transcript = [
    line('user', 'Hi.', 0),
    response('Hello.', 1),
    line('assistant', 'Hello.', 2),
    line('turn_fallback', '[no speech]', 3),
    response('Are you there?', 4),
    line('assistant', 'Are you there?', 5),
  ];
  const text = JSON.stringify({ transcript, llm_prompts: [], conversation_messages: [] });
  const { history, notes } = firstSession(text).session;
  expect(history.turns.map(({ label }) => label)).toEqual(['Hi.', 'Hello.', 'Are you there?']);
  expect(notes.map(({ code }) => code)).toContain('eva-call/nudge');
});
