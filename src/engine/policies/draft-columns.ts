import type { DeclaredFunction, History, Invocation, StatedValue, Turn, TurnIndex } from '../model/history.ts';

/** The columns of one context under a policy: the recorded ones, except for the invocations. */
export class DraftColumns {
  readonly history: History;
  readonly invocations: Invocation[] = [];
  readonly #turns: Turn[];
  readonly #stated: StatedValue[];
  readonly #forgotten = new Set<string>();

  constructor(recorded: History, invoked: readonly string[]) {
    // A separate list of turns, because counts over columns are cached by it.
    this.#turns = [...recorded.turns];
    this.#stated = [...(recorded.stated ?? [])];
    this.history = {
      ...recorded,
      turns: this.#turns,
      invocations: this.invocations,
      stated: this.#stated,
      functions: withFunctions(recorded.functions, invoked),
    };
  }

  /** Sets which turn the next invocation belongs to. */
  place(turn: Turn): void {
    const { length } = this.invocations;
    if (turn.invocation !== length) this.#turns[turn.index] = { ...turn, invocation: length };
  }

  /** From this turn on, the counts of successful and failed calls of a function are unknown. */
  forget(key: string, turn: TurnIndex): void {
    if (this.#forgotten.has(key)) return;
    this.#forgotten.add(key);
    for (const name of ['count_successful', 'count_errored', 'successful', 'errored'])
      this.#stated.push({ turn, path: ['capabilities', key, name], value: undefined });
  }
}

function withFunctions(functions: History['functions'], keys: readonly string[]): readonly DeclaredFunction[] {
  const known = new Set(functions.map(({ key }) => key));
  const added = [...new Set(keys)].filter((key) => !known.has(key));
  return added.length === 0
    ? functions
    : [...functions, ...added.map((key): DeclaredFunction => ({ key, kind: 'tool', declared: true }))];
}
