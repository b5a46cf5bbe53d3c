import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../readers/read-document.ts';
import { readSessionFile, writeSessionFile, writeSessionStream } from './session-file.ts';
import type { Session } from './session.ts';
import { sessionOf } from './testing.ts';
import { longestNote, mostNotes, readUserNotes, type UserNote } from './user-note.ts';
import type { Value } from './value.ts';

const conversation = sessionOf(`
  user: hi
  agent (3+4): done
`);

function again(text: string): Session {
  const document = readDocument(text);
  if (!document.ok) throw new Error(document.problem.message);
  const read = readSessionFile(document.value.value);
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

const step = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('__proto__', 'constructor', '\u202Eabc'), fc.nat());
const note = (id: number): fc.Arbitrary<UserNote> =>
  fc.record({
    id: fc.constant(`n${id}`),
    turn: fc.nat(),
    path: fc.oneof(
      fc.constant(null),
      fc.array(step, { maxLength: 5 }).map((steps) => ['context', ...steps]),
    ),
    text: fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme', maxLength: 200 }).filter((text) => text.trim() !== ''),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '```\n# not a heading',
        'a\u202Eb',
        '{"$double": "NaN"}',
        'x'.repeat(longestNote),
      ),
    ),
    at: fc.constantFrom(null, '2026-11-28T16:40:00.000Z', '2026-11-28T16:40:00Z'),
  });
const notes = fc.nat(12).chain((length) => fc.tuple(...Array.from({ length }, (_, at) => note(at))));

describe('the notes of a person', () => {
  it('are read again from a session file, and from a stream, as they were written', () => {
    fc.assert(
      fc.property(notes, (userNotes) => {
        const session = { ...conversation, ...(userNotes.length > 0 && { userNotes }) };
        expect(again(writeSessionFile(session))).toEqual(session);
        expect(again(writeSessionStream(session).join('\n'))).toEqual(session);
      }),
    );
  });

  it('need no field of a session file', () => {
    expect(writeSessionFile(conversation)).not.toContain('userNotes');
    expect(again(writeSessionFile(conversation))).toEqual(conversation);
  });

  it('that cannot be read are left out with a note of the import, and the others stay', () => {
    const fine = { id: 'a', turn: 1, text: 'fine' };
    const file = (userNotes: unknown) =>
      again(writeSessionFile(conversation).replace(/\n\}\n$/, `,\n"userNotes":${JSON.stringify(userNotes)}\n}\n`));
    const wrong = [
      7,
      null,
      'text',
      { turn: -1, text: 'x' },
      { turn: 0.5, text: 'x' },
      { turn: 1 },
      { turn: 1, text: '  ' },
    ];
    const paths = [[], [1], ['a', -1], ['a', null], 'context', ['x'.repeat(2000)]].map((path) => ({
      turn: 1,
      text: 'x',
      path,
    }));
    const { userNotes, notes: report } = file([fine, ...wrong, ...paths]);
    expect(userNotes).toEqual([{ ...fine, path: null, at: null }]);
    expect(report).toMatchObject([{ severity: 'lost', code: 'session-file/user-notes' }]);
    expect(report[0]?.message).toContain(`${wrong.length + paths.length} entries of “userNotes” left out`);
    expect(file({ turn: 1 }).notes).toMatchObject([{ message: expect.stringContaining('One entry') as unknown }]);
    expect(file({ turn: 1 }).userNotes).toBeUndefined();
  });

  it('have an id each, and one that is missing or not the only one is replaced', () => {
    const { userNotes } = readUserNotes([
      { id: 'a', turn: 0, text: 'one' },
      { id: 'a', turn: 0, text: 'two' },
      { turn: 0, text: 'three' },
      { id: 'x'.repeat(500), turn: 0, text: 'four' },
    ]);
    expect(userNotes.map(({ id }) => id)).toEqual(['a', '1', '2', '3']);
  });

  it('are bounded in number and length', () => {
    const many: Value[] = Array.from({ length: mostNotes + 5 }, (_, at) => ({ id: `n${at}`, turn: at, text: 'x' }));
    expect(readUserNotes(many)).toMatchObject({ fault: { message: expect.stringContaining('5 entries') as unknown } });
    expect(readUserNotes(many).userNotes).toHaveLength(mostNotes);
    const { userNotes, fault } = readUserNotes([{ turn: 0, text: `${'x'.repeat(longestNote - 2)}😀 and more` }]);
    expect(userNotes[0]?.text).toBe(`${'x'.repeat(longestNote - 2)}…`);
    expect(fault?.message).toBe(`One note cut after ${longestNote} characters.`);
  });
});
