import { countLeading } from '../../base/scan.ts';
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
import { type Draft, isUnused } from './draft.ts';

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
  readonly #begun: Begun[] = [];

  constructor(recorded: History, invoked: readonly string[]) {
    this.#recorded = recorded;
    this.#invoked = invoked;
    this.#whole = new DraftColumns(recorded, invoked);
    this.#own = new Map(
      [...(recorded.own ?? [])].map(([node, { history, turns }]) => {
        const columns = new DraftColumns(history, invoked);
        columns.reach(history.turns.length - 1);
        return [node, { history: columns.history, turns, columns }];
      }),
    );
    this.history = recorded.own === undefined ? this.#whole.history : { ...this.#whole.history, own: this.#own };
  }

  /** Whether the columns show what the steps of a turn saw: they do not if the steps changed them. */
  isSettled({ index }: Turn): boolean {
    return this.#begun[index]?.isReworked !== true;
  }

  /** A copy of the state from the beginning of the turn, for replaying the turn again. */
  at({ index }: Turn): Draft {
    const cut = new DraftHistory(this.#recorded, this.#invoked);
    for (const invocation of this.#whole.invocations.slice(0, this.#begun[index]?.calls)) {
      cut.#whole.reach(invocation.turn);
      if (this.#invented.has(invocation)) cut.#forget(invocation);
      cut.#put(invocation);
    }
    cut.#taken = this.#begun[index]?.taken ?? 0;
    return cut;
  }

  /** Restores the state when a turn began: it and the later ones begin again. */
  backTo(turn: TurnIndex): void {
    const begun = this.#begun[turn];
    if (begun === undefined) return;
    this.#begun.length = turn;
    this.#taken = begun.taken;
    this.#whole.backTo(turn, begun);
  }

  begin({ index, invocation }: Turn, ownKeys: ReadonlySet<string>): readonly Invocation[] {
    this.#begun[index] = {
      calls: this.#whole.invocations.length,
      stated: this.#whole.stated.length,
      taken: this.#taken,
      isReworked: false,
    };
    this.#whole.reach(index);
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
    this.#reworks();
    this.#add(invocation);
  }

  #reworks(): void {
    const now = this.#begun.at(-1);
    if (now !== undefined) now.isReworked = true;
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
    this.#reworks();
    this.#whole.removeLatest();
    this.#own.get(invocation.node)?.columns.removeLatest();
    this.#add(invocation);
  }
}

const ownTurn = ({ turns }: OwnHistory, { turn }: Pick<Invocation, 'turn'>): number => written(turns, turn) - 1;

/** When a turn began: the lengths of the draft, and the number of recorded invocations processed by then. */
interface Begun {
  readonly calls: number;
  readonly stated: number;
  readonly taken: number;
  /** The columns changed while its steps ran. */
  isReworked: boolean;
}

/** The columns of one context under a policy: the recorded ones up to the latest turn, except for the invocations. */
class DraftColumns {
  readonly history: History;
  readonly invocations: Invocation[] = [];
  readonly stated: StatedValue[] = [];
  readonly #recorded: History;
  readonly #turns: Turn[] = [];
  /** Number of recorded stated values that were copied. */
  #statedTaken = 0;
  /** For each function: the number of stated values before it. */
  readonly #forgotten = new Map<string, number>();
  readonly #growth = new Growth();

  constructor(recorded: History, invoked: readonly string[]) {
    this.#recorded = recorded;
    this.history = {
      ...recorded,
      // A separate list of turns, because counts over columns are cached by it.
      turns: this.#turns,
      invocations: this.invocations,
      stated: this.stated,
      functions: withFunctions(recorded.functions, invoked),
      // Within a turn, calls are only added, and the latest one replaced: nothing before it changes.
      growth: this.#growth,
    };
    this.reach(-1);
  }

  /** Copies what was recorded up to a turn. */
  reach(turn: TurnIndex): void {
    const { turns, stated = [] } = this.#recorded;
    for (const next of turns.slice(this.#turns.length, turn + 1)) this.#turns.push(next);
    const taken = countStated(stated, turn);
    for (const next of stated.slice(this.#statedTaken, taken)) this.stated.push(next);
    this.#statedTaken = taken;
  }

  backTo(turn: TurnIndex, { calls, stated }: Begun): void {
    // Steps before a call invoke functions at the end of the turn before it.
    this.#growth.touch(turn - 1);
    this.#turns.length = turn;
    this.invocations.length = calls;
    this.stated.length = stated;
    this.#statedTaken = countStated(this.#recorded.stated ?? [], turn - 1);
    for (const [key, before] of this.#forgotten) if (before >= stated) this.#forgotten.delete(key);
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
    this.#forgotten.set(key, this.stated.length);
    for (const name of ['count_successful', 'count_errored', 'successful', 'errored'])
      this.stated.push({ turn, path: ['capabilities', key, name], value: undefined });
  }
}

/** How many values were stated up to and including a turn. */
const countStated = (stated: readonly StatedValue[], turn: TurnIndex): number =>
  countLeading(stated.length, (at) => (stated[at]?.turn ?? turn) <= turn);

function withFunctions(functions: History['functions'], keys: readonly string[]): readonly DeclaredFunction[] {
  const known = new Set(functions.map(({ key }) => key));
  const added = [...new Set(keys)].filter((key) => !known.has(key));
  return added.length === 0
    ? functions
    : [...functions, ...added.map((key): DeclaredFunction => ({ key, kind: 'tool', declared: true }))];
}
