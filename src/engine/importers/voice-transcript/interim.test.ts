import { expect, test } from 'vitest';
import { toldCall as told } from './testing.ts';

const line = (role: string, content: string, isFinal: boolean) => ({
  role,
  content,
  timestamp: 1_760_000_000,
  isFinal,
});

test('guesses of the recogniser are replaced by what they end in, and the last one is shown as far as heard', () => {
  const { importer, spoken, codes } = told(
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
