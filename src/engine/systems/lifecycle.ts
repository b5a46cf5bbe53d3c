import type { TurnIndex } from '../model/history.ts';
import type { Path } from '../model/path.ts';

/** A diagram of states with the path taken through it up to a turn. */
export interface Lifecycle {
  /** Whose it is where a session has several, such as a task's id; null where there is only one. */
  readonly of: string | null;
  /** Where rules find the state, beginning with the system's root. */
  readonly place: Path;
  /** In the order in which they are come to; those that nothing leaves last. */
  readonly states: readonly LifecycleState[];
  /** Every transition the system allows, whether taken or not. */
  readonly transitions: readonly LifecycleTransition[];
  /** Oldest first; the first entry is the start, which came from nowhere. */
  readonly path: LifecyclePath;
  /** Where it stands. */
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

/** An array is one; a long path may be the beginning of a column instead. */
export interface LifecyclePath {
  readonly length: number;
  /** Which column it is the beginning of, if of one that only grows: what is known of it need not be found anew. */
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
  /** What it is called on, where that is not the main object. */
  readonly on?: string;
  /** Null when the operation leaves the state as it is. */
  readonly to: string | null;
  readonly about: string;
}
