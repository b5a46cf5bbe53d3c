import type { TurnIndex } from '../../engine/model/history.ts';
import { formatPath, type Path } from '../../engine/model/path.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import { mostNotes, type UserNote } from '../../engine/model/user-note.ts';
import type { EngineClient } from '../../worker/connect.ts';
import type { Output } from '../../worker/protocol.ts';
import { withNoted } from '../findInNotes.ts';
import type { Keeping } from './keeping.ts';

/** How the notes of a session are found again. */
export interface NoteOwner {
  /** The id under which the source is kept, or would be, and the session's place in it; null for a sample. */
  readonly own: string | null;
  /** A live session or a run: its content still changes, so that only `own` identifies it. */
  readonly grows: boolean;
}

/** The notes of one session, ordered by turn. */
export interface SessionNotes {
  readonly notes: readonly UserNote[];
  readonly byTurn: ReadonlyMap<TurnIndex, readonly UserNote[]>;
  /** By `pathKey`, whatever the turn. */
  readonly byPath: ReadonlyMap<string, readonly UserNote[]>;
  /** All paths above those with notes. */
  readonly abovePaths: ReadonlySet<string>;
  /** The turns that a search finds, with those whose notes contain the text. */
  readonly withNotes: (found: Output<'find'>) => Output<'find'>;
  /** What identifies the session in the records of its notes. */
  readonly session: string;
  /** Ids of notes that are in the session's own file. */
  readonly inFile: ReadonlySet<string>;
}

export const pathKey = (path: Path): string => formatPath(path);

/** The notes of the session's own file with the changes on this device, and those that were written here. */
export async function notesOf(
  { engine, keeping }: { readonly engine: EngineClient; readonly keeping: Keeping },
  session: SessionRef,
  { own, grows }: NoteOwner,
): Promise<SessionNotes> {
  const { content, notes: inFile } = await engine.userNotes({ session });
  const names = new Set([...(own === null ? [] : [own]), ...(grows ? [] : [content])]);
  const notes = new Map(inFile.map((note) => [note.id, note]));
  for (const { id, value } of await keeping.list('note')) {
    if (!names.has(value.session)) continue;
    const { turn, path, text, at, isRemoved } = value;
    if (isRemoved === true) notes.delete(id);
    else notes.set(id, { id, turn, path, text, at });
  }
  const ordered = [...notes.values()].toSorted((a, b) => a.turn - b.turn || compare(a.at ?? '', b.at ?? ''));
  return {
    notes: ordered,
    byTurn: grouped(ordered, ({ turn }) => turn),
    byPath: grouped(ordered, ({ path }) => (path === null ? null : pathKey(path))),
    abovePaths: new Set(
      ordered.flatMap(({ path }) => path?.slice(1).map((_, at) => pathKey(path.slice(0, at + 1))) ?? []),
    ),
    withNotes: (found) => withNoted(found, ordered),
    session: grows && own !== null ? own : content,
    inFile: new Set(inFile.map(({ id }) => id)),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function grouped<K>(notes: readonly UserNote[], keyOf: (note: UserNote) => K | null): ReadonlyMap<K, UserNote[]> {
  const groups = new Map<K, UserNote[]>();
  for (const note of notes) {
    const key = keyOf(note);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [note]);
    else group.push(note);
  }
  return groups;
}

/** Undoing several steps is faster than the database: a later change must not overtake an earlier one. */
const pending = new WeakMap<Keeping, Promise<unknown>>();

export interface NoteChange {
  readonly before: UserNote | null;
  readonly now: UserNote | null;
}

/** Keeps a note, or removes it (`now` is null). Returns the problem if it is not kept. Changes are made in their order. */
export function changeNote(
  keeping: Keeping,
  notes: Pick<SessionNotes, 'session' | 'inFile' | 'notes'>,
  title: string,
  change: NoteChange,
): Promise<Problem | null> {
  const mine = (pending.get(keeping) ?? Promise.resolve()).then(() => changeNow(keeping, notes, title, change));
  // The caller receives a failure; the next change runs all the same.
  pending.set(
    keeping,
    mine.catch(() => undefined),
  );
  return mine;
}

async function changeNow(
  keeping: Keeping,
  { session, inFile, notes }: Pick<SessionNotes, 'session' | 'inFile' | 'notes'>,
  title: string,
  { before, now }: NoteChange,
): Promise<Problem | null> {
  if (now === null) {
    if (before === null) return null;
    if (!inFile.has(before.id)) return keeping.remove('note', [before.id]);
    return keeping.put('note', before.id, { session, title, ...plain(before), isRemoved: true });
  }
  if (before === null && notes.length >= mostNotes) return tooMany;
  return keeping.put('note', now.id, { session, title, ...plain(now) });
}

/** The schema's lists may be changed, those of a note not. */
const plain = ({ turn, path, text, at }: UserNote) => ({ turn, path: path === null ? null : [...path], text, at });

const tooMany: Problem = {
  code: 'notes/too-many',
  message: `This session has ${mostNotes} notes, which is as many as one may have. Remove one first.`,
};
