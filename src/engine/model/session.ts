import type { Brand } from '../../base/brand.ts';
import type { Answers } from './decisions.ts';
import type { Note } from './problem.ts';
import type { UserNote } from './user-note.ts';

/** The five ways of holding an agent's context. */
export const systemIds = ['task', 'a2a', 'noetic', 'voice', 'adk'] as const;
export type SystemId = (typeof systemIds)[number];

export type SessionId = Brand<string, 'SessionId'>;

/** Names a session and one revision of it, so that answers about a live session never go stale. */
export interface SessionRef {
  readonly id: SessionId;
  readonly revision: number;
}

/** The fields that every system's header has. */
export interface SessionHeader {
  readonly title: string;
  /** The importer that made the session, and its source. */
  readonly importer?: string;
  /** The origin of a recording from outside this project: repository, path, licence. */
  readonly origin?: { readonly source: string; readonly licence: string; readonly note?: string };
  /** Decisions that the recording itself determines, such as the order of a pasted snapshot's lists. */
  readonly decisions?: Partial<Answers>;
}

/** One normalised recording: an event log of one system. Header and events are the system's own vocabulary. */
export interface Session<Header extends SessionHeader = SessionHeader, Event = unknown> {
  readonly system: SystemId;
  readonly header: Header;
  readonly events: readonly Event[];
  /** What the import skipped, repaired or assumed. */
  readonly notes: readonly Note[];
  /** What people wrote on its turns; left out if there is nothing. */
  readonly userNotes?: readonly UserNote[];
}
