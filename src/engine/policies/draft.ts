import type { History, Invocation, Turn } from '../model/history.ts';
import { indexOf } from '../model/history-index.ts';
import { written } from '../model/prefix.ts';

/**
 * A session's columns as a policy leaves them: they grow call by call, and what the policy blocks stands there as
 * restricted. Everything else is the recording's own.
 */
export interface Draft {
  readonly history: History;
  /**
   * Takes over what the recording invoked between the turn before and this one without a turn of its own: middleware did.
   * What this turn's own steps invoke is handed back, and left out unless one of them adds it.
   */
  begin(turn: Turn, ownKeys: ReadonlySet<string>): readonly Invocation[];
  /** Whether none of these functions was used before a turn, in its context. */
  isUnused(keys: readonly string[], turn: Turn): boolean;
  /** The call that a turn is about. */
  call(turn: Turn, invocation: Invocation): void;
  /** A step's invocation that the recording has as well. */
  invoke(invocation: Invocation): void;
  /** One that the recording does not have: that it was made is known, how it came out is not. */
  invent(invocation: Pick<Invocation, 'turn' | 'function' | 'node' | 'at' | 'input'>): void;
  /** The latest invocation came out otherwise. */
  settle(invocation: Invocation): void;
}

/** All of it is there already. What a turn's steps saw is a prefix of it, so that nothing needs to be done again. */
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
