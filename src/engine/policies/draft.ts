import type { History, Invocation, Turn } from '../model/history.ts';
import { indexOf } from '../model/history-index.ts';
import { written } from '../model/prefix.ts';

/**
 * A session's columns under a policy: they grow call by call, and calls that the policy blocks are restricted in them.
 * All else is the recording's own.
 */
export interface Draft {
  readonly history: History;
  /**
   * Copies the invocations that the recording made between the turn before and this one without a turn of their own:
   * middleware made them. Invocations of this turn's own steps are returned, and left out unless one of the steps adds
   * them.
   */
  begin(turn: Turn, ownKeys: ReadonlySet<string>): readonly Invocation[];
  /** Whether none of these functions was used before a turn, in the turn's context. */
  isUnused(keys: readonly string[], turn: Turn): boolean;
  /** The call of a turn. */
  call(turn: Turn, invocation: Invocation): void;
  /** A step's invocation that is also in the recording. */
  invoke(invocation: Invocation): void;
  /** A step's invocation that is not in the recording: the call is known, its outcome is not. */
  invent(invocation: Pick<Invocation, 'turn' | 'function' | 'node' | 'at' | 'input'>): void;
  /** Changes the outcome of the latest invocation. */
  settle(invocation: Invocation): void;
}

/** A finished draft. The history that a turn's steps saw is a prefix of it, so nothing is computed again. */
export class SettledDraft implements Draft {
  readonly history: History;

  constructor(history: History) {
    this.history = history;
  }

  begin(): readonly Invocation[] {
    return [];
  }

  isUnused(keys: readonly string[], turn: Turn): boolean {
    return isUnused(this.history, keys, turn);
  }

  call(): void {}
  invoke(): void {}
  invent(): void {}
  settle(): void {}
}

export function isUnused(history: History, keys: readonly string[], { index, node }: Turn): boolean {
  const own = history.own?.get(node);
  const { functions } = indexOf(own?.history ?? history);
  const at = own === undefined ? index : written(own.turns, index) - 1;
  return keys.every((key) => (functions.get(key)?.turns[0] ?? at) >= at);
}
