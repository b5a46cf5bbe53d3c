import { err, type Result } from '../../base/result.ts';
import type { Path } from '../model/path.ts';
import type { Problem } from '../model/problem.ts';
import type { Session, SystemId } from '../model/session.ts';
import type { Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import type { Shape, Where } from './values/where.ts';

/**
 * How certain it is that a document belongs to an importer. `possible` means that it can be read if no other importer
 * claims it: for example a list of
 * messages among unknown keys.
 */
export type Claim = 'certain' | 'likely' | 'possible' | 'no';

/** Where a format has its messages, and the fields that each of them has. */
export interface MessageShape {
  /** The list of sessions; absent: the document is one session. */
  readonly sessions?: Where;
  /** Records in a session that may hold the list. */
  readonly within?: readonly string[];
  /** The list of messages, tried in order. */
  readonly turns: readonly string[];
  /** If there are several kinds of messages, one of these. */
  readonly message: Shape | readonly Shape[];
}

/** One format. All importers load to claim the first recording, so this holds little more than the claim. */
export interface Importer {
  readonly id: string;
  readonly title: string;
  /** Decides by content, never by file name. For a long list it receives only the beginning (`recognition/claims.ts`). */
  claim(document: Document): Claim;
  /** For the sentence that refuses a text which is nearly of this format. */
  readonly messageShape?: MessageShape;
  /** Set when positions in its lists have a meaning, so it must see gaps. For other importers missing elements are removed. */
  readonly countsGaps?: true;
  /** Its files hold an agent's context itself: without any turn, they are a snapshot of it. */
  readonly holdsContext?: true;
  /** Its files record how calls ended apart from their results, so a result that is cut off does not put it in doubt. */
  readonly statesOutcomes?: true;
  /** For a format that holds a whole context: whether a further record continues the one before, instead of replacing it. */
  readonly goesOn?: (record: Value) => boolean;
  /** For a format whose first record may already hold some events, while the rest follow as records: this record without them. */
  readonly withoutEvents?: (first: Value) => Value;
  /** Loads the code that reads the format: a separate script, not loaded for other formats. */
  load(): Promise<Read>;
}

/** Document to sessions. It never throws. */
export type Read = (document: Document) => Result<Imported, Problem>;

/** One file may hold many sessions: they are listed at once and made one at a time. */
export interface Imported {
  readonly sessions: readonly SessionEntry[];
}

export interface SessionEntry {
  readonly title: string;
  readonly system: SystemId;
  open(): Result<ReadSession, Problem>;
  /** The same in steps, of formats that hold very long sessions: `stop` is heard in between. */
  readonly opening?: () => Generator<void, Result<ReadSession, Problem>>;
}

export interface ReadSession {
  /** Its `notes` are the fidelity report: everything skipped, repaired or assumed. */
  readonly session: Session;
  /** For each event of the session, its place in the document; null for events that the importer added. */
  readonly sources: Sources;
}

/** Places in the document by event. A list is that; a format that has its events in a row need not keep a path for each. */
export interface Sources {
  readonly length: number;
  /** Undefined beyond the last event. */
  at(event: number): Path | null | undefined;
  /** Other places that an event was made from, such as a result that is separate from its call. */
  also?(event: number): readonly Path[];
}

/** For a document that does not hold what its format has. */
export const malformed = (message: string): Result<never, Problem> => err({ code: 'import/malformed', message });

/** An unreadable entry of a file stays in the list of sessions, so that the others keep their numbers. */
export const unreadableEntry = (system: SystemId, message: string, noun = 'entry'): SessionEntry => ({
  title: `unreadable ${noun}`,
  system,
  open: () => malformed(message),
});
