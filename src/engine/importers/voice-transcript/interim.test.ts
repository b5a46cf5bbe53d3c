import { expect, test } from 'vitest';
import { openedCall } from './testing.ts';

const line = (role: string, content: string, isFinal: boolean) => ({
  role,
  content,
  timestamp: 1_760_000_000,
  isFinal,
});

test('final results replace interim results, and a last interim result is shown as it is', () => {
  const { importer, spoken, codes } = openedCall(
    JSON.stringify([
      line('user', 'I', false),
      line('user', 'I want', true),
      line('user', 'tea', false),
      line('user', 'tea, please.', true),
      line('assistant', 'Sure.', true),
      line('user', 'tha', false),
    ]),
  );
  expect(importer).toBe('voice-transcript');
  expect(spoken).toEqual(['I want tea, please.', 'Sure.', 'tha']);
  expect(codes).toContain('voice-transcript/interim');
  expect(codes).toContain('voice-transcript/not-final');
});
