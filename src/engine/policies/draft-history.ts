import type {
  History,
  Invocation,
  NodeId,
  OwnHistory,
  Turn,
  TurnIndex,
  DeclaredFunction,
  StatedValue,
} from '../model/history.ts';
import { Growth } from '../model/growth.ts';
import { forgetLatest, indexOf } from '../model/history-index.ts';
import { written } from '../model/prefix.ts';
import { type Draft, isUnused, SettledDraft } from './draft.ts';

/** The draft during a replay: its columns grow call by call. */
export class DraftHistory implements Draft {
  readonly history: History;
  readonly #recorded: History;
  /** Keys of the functions that the policy's own steps invoke. */
  readonly #invoked: readonly string[];
  readonly #whole: DraftColumns;
  /** The columns of each context that has a history of its own. */
  readonly #own: ReadonlyMap<NodeId, OwnHistory & { readonly columns: DraftColumns }>;
  readonly #invented = new Set<Invocation>();
  /** Number of recorded invocations that were copied or left out so far. */
  #taken = 0;
  /**
   * For each turn: the length of the draft when the turn began, and the number of recorded invocations processed by
   * then.
   */
  readonly #begun: readonly [counts: Uint32Array, takens: Uint32Array];
  #now: TurnIndex = -1;
  /**
   * Turns in which the columns changed while their steps ran: afterwards the columns no longer show what the steps saw.
   */
  readonly #reworked = new Set<TurnIndex>();

  constructor(recorded: History, invoked: readonly string[]) {
    this.#recorded = recorded;
    this.#invoked = invoked;
    this.#whole = new DraftColumns(recorded, invoked);
    this.#own = new Map(
      [...(recorded.own ?? [])].map(([node, { history, turns }]) => {
        const columns = new DraftColumns(history, invoked);
        return [node, { history: columns.history, turns, columns }];
      }),
    );
    this.history = recorded.own === undefined ? this.#whole.history : { ...this.#whole.history, own: this.#own };
    this.#begun = [new Uint32Array(recorded.turns.length), new Uint32Array(recorded.turns.length)];
  }

  /** For a repeated replay of a turn: restores the state when the turn began. */
  at(turn: Turn): Draft {
    if (!this.#reworked.has(turn.index)) return new SettledDraft(this.history);
    const [counts, takens] = this.#begun;
    const cut = new DraftHistory(this.#recorded, this.#invoked);
    for (const invocation of this.#whole.invocations.slice(0, counts[turn.index])) {
      if (this.#invented.has(invocation)) cut.#forget(invocation);
      cut.#put(invocation);
    }
    cut.#taken = takens[turn.index] ?? 0;
    return cut;
  }

  begin({ index, invocation }: Turn, ownKeys: ReadonlySet<string>): readonly Invocation[] {
    const [counts, takens] = this.#begun;
    counts[index] = this.#whole.invocations.length;
    takens[index] = this.#taken;
    this.#now = index;
    const { invocations } = this.#recorded;
    const waiting: Invocation[] = [];
    for (; this.#taken < (invocation ?? invocations.length); this.#taken++) {
      const next = invocations[this.#taken];
      if (next === undefined || next.turn >= index) break;
      if (ownKeys.has(next.function)) waiting.push(next);
      else this.#add(next);
    }
    if (invocation !== undefined) this.#taken = invocation + 1;
    return waiting;
  }

  isUnused(keys: readonly string[], turn: Turn): boolean {
    return isUnused(this.history, keys, turn);
  }

  call(turn: Turn, invocation: Invocation): void {
    this.#whole.place(turn);
    this.#add(invocation);
  }

  invoke(invocation: Invocation): void {
    this.#reworked.add(this.#now);
    this.#add(invocation);
  }

  #add(invocation: Invocation): void {
    this.#put(invocation);
    indexOf(this.#whole.history);
    const own = this.#own.get(invocation.node);
    if (own !== undefined) indexOf(own.history);
  }

  /** Readers of the columns count only the new entries in them. */
  #put(invocation: Invocation): void {
    this.#whole.invocations.push(invocation);
    const own = this.#own.get(invocation.node);
    own?.columns.invocations.push({ ...invocation, turn: ownTurn(own, invocation) });
  }

  invent(invocation: Pick<Invocation, 'turn' | 'function' | 'node' | 'at' | 'input'>): void {
    this.#forget(invocation);
    const made: Invocation = {
      ...invocation,
      output: undefined,
      outcome: 'successful',
      taskId: null,
      reason: undefined,
    };
    this.#invented.add(made);
    this.invoke(made);
  }

  #forget({ turn, function: key, node }: Pick<Invocation, 'turn' | 'function' | 'node'>): void {
    this.#whole.forget(key, turn);
    const own = this.#own.get(node);
    own?.columns.forget(key, ownTurn(own, { turn }));
  }

  settle(invocation: Invocation): void {
    this.#reworked.add(this.#now);
    this.#whole.removeLatest();
    this.#own.get(invocation.node)?.columns.removeLatest();
    this.#add(invocation);
  }
}

const ownTurn = ({ turns }: OwnHistory, { turn }: Pick<Invocation, 'turn'>): number => written(turns, turn) - 1;

/** The columns of one context under a policy: the recorded ones, except for the invocations. */
class DraftColumns {
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
      // Calls are only added, and the latest one replaced: nothing before it changes.
      growth: new Growth(),
    };
  }

  removeLatest(): void {
    forgetLatest(this.history);
    this.invocations.pop();
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
