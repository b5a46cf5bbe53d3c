import type { Result } from '../../base/result.ts';
import type { Decisions } from '../model/decisions.ts';
import type { History, TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import type { Session, SessionHeader, SystemId } from '../model/session.ts';
import type { Unrecorded } from '../model/snapshot-moment.ts';
import type { UndoLog } from '../model/undo-log.ts';
import type { RecordValue, Value } from '../model/value.ts';
import type { KnownKeys } from './known-keys.ts';
import type { Machine } from './machine.ts';
import type { SystemViews } from './views.ts';

/** A context system: everything that the rest of the engine needs to know about one of the five ways of holding context. */
export interface System<Header extends SessionHeader = SessionHeader, Event = unknown> {
  readonly id: SystemId;
  readonly title: string;
  /** The root under which rules find the system's own state: `task`, `ctx`, `call`, `adk`. */
  readonly root: string;
  /** The keys that the start of a run may have. */
  readonly known: KnownKeys;
  /** Checks that a header and events from a file belong to this system. The functions below take its result. */
  check(session: Session): Result<Session<Header, Event>, Problem>;
  /** The columns behind the task context view, made in one pass over the events. */
  history(session: Session<Header, Event>): History;
  /** Parts of the task context that a recording without turns does not hold. A manual run records everything. */
  unrecorded?(session: Session<Header, Event>): readonly Unrecorded[];
  /** The system's own state after a turn, as its own export would show it; -1 is the initial state. */
  stateAt(session: Session<Header, Event>, history: History, turn: TurnIndex, decisions: Decisions): Value;
  /** The views that it offers beside its turns. */
  readonly views: SystemViews<Header, Event>;
  /** Its executable half. */
  readonly machine: Machine<unknown, { readonly type: string }>;
  /**
   * How a session of a run begins: replaying the events over the header gives the machine's initial state. `given` is the
   * argument of `machine.start`, or `{snapshot: …}` with the argument of `machine.fromSnapshot`.
   */
  opening(given: RecordValue): Result<Opening<Header, Event>, Problem>;
  /**
   * Columns that are extended event by event, with the same result as `history`. `stateAt` follows a session whose list of
   * events grows. `events` are the events that will be added, as far as they are known.
   */
  growing(header: Header, events?: readonly Event[]): GrowingHistory<Event>;
  /** Set where the first columns depend on later events: when a recording grows, they are made again. */
  readonly looksAhead?: true;
  /** The machine's own name of the object that an operation has returned; when absent, the name that the call gave it. */
  objectIn?(returns: Value, op: string): string | undefined;
  /** Parameters that are never written to a file, because they may hold secrets. */
  readonly transient?: readonly string[];
}

export interface Opening<Header extends SessionHeader = SessionHeader, Event = unknown> {
  readonly header: Header;
  readonly events: readonly Event[];
}

export interface GrowingHistory<Event = unknown> {
  /** Always the same object; its columns grow. */
  readonly history: History;
  add(event: Event): void;
  /** The latest events can be taken back here; absent where the columns must be made again. */
  readonly recent?: UndoLog;
}

/** The columns after all events. */
export function filled<Event>(columns: GrowingHistory<Event>, events: readonly Event[]): History {
  for (const event of events) columns.add(event);
  return columns.history;
}
