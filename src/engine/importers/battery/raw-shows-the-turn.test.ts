import { describe, expect, test } from 'vitest';
import { openEntry, type OpenSession } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { rangesOfTurn } from '../../turn-sources.ts';
import { fixtures } from './testing.ts';

/** Sessions of one file that are looked at. */
const most = 3;

/** Who writes letters as `\u2019`, however deep in a text, means the letters. */
const plain = (text: string): string =>
  text.replace(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The first words of a text, which no escape divides; in brackets stands what is no text. */
const wordsOf = (text: string): readonly string[] =>
  [...new Set(text.replace(/^\[[^\]]*\]$/, '').match(/[a-z]{3,}/gi) ?? [])].slice(0, 12);

function unseen(session: OpenSession, text: string): readonly string[] {
  return session.history.turns.flatMap(({ index, said, event }) => {
    const words = wordsOf(said ?? '');
    // What an importer added stands nowhere.
    if (words.length === 0 || session.sources.at(event) == null) return [];
    const raw = plain(
      rangesOfTurn(session, index)
        .map(({ start, end }) => text.slice(start, end))
        .join(' '),
    );
    // Pieces of a stream cut words in two.
    const seen = words.filter((word) => raw.includes(word));
    return seen.length * 2 >= words.length ? [] : [`turn ${index}: “${said?.slice(0, 60)}” in ${raw.slice(0, 80)}`];
  });
}

describe.each(fixtures)('$name', ({ text }) => {
  test('what a turn says can be read in the part of the text that it was made of', () => {
    const opened = openNow(text);
    if (!opened.ok) throw new Error(opened.problem.message);
    const { entries, document } = opened.value;
    const sessions = entries.slice(0, most).map((_, entry) => openEntry(opened.value, entry, systemOf));
    expect(sessions.flatMap((session) => (session.ok ? unseen(session.value, document.text) : []))).toEqual([]);
  });
});
