import { CapabilitiesView } from './capabilities-view.ts';
import { ComputedMap } from './computed-map.ts';
import type { Decisions } from './decisions.ts';
import type { History, NodeId, OwnHistory, TokenSums, TurnIndex } from './history.ts';
import { indexOf, type HistoryIndex } from './history-index.ts';
import { Prefix, PrefixList, written, type Cursor } from './prefix.ts';
import { withStated } from './stated-view.ts';
import { MapView, Unknown, type Value } from './value.ts';

/**
 * The task context as rules see it after a turn (-1: before the first turn): a view, cheap to make and computed where
 * it is read. Values read from it change with `moveTo`, so keep none of them across a move. Where contexts have
 * histories of their own, this is the history of `node`, or else of the root.
 */
export function contextAt(history: History, turn: TurnIndex, decisions: Decisions, node?: NodeId): ContextView {
  const own = ownOf(history, node);
  return own
    ? new ContextView(own.history, turn, decisions, history, own.turns)
    : new ContextView(history, turn, decisions, history);
}

/**
 * The same context without facts from outside it: without functions of other contexts and of the open policy. The task
 * itself would export it so.
 */
export function exportedContextAt(history: History, turn: TurnIndex, decisions: Decisions, node?: NodeId): ContextView {
  const { history: alone, turns } = ownOf(history, node) ?? { history, turns: undefined };
  const session = { ...alone, results: history.results };
  return new ContextView(alone, turn, { ...decisions, declared: [] }, session, turns);
}

/** The history of the context that a node belongs to; undefined where all contexts share one. */
export function ownOf(history: History, node: NodeId | undefined): OwnHistory | undefined {
  const root = history.nodes[0]?.id;
  // A recording may use the empty text as a node's name.
  const ofNode = node === undefined ? undefined : history.own?.get(node);
  return ofNode ?? (root === undefined ? undefined : history.own?.get(root));
}

const names = ['agent', 'user', 'llm', '_history', 'input', 'output', 'capabilities'] as const;

export class ContextView extends MapView {
  readonly history: History;
  readonly #index: HistoryIndex;
  readonly #cursor: Cursor;
  readonly #decisions: Decisions;
  readonly #session: History;
  readonly #parts = new Map<string, Value>();
  readonly #turns: readonly TurnIndex[] | undefined;

  /**
   * `session`: the history of all contexts. `turns`: for each turn of `history`, its number in the session; absent
   * where both are the same.
   */
  constructor(history: History, turn: TurnIndex, decisions: Decisions, session: History, turns?: readonly TurnIndex[]) {
    super();
    this.history = history;
    this.#index = indexOf(history);
    this.#turns = turns;
    this.#cursor = { turn: this.#own(turn) };
    this.#decisions = decisions;
    this.#session = session;
  }

  get turn(): TurnIndex {
    return this.#cursor.turn;
  }

  /** Moves the view to another turn. A sweep makes one view and walks it forward. */
  moveTo(turn: TurnIndex): void {
    this.#cursor.turn = this.#own(turn);
  }

  #own(turn: TurnIndex): TurnIndex {
    return this.#turns === undefined ? turn : written(this.#turns, turn) - 1;
  }

  override get(key: string): Value | undefined {
    const part = this.#parts.get(key) ?? this.#make(key);
    const { children } = this.#index.stated;
    return children.size === 0 ? part : withStated(part, children.get(key), this.#cursor, ['context', key]);
  }

  override keys(): readonly string[] {
    const { children } = this.#index.stated;
    if (children.size === 0) return names;
    const added = [...children.keys()].filter((key) => !isName(key) && this.get(key) !== undefined);
    return added.length === 0 ? names : [...names, ...added];
  }

  #make(key: string): Value | undefined {
    if (!isName(key)) return undefined;
    const part = this.#part(key);
    this.#parts.set(key, part);
    return part;
  }

  #part(name: (typeof names)[number]): Value {
    const { agent, user, turns, inputs, outputs } = this.history;
    switch (name) {
      case 'agent':
        return known('agent', { name: agent.name, namespace: agent.namespace, started_at: agent.startedAt });
      case 'user':
        return known('user', { id: user.id, email: user.email });
      case 'llm':
        return this.#llm();
      case '_history': {
        const prefix = new Prefix(this.#cursor, this.#index.turnTurns);
        const list = new PrefixList(prefix, turns, 'oldest-first', (position) => turns[position]?.kind ?? null);
        return new ComputedMap(['turns', 'turn_count'], (key) => (key === 'turns' ? list : prefix.length));
      }
      case 'input':
        return this.#exchanges('input', inputs, this.#index.inputTurns);
      case 'output':
        return this.#exchanges('output', outputs, this.#index.outputTurns);
      case 'capabilities':
        return new CapabilitiesView(this.history, this.#index, this.#cursor, this.#decisions, this.#session);
    }
  }

  #llm(): Value {
    const model = this.history.model ?? missing('llm', 'model');
    const entries = this.history.tokens;
    const prefix = new Prefix(this.#cursor, this.#index.tokenTurns);
    const tokens = new ComputedMap(['total', 'prompt', 'completion'], (key) => {
      const sums = entries[prefix.length - 1];
      return sums === undefined ? 0 : (sumOf(sums, key) ?? missing('llm', 'tokens', key));
    });
    return new ComputedMap(['model', 'tokens'], (key) => (key === 'model' ? model : tokens));
  }

  #exchanges(name: 'input' | 'output', column: History['inputs'], turns: readonly number[]): Value {
    const prefix = new Prefix(this.#cursor, turns);
    return new PrefixList(
      prefix,
      column,
      'oldest-first',
      (position, index) => column[position]?.value ?? new Unknown([['context', name, index]]),
    );
  }
}

/** The alias `c`: the same context, with `cap` for `capabilities`. The key is there without being listed. */
export class ContextAlias extends MapView {
  readonly #context: MapView;

  constructor(context: MapView) {
    super();
    this.#context = context;
  }

  override get(key: string): Value | undefined {
    return this.#context.get(key) ?? (key === 'cap' ? this.#context.get('capabilities') : undefined);
  }

  override keys(): readonly string[] {
    return this.#context.keys();
  }
}

const isName = (key: string): key is (typeof names)[number] => (names as readonly string[]).includes(key); // accepts any text

const missing = (...path: string[]): Unknown => new Unknown([['context', ...path]]);

function sumOf(sums: TokenSums, key: string): number | undefined {
  if (key === 'total') return sums.total;
  return key === 'prompt' ? sums.prompt : sums.completion;
}

/** A part of the context that never changes. Fields that the recording does not state are unknown. */
function known(part: string, fields: { readonly [name: string]: Value | undefined }): Value {
  return new ComputedMap(
    Object.keys(fields),
    (key) => fields[key] ?? (fields[key] === null ? null : missing(part, key)),
  );
}
