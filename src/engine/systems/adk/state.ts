import type { Growing } from '../../model/growing.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { SessionEvent } from './session-event.ts';
import type { Table } from './table.ts';

/** Which rule gives a derived context its branch: the one on the library's page, or the one in its code. */
export type Dialect = 'documented' | 'implemented';

/**
 * Everything that lives in one run: contexts and the objects they hold. What contexts share (the state dict, the
 * session, the callback) stands here once, under an id, and each context says which it has: a write through one is
 * seen by all, and putting another in its place cuts loose only the one.
 */
export interface AdkState {
  readonly dialect: Dialect;
  /** Contexts and the views on them. */
  readonly contexts: Table<string, Context | View>;
  /** Names that programs gave to contexts and sessions, where these go by another one here: names may be given again. */
  readonly names: Table<string, string>;
  readonly dicts: Table<string, Dict>;
  /**
   * What became of objects inside a state that were changed in place, by the object as it was first put there: whoever
   * holds that object sees the change. One that is not here is as it was.
   */
  readonly changed: Table<object, Dict | readonly Value[]>;
  readonly sessions: Table<string, SessionState>;
  /** The lists of events that sessions hold: a copy of a session holds the same list. */
  readonly logs: Table<Log, Growing<SessionEvent>>;
  /** What the session service has, by the session's own id. */
  readonly store: Table<string, string>;
  /** What each event callback was called with. */
  readonly callbacks: Table<string, Growing<SessionEvent>>;
  /** How many ids were made up so far. */
  readonly made: number;
}

/** Python's dict: what a state is. */
export type Dict = Table<string, Value>;

export interface Context {
  readonly kind: 'context';
  /** Null for one that was constructed. */
  readonly parent: string | null;
  /** By the name of the field; a field that is not there is not on record. */
  readonly fields: { readonly [field: string]: Slot };
}

/** What a field holds: a shared object, or a value. */
export type Slot =
  | { readonly dict: string }
  | { readonly session: string }
  | { readonly callback: string }
  | { readonly value: Value };

export type View = ReadonlyView | CallbackView;

export interface ReadonlyView {
  readonly kind: 'readonly';
  readonly of: string;
}

export interface CallbackView {
  readonly kind: 'callback';
  readonly of: string;
  /** EventActions of its own, without the delta. */
  readonly actions: RecordValue;
  /** The dict that holds `actions.state_delta`. */
  readonly delta: string;
}

export interface SessionState {
  readonly id: Value;
  readonly app_name: Value;
  readonly user_id: Value;
  readonly dict: string;
  readonly log: Log;
  /** Unix seconds; undefined where they are not on record. */
  readonly last_update_time: number | undefined;
  /** Fields of later versions. */
  readonly more: RecordValue;
}

/** Stands for one list of events, however long it is by now. */
export interface Log {
  readonly of: string;
}

/** Names of what is there from the start. */
export const rootContext = 'root';
export const mainSession = 'main';
export const rootCallback = 'sink';

/** The fields of a Context, in the order of its definition. */
export const contextFields = [
  'invocation_id',
  'session_id',
  'user_id',
  'app_name',
  'agent_name',
  'branch',
  'state',
  'session',
  'run_config',
  'memory_service',
  'event_callback',
] as const;

/** What a ReadonlyContext lets through. */
export const viewFields: readonly string[] = [
  'invocation_id',
  'session_id',
  'user_id',
  'app_name',
  'agent_name',
  'branch',
  'state',
];

/** How a callback is written where a function cannot be. */
export const callable = '<callable>';
