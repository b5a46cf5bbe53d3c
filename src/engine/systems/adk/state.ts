import type { Growing } from '../../model/growing.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { SessionEvent } from './session-event.ts';
import type { PersistentDict } from '../../model/persistent-dict.ts';

/** Which rule sets the branch of a derived context: the rule in the library's documentation, or the one in its code. */
export type Dialect = 'documented' | 'implemented';

/**
 * The contexts of one run and the objects they hold. An object that several contexts share (state dict, session,
 * callback) is stored here once, under an id, and each context refers to it by that id. A write through one context is
 * therefore visible to all of them; assigning another object changes one context only.
 */
export interface AdkState {
  readonly dialect: Dialect;
  /** Contexts and the views on them. */
  readonly contexts: PersistentDict<string, Context | View>;
  /** Maps a name that a program chose to the id used here, where the two differ: a program may reuse a name. */
  readonly names: PersistentDict<string, string>;
  readonly dicts: PersistentDict<string, Dict>;
  /**
   * The current contents of objects inside a state that were changed in place. The key is the object as it was first
   * stored, so everyone who holds it sees the change. An object that is missing here is unchanged.
   */
  readonly changed: PersistentDict<object, Dict | readonly Value[]>;
  readonly sessions: PersistentDict<string, SessionState>;
  /** The event lists of sessions. A copy of a session shares the list of the original. */
  readonly logs: PersistentDict<Log, Growing<SessionEvent>>;
  /** The session service: the session's own id → the name of the session object. */
  readonly store: PersistentDict<string, string>;
  /** The events that each callback received. */
  readonly callbacks: PersistentDict<string, Growing<SessionEvent>>;
  /** How many ids were generated so far. */
  readonly idCount: number;
}

/** A Python dict, which is the type of a state. */
export type Dict = PersistentDict<string, Value>;

export interface Context {
  readonly kind: 'context';
  /** Null for a context that was constructed rather than derived. */
  readonly parent: string | null;
  /** By field name. A missing field was not recorded. */
  readonly fields: { readonly [field: string]: Slot };
}

/** The content of a field: a reference to a shared object, or a plain value. */
export type Slot =
  | { readonly dict: string }
  | { readonly session: string }
  | { readonly callback: string }
  | { readonly value: Value };

export type View = ReadonlyView | CallbackView;

export interface ReadonlyView {
  readonly kind: 'readonly';
  readonly contextId: string;
}

export interface CallbackView {
  readonly kind: 'callback';
  readonly contextId: string;
  /** The view's own EventActions, without the delta. */
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
  /** Unix seconds; undefined where the time was not recorded. */
  readonly last_update_time: number | undefined;
  /** Fields that later versions of the library add. */
  readonly extraFields: RecordValue;
}

/** Identifies one list of events. Its identity stays the same while the list grows. */
export interface Log {
  readonly createdFor: string;
}

/** Names of the objects that exist initially. */
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

/** The fields that a ReadonlyContext exposes. */
export const viewFields: readonly string[] = [
  'invocation_id',
  'session_id',
  'user_id',
  'app_name',
  'agent_name',
  'branch',
  'state',
];

/** The text that represents a callback in JSON, which cannot hold a function. */
export const callable = '<callable>';
