import { atOnce } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { notesWithoutCredentials, withoutCredentials } from '../importing/credentials.ts';
import type { Sources } from '../importing/importer.ts';
import type { History } from '../model/history.ts';
import type { Note, Problem } from '../model/problem.ts';
import type { Session, SystemId } from '../model/session.ts';
import { withSnapshot } from '../model/snapshot-moment.ts';
import type { Document } from '../readers/document.ts';
import type { Lines } from '../readers/lines.ts';
import type { CallsMade } from '../systems/moment.ts';
import type { System } from '../systems/system.ts';
import type { GrowingSession } from './growing-session.ts';
import { noteOfGaps } from './note-of-gaps.ts';
import type { ImporterName, OpenText } from './open-text.ts';

/** A session with all data that methods need. */
export interface OpenSession {
  readonly session: Session;
  readonly system: System;
  readonly history: History;
  readonly sources: Sources;
  readonly document: Document;
  /** Lines of the document's text, shared by all sessions in it. */
  readonly lines: Lines;
  readonly importer: ImporterName;
  /** The import report: what the reader and the importer skipped, repaired or assumed. */
  readonly notes: readonly Note[];
  /** For a run: its calls. */
  readonly calls?: CallsMade;
}

/** For a live source: the session with those events that it had before, and its columns, which grow. */
export type Grown = (system: System, session: Session) => Pick<GrowingSession, 'session' | 'history'>;

/** `systemOf` returns the code of the system that the entry names. */
export const openEntry = (
  text: OpenText,
  index: number,
  systemOf: (id: SystemId) => System,
): Result<OpenSession, Problem> => atOnce(openingEntry(text, index, systemOf));

/** The same in steps. */
export function* openingEntry(
  text: OpenText,
  index: number,
  systemOf: (id: SystemId) => System,
  grown?: Grown,
): Generator<void, Result<OpenSession, Problem>> {
  const entry = text.entries[index];
  if (entry === undefined) return err(noSuchEntry(index, text.entries.length));
  const read = entry.opening === undefined ? entry.open() : yield* entry.opening();
  if (!read.ok) return read;
  yield;
  const system = systemOf(read.value.session.system);
  const session = system.check(withoutCredentials(read.value.session));
  if (!session.ok) return session;
  yield;
  const growing = grown?.(system, session.value);
  const history = growing?.history ?? (yield* historyOf(system, session.value));
  const { document, lines, importer } = text;
  const { sources } = read.value;
  const gaps = noteOfGaps({ document, lines, sources, history, isOnly: text.entries.length === 1 });
  const ofReader = notesOfReader(document);
  const notes = [...ofReader, ...(gaps === undefined ? [] : [gaps]), ...session.value.notes];
  return ok({
    session: growing?.session ?? session.value,
    system,
    history: historyShown(system, { session: session.value, history }),
    sources,
    document,
    lines,
    importer,
    notes,
  });
}

const cleanNotes = new WeakMap<Document, readonly Note[]>();

/** The same for all sessions of a document: its text is searched once. */
function notesOfReader(document: Document): readonly Note[] {
  const notes = cleanNotes.get(document) ?? notesWithoutCredentials(document.notes, document.text);
  cleanNotes.set(document, notes);
  return notes;
}

/** A session without turns has one moment, the snapshot. */
export const historyShown = (system: System, { session, history }: Pick<OpenSession, 'session' | 'history'>): History =>
  history.turns.length > 0 ? history : withSnapshot(history, session.events.length, system.unrecorded?.(session));

/** Number of events between two steps. */
const stride = 256;

function* historyOf(system: System, session: Session): Generator<void, History> {
  const { header, events } = session;
  const columns = system.growing(header, events);
  for (let start = 0; start < events.length; start += stride) {
    if (start > 0) yield;
    for (const event of events.slice(start, start + stride)) columns.add(event);
  }
  return columns.history;
}

export const noSuchEntry = (index: number, count: number): Problem => ({
  code: 'open/no-such-session',
  message: `There is no session ${index}: this file holds ${count}, counted from 0.`,
});

/** Refuses a session without a turn: no rule can be judged on it. A snapshot of a context needs none. */
export function withTurns(session: OpenSession): Result<OpenSession, Problem> {
  const { history, importer, notes } = session;
  const hasTurns = history.turns.some(({ kind }) => kind === 'input' || kind === 'llm' || kind === 'capability');
  if (hasTurns || importer.holdsContext === true) return ok(session);
  const [reason] = [...notes.filter(({ severity }) => severity === 'lost'), ...notes];
  const why = reason === undefined ? '' : ` ${reason.message}`;
  return err({
    code: 'import/no-turns',
    message: `This was read as “${importer.title}”, but it contains no turn: no message of a user, no answer of a model and no call.${why} Open the recording of the conversation itself.`,
  });
}
