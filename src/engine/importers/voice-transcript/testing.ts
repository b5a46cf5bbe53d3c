import { expect } from 'vitest';
import { firstSession } from '../../testing.ts';

/** Opens the first session of a text for a test, and checks that each of its turns has a place in the text. */
export function openedCall(text: string) {
  const { opened, session: open } = firstSession(text);
  const { session, history, notes, sources, document } = open;
  const recorded = history.turns.filter(({ kind }) => kind !== 'snapshot');
  for (const { event } of recorded) expect(document.locate(sources.at(event) ?? ['nowhere'])).not.toBeNull();
  return {
    importer: opened.importer.id,
    sessions: opened.entries.map(({ title }) => title),
    session,
    turns: recorded.map(({ kind }) => kind),
    tokens: history.turns.map(({ tokens }) => tokens),
    times: history.turns.map(({ at }) => at),
    outcomes: history.invocations.map(({ outcome }) => outcome),
    spoken: session.events.flatMap((event) =>
      typeof event === 'object' && event !== null && 'text' in event ? [event.text] : [],
    ),
    codes: notes.map(({ code }) => code),
  };
}
