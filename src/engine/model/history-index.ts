import type { DeclaredFunction, History, Invocation, StatedValue } from './history.ts';
import { turnCount } from './snapshot-moment.ts';

/**
 * Lookup data that views need beside the history's own columns. It is made once for a history, and extended when the
 * history grows.
 */
export interface HistoryIndex {
  /** The turn of each element, for searching. */
  readonly turnTurns: readonly number[];
  readonly inputTurns: readonly number[];
  readonly outputTurns: readonly number[];
  readonly tokenTurns: readonly number[];
  readonly invocationTurns: readonly number[];
  /** The turns of those invocations that are delegations. */
  readonly delegationTurns: readonly number[];
  readonly functions: ReadonlyMap<string, FunctionColumn>;
  readonly stated: StatedNode;
}

/** The invocations of one function, oldest first. */
export interface FunctionColumn {
  readonly function: DeclaredFunction;
  readonly turns: readonly number[];
  readonly invocations: readonly Invocation[];
  /** Entry k: how many of the first k invocations were successful; the lists below count likewise. */
  readonly successful: readonly number[];
  readonly errored: readonly number[];
  readonly restricted: readonly number[];
  readonly 'no-result': readonly number[];
}

const counted = ['successful', 'errored', 'restricted', 'no-result'] as const;

/** Stated values by path. */
export interface StatedNode {
  readonly children: ReadonlyMap<string, StatedNode>;
  /** Ascending by turn. */
  readonly values: readonly StatedValue[];
}

/** Keyed by a column, because a live session returns the same growing columns in ever new histories. */
const indexes = new WeakMap<object, GrowingIndex>();

export function indexOf(history: History): HistoryIndex {
  let index = indexes.get(history.turns);
  if (index === undefined) {
    index = new GrowingIndex();
    indexes.set(history.turns, index);
  }
  index.extend(history);
  return index;
}

type Mutable<T> = T extends readonly (infer E)[] ? E[] : T;
type GrowingColumn = { -readonly [K in keyof FunctionColumn]: Mutable<FunctionColumn[K]> };
interface GrowingNode {
  readonly children: Map<string, GrowingNode>;
  readonly values: StatedValue[];
}

class GrowingIndex implements HistoryIndex {
  readonly turnTurns: number[] = [];
  readonly inputTurns: number[] = [];
  readonly outputTurns: number[] = [];
  readonly tokenTurns: number[] = [];
  readonly invocationTurns: number[] = [];
  readonly delegationTurns: number[] = [];
  readonly functions = new Map<string, GrowingColumn>();
  readonly stated: GrowingNode = { children: new Map(), values: [] };
  #statedCount = 0;
  #latest: Invocation | undefined;

  extend(history: History): void {
    this.#settle(history.invocations[this.invocationTurns.length - 1]);
    for (let i = this.turnTurns.length; i < turnCount(history); i++) this.turnTurns.push(i);
    extendTurns(this.inputTurns, history.inputs);
    extendTurns(this.outputTurns, history.outputs);
    extendTurns(this.tokenTurns, history.tokens);
    for (let i = this.functions.size; i < history.functions.length; i++) {
      const declared = history.functions[i];
      if (declared !== undefined) this.#column(declared);
    }
    for (let i = this.invocationTurns.length; i < history.invocations.length; i++) {
      const invocation = history.invocations[i];
      if (invocation !== undefined) this.#invocation(invocation);
    }
    for (const value of history.stated?.slice(this.#statedCount) ?? []) this.#state(value);
    this.#statedCount = history.stated?.length ?? 0;
  }

  #invocation(invocation: Invocation): void {
    const column =
      this.functions.get(invocation.function) ??
      this.#column({ key: invocation.function, kind: invocation.taskId === null ? 'tool' : 'agent', declared: false });
    this.invocationTurns.push(invocation.turn);
    if (column.function.kind === 'agent') this.delegationTurns.push(invocation.turn);
    column.turns.push(invocation.turn);
    column.invocations.push(invocation);
    for (const outcome of counted) {
      column[outcome].push((column[outcome].at(-1) ?? 0) + Number(invocation.outcome === outcome));
    }
    this.#latest = invocation;
  }

  /** The latest invocation may have been replaced since it was counted, because its result arrived only then. */
  #settle(latest: Invocation | undefined): void {
    if (latest === undefined || latest === this.#latest) return;
    this.#latest = latest;
    const column = this.functions.get(latest.function);
    if (column === undefined) return;
    column.invocations.splice(-1, 1, latest);
    for (const outcome of counted) {
      column[outcome].splice(-1, 1, (column[outcome].at(-2) ?? 0) + Number(latest.outcome === outcome));
    }
  }

  #column(declared: DeclaredFunction): GrowingColumn {
    const column = newColumn(declared);
    this.functions.set(declared.key, column);
    return column;
  }

  #state(stated: StatedValue): void {
    let node = this.stated;
    for (const key of stated.path) {
      const child = node.children.get(key) ?? { children: new Map<string, GrowingNode>(), values: [] };
      node.children.set(key, child);
      node = child;
    }
    node.values.push(stated);
  }
}

const newColumn = (declared: DeclaredFunction): GrowingColumn => ({
  function: declared,
  turns: [],
  invocations: [],
  successful: [0],
  errored: [0],
  restricted: [0],
  'no-result': [0],
});

/** The column of a function that was never used. */
export const emptyColumn = (declared: DeclaredFunction): FunctionColumn => newColumn(declared);

function extendTurns(turns: number[], column: readonly { readonly turn: number }[]): void {
  // The latest model call may have been replaced since, and its answer with it.
  while (turns.length > 0 && column[turns.length - 1]?.turn !== turns.at(-1)) turns.pop();
  for (let i = turns.length; i < column.length; i++) turns.push(column[i]?.turn ?? -1);
}
