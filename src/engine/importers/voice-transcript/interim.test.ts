import { expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

function told(text: string) {
  const source = openNow(text);
  if (!source.ok) throw new Error(source.problem.message);
  const read = openEntry(source.value, 0, systemOf);
  if (!read.ok) throw new Error(read.problem.message);
  const { session, history, notes, sources, document } = read.value;
  for (const { event } of history.turns) expect(document.locate(sources.at(event) ?? ['nowhere'])).not.toBeNull();
  return {
    importer: source.value.importer.id,
    session,
    turns: history.turns.map(({ kind }) => kind),
    outcomes: history.invocations.map(({ outcome }) => outcome),
    spoken: session.events.flatMap((event) =>
      typeof event === 'object' && event !== null && 'text' in event ? [event.text] : [],
    ),
    codes: notes.map(({ code }) => code),
  };
}

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
