import { afterEach, expect, test } from 'vitest';
import { writeSessionFile } from '../../engine/model/session-file.ts';
import { sessionOf } from '../../engine/model/testing.ts';
import { mostNotes, type UserNote } from '../../engine/model/user-note.ts';
import { inProcessEngine } from '../engine/testing.ts';
import type { Keeping } from './keeping.ts';
import { changeNote, notesOf, type NoteOwner, type SessionNotes } from './notes.ts';
import { browserFor, keepingInMemory } from './testing.ts';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

const recorded = sessionOf(`
  user: hi
  agent: bye
`);

const note = (id: string, turn: number, text: string, path: UserNote['path'] = null): UserNote => ({
  id,
  turn,
  path,
  text,
  at: '2026-11-28T16:40:00.000Z',
});

/** The notes of a recording that is opened in an engine of its own, as in another tab. */
function tabWith(keeping: Keeping, text = writeSessionFile(recorded)) {
  const { client: engine, dispose } = inProcessEngine();
  endings.push(dispose);
  const opened = engine
    .open({ text, name: 'recording' })
    .then(({ source }) => engine.openSession({ source, entry: 0 }));
  return async (owner: NoteOwner = { own: null, grows: false }): Promise<SessionNotes> =>
    notesOf({ engine, keeping }, (await opened).ref, owner);
}

const change = (keeping: Keeping, notes: SessionNotes, before: UserNote | null, now: UserNote | null) =>
  changeNote(keeping, notes, 'Title', { before, now });

test('notes are found again when the same recording is opened again, and on no other one', async () => {
  const keeping = keepingInMemory();
  const first = tabWith(keeping);
  const [a, b] = [note('a', 1, 'later'), note('b', 0, 'on a path', ['context', '__proto__'])];
  expect(await change(keeping, await first(), null, a)).toBeNull();
  expect(await change(keeping, await first(), null, b)).toBeNull();
  const again = await tabWith(keeping)();
  expect(again.notes).toEqual([b, a]);
  expect(again.byTurn.get(1)).toEqual([a]);
  expect([...again.byPath]).toEqual([['context.__proto__', [b]]]);
  const other = writeSessionFile(sessionOf('user: hi\nagent: goodbye'));
  expect((await tabWith(keeping, other)()).notes).toEqual([]);
});

test('a note of the session’s file can be changed and removed, and comes back', async () => {
  const keeping = keepingInMemory();
  const own = note('f', 0, 'from the file');
  const shown = tabWith(keeping, writeSessionFile({ ...recorded, userNotes: [own] }));
  expect((await shown()).notes).toEqual([own]);
  const changed = { ...own, text: 'changed here' };
  await change(keeping, await shown(), own, changed);
  expect((await shown()).notes).toEqual([changed]);
  await change(keeping, await shown(), changed, null);
  expect((await shown()).notes).toEqual([]);
  await change(keeping, await shown(), null, own);
  expect((await shown()).notes).toEqual([own]);
});

test('a note that was written here leaves nothing behind when it is removed', async () => {
  const keeping = keepingInMemory();
  const shown = tabWith(keeping);
  const a = note('a', 0, 'x');
  await change(keeping, await shown(), null, a);
  await change(keeping, await shown(), a, null);
  expect(await keeping.list('note')).toEqual([]);
});

test('a session that grows has its notes under its own name, also when it is kept and open again as a recording', async () => {
  const keeping = keepingInMemory();
  const shown = tabWith(keeping);
  const live = { own: 'p1-s1:0', grows: true };
  const a = note('a', 1, 'live');
  await change(keeping, await shown(live), null, a);
  expect((await shown(live)).notes).toEqual([a]);
  expect((await shown({ own: 'p1-s1:0', grows: false })).notes).toEqual([a]);
  // Another live session with the same beginning.
  expect((await shown({ own: 'p2-s1:0', grows: true })).notes).toEqual([]);
});

test('two tabs add and change notes of one session without overwriting each other’s', async () => {
  const browser = browserFor('notes of two tabs');
  endings.push(() => browser.close());
  const [here, there] = [browser.keeping(), browser.keeping()];
  const [shownHere, shownThere] = [tabWith(here), tabWith(there)];
  const [before, alsoBefore] = await Promise.all([shownHere(), shownThere()]);
  await Promise.all([
    change(here, before, null, note('a', 0, 'from here')),
    change(there, alsoBefore, null, note('b', 1, 'from there')),
  ]);
  for (const shown of [shownHere, shownThere]) expect((await shown()).notes.map(({ id }) => id)).toEqual(['a', 'b']);
  await here.removeAll();
  expect((await shownThere()).notes).toEqual([]);
});

test('a session has no more notes than a file may hold', async () => {
  const keeping = keepingInMemory();
  const full = {
    session: 'c',
    inFile: new Set<string>(),
    notes: Array.from({ length: mostNotes }, (_, at) => note(`n${at}`, 0, 'x')),
  };
  const one = note('one more', 0, 'x');
  const refused = await changeNote(keeping, full, 'Title', { before: null, now: one });
  expect(refused?.code).toBe('notes/too-many');
  expect(await keeping.list('note')).toEqual([]);
  expect(await changeNote(keeping, full, 'Title', { before: note('n1', 0, 'x'), now: note('n1', 0, 'y') })).toBeNull();
});
