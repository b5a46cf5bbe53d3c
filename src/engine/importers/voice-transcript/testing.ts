import { expect } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

/** For tests of calls: what the first session of a text tells. Each of its turns has a place in the text. */
export function toldCall(text: string) {
  const source = openNow(text);
  if (!source.ok) throw new Error(source.problem.message);
  const read = openEntry(source.value, 0, systemOf);
  if (!read.ok) throw new Error(read.problem.message);
  const { session, history, notes, sources, document } = read.value;
  for (const { event } of history.turns) expect(document.locate(sources.at(event) ?? ['nowhere'])).not.toBeNull();
  return {
    importer: source.value.importer.id,
    sessions: source.value.entries.map(({ title }) => title),
    session,
    turns: history.turns.map(({ kind }) => kind),
    tokens: history.turns.map(({ tokens }) => tokens),
    times: history.turns.map(({ at }) => at),
    outcomes: history.invocations.map(({ outcome }) => outcome),
    spoken: session.events.flatMap((event) =>
      typeof event === 'object' && event !== null && 'text' in event ? [event.text] : [],
    ),
    codes: notes.map(({ code }) => code),
  };
}
