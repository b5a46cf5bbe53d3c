import type { TurnIndex } from '../model/history.ts';
import type { Path } from '../model/path.ts';

/** A diagram of states with the path taken through it up to a turn. */
export interface Lifecycle {
  /** The owner when a session has several lifecycles, such as a task's id; null when there is only one. */
  readonly of: string | null;
  /** Where rules find the state, beginning with the system's root. */
  readonly place: Path;
  /** In the order in which they are reached; final states last. */
  readonly states: readonly LifecycleState[];
  /** Every transition the system allows, whether taken or not. */
  readonly transitions: readonly LifecycleTransition[];
  /** Oldest first. The first entry is the initial state and has no state before it. */
  readonly path: LifecyclePath;
  /** The current state. */
  readonly current: string;
  /** What may be called in the current state, in the system's own words. */
  readonly allowed: readonly LifecycleMove[];
}

export interface LifecycleState {
  readonly id: string;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  readonly isTerminal: boolean;
}

export interface LifecycleTransition {
  readonly from: string;
  readonly to: string;
  /** Names of the operations that make it. */
  readonly by: readonly string[];
}

/** The steps of a path: an array, or a prefix of a column when the path is long. */
export interface LifecyclePath {
  readonly length: number;
  /** The append-only column that this is a prefix of, if any. It is the key under which results are cached. */
  readonly column?: object;
  at(index: number): LifecycleStep | undefined;
}

export interface LifecycleStep {
  readonly from: string | null;
  readonly to: string;
  /** The operation or event that made it. */
  readonly by: string;
  /** The latest turn when it happened; -1 before the first. */
  readonly turn: TurnIndex;
  /** A reason or message that came with it; null when there was none. */
  readonly reason: string | null;
}

export interface LifecycleMove {
  readonly operation: string;
  /** The object that it is called on, unless that is the main object. */
  readonly on?: string;
  /** Null when the operation leaves the state as it is. */
  readonly to: string | null;
  readonly about: string;
}
