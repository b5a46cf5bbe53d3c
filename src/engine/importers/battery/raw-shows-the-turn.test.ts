import { describe, expect, test } from 'vitest';
import { openEntry, type OpenSession } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { rangesOfTurn } from '../../opening/turn-sources.ts';
import { fixtures } from './testing.ts';

const maxSessions = 3;

/** Replaces escapes such as `\u2019`, however often escaped, by their letters. */
const plain = (text: string): string =>
  text.replace(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The first ASCII words of a text, which no escape divides. A label in brackets has none: it is not text of the recording. */
const wordsOf = (text: string): readonly string[] =>
  [...new Set(text.replace(/^\[[^\]]*\]$|\[[\w.+-]+\/[\w.+-]+\]/g, '').match(/[a-z]{3,}/gi) ?? [])].slice(0, 12);

function unseen(session: OpenSession, text: string): readonly string[] {
  return session.history.turns.flatMap(({ index, text: said, event }) => {
    const words = wordsOf(said ?? '');
    // Events that an importer added have no place in the text.
    if (words.length === 0 || session.sources.at(event) == null) return [];
    const raw = plain(
      rangesOfTurn(session, index)
        .map(({ start, end }) => text.slice(start, end))
        .join(' '),
    );
    // A stream may divide words between its pieces, so half of the words are enough.
    const seen = words.filter((word) => raw.includes(word));
    return seen.length * 2 >= words.length ? [] : [`turn ${index}: “${said?.slice(0, 60)}” in ${raw.slice(0, 80)}`];
  });
}

describe.each(fixtures)('$name', ({ text }) => {
  test('the words of a turn are in the part of the text that is its source', () => {
    const opened = openNow(text);
    if (!opened.ok) throw new Error(opened.problem.message);
    const { entries, document } = opened.value;
    const sessions = entries.slice(0, maxSessions).map((_, entry) => openEntry(opened.value, entry, systemOf));
    expect(sessions.flatMap((session) => (session.ok ? unseen(session.value, document.text) : []))).toEqual([]);
  });
});
