import type { Result } from '../../base/result.ts';
import type { Decisions } from '../model/decisions.ts';
import type { History, TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import type { Session, SessionHeader, SystemId } from '../model/session.ts';
import type { Unrecorded } from '../model/snapshot-moment.ts';
import type { RecordValue, Value } from '../model/value.ts';
import type { KnownKeys } from './known-keys.ts';
import type { Machine } from './machine.ts';
import type { SystemViews } from './views.ts';

/** One of the five ways of holding an agent's context: what the rest of the engine needs of it. */
export interface System<Header extends SessionHeader = SessionHeader, Event = unknown> {
  readonly id: SystemId;
  readonly title: string;
  /** The root under which rules find the system's own state: `task`, `ctx`, `call`, `adk`. */
  readonly root: string;
  /** What a run of it may be given at its start. */
  readonly known: KnownKeys;
  /** Proves that a header and events from a file are this system's; what it returns is typed for the functions below. */
  check(session: Session): Result<Session<Header, Event>, Problem>;
  /** The columns behind the task context view, made in one pass over the events. */
  history(session: Session<Header, Event>): History;
  /** Parts of the task context of which a recording without turns says nothing. A run by hand says everything. */
  unrecorded?(session: Session<Header, Event>): readonly Unrecorded[];
  /** The system's own state after a turn, as its own export would show it; -1 is the start. */
  stateAt(session: Session<Header, Event>, history: History, turn: TurnIndex, decisions: Decisions): Value;
  /** What it shows of itself beside its turns. */
  readonly views: SystemViews<Header, Event>;
  /** Its executable half. */
  readonly machine: Machine<unknown, { readonly type: string }>;
  /**
   * How a run begins in a session: replaying the events over the header gives what the machine starts with. `given` is
   * the machine's own, or `{snapshot: …}` with what `fromSnapshot` takes.
   */
  opening(given: RecordValue): Result<Opening<Header, Event>, Problem>;
  /**
   * Columns that are extended event by event, and come to what `history` gives; `stateAt` follows a session whose list of
   * events grows. `events`: those to come, as far as they are known.
   */
  growing(header: Header, events?: readonly Event[]): GrowingHistory<Event>;
  /** What the machine itself calls the object that an operation has returned; absent: the name that the call gave it. */
  objectIn?(returns: Value, op: string): string | undefined;
  /** Parameters that no file may keep, because they may hold secrets. */
  readonly transient?: readonly string[];
}

export interface Opening<Header extends SessionHeader = SessionHeader, Event = unknown> {
  readonly header: Header;
  readonly events: readonly Event[];
}

export interface GrowingHistory<Event = unknown> {
  /** The same object all along; its columns grow. */
  readonly history: History;
  add(event: Event): void;
}
