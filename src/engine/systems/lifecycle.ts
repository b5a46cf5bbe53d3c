import type { TurnIndex } from '../model/history.ts';

/** A diagram of states with the path taken through it up to a turn. */
export interface Lifecycle {
  readonly states: readonly LifecycleState[];
  /** Every transition the system allows, whether taken or not. */
  readonly transitions: readonly LifecycleTransition[];
  /** Oldest first; the first entry is the start, which came from nowhere. */
  readonly path: readonly LifecycleStep[];
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
  /** Null when the operation leaves the state as it is. */
  readonly to: string | null;
  readonly about: string;
}
