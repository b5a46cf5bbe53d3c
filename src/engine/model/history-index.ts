import type { DeclaredFunction, History, Invocation, StatedValue, TurnIndex } from './history.ts';
import { countLeading } from '../../base/scan.ts';
import { turnCount } from './snapshot-moment.ts';
import type { DefinedTool } from './tool-definition.ts';

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
  /** The recorded definitions of each function, by its key, oldest first. */
  readonly definitions: ReadonlyMap<string, readonly DefinedTool[]>;
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

/** Must be called before the latest invocation of a history is replaced. */
export const forgetLatest = (history: History): void => indexes.get(history.turns)?.forgetLatest(history);

class GrowingIndex implements HistoryIndex {
  readonly turnTurns: number[] = [];
  readonly inputTurns: number[] = [];
  readonly outputTurns: number[] = [];
  readonly tokenTurns: number[] = [];
  readonly invocationTurns: number[] = [];
  readonly delegationTurns: number[] = [];
  readonly functions = new Map<string, GrowingColumn>();
  readonly stated: GrowingNode = { children: new Map(), values: [] };
  readonly definitions = new Map<string, DefinedTool[]>();
  readonly #defined: DefinedTool[] = [];
  /** The node of each stated value. */
  readonly #statedNodes: GrowingNode[] = [];
  #seen = 0;

  extend(history: History): void {
    const { growth } = history;
    const changed = growth.since(this.#seen);
    if (changed < Infinity) this.#shorten(changed, history);
    this.#seen = growth.count;
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
    for (const value of history.stated?.slice(this.#statedNodes.length) ?? []) this.#state(value);
    for (let i = this.#defined.length; i < history.tools.length; i++) {
      const tool = history.tools[i];
      if (tool !== undefined) this.#define(tool);
    }
  }

  forgetLatest({ invocations }: History): void {
    const latest = invocations.at(-1);
    const column = latest && this.functions.get(latest.function);
    if (column === undefined || this.invocationTurns.length < invocations.length) return;
    this.invocationTurns.pop();
    if (column.function.kind === 'agent') this.delegationTurns.pop();
    removeLatest(column, 1);
  }

  /** Removes what belongs to the turns from an index on: it may have changed. */
  #shorten(from: TurnIndex, { functions }: History): void {
    for (const turns of [this.turnTurns, this.inputTurns, this.outputTurns, this.tokenTurns, this.delegationTurns])
      shorten(turns, from);
    if (shorten(this.invocationTurns, from) > 0) {
      for (const column of this.functions.values()) {
        removeLatest(
          column,
          column.turns.length - countLeading(column.turns.length, (at) => (column.turns[at] ?? from) < from),
        );
      }
    }
    while ((this.#statedNodes.at(-1)?.values.at(-1)?.turn ?? -Infinity) >= from) {
      const removed = this.#statedNodes.pop()?.values.pop();
      if (removed !== undefined) removeEmpty(this.stated, removed.path);
    }
    while ((this.#defined.at(-1)?.turn ?? -Infinity) >= from) {
      const removed = this.#defined.pop();
      if (removed !== undefined) this.definitions.get(removed.key)?.pop();
    }
    if (from >= 0) return;
    const known = new Map(functions.map((declared) => [declared.key, declared]));
    for (const [key, column] of this.functions) {
      if (!known.has(key)) this.functions.delete(key);
      else column.function = known.get(key) ?? column.function;
    }
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
  }

  #column(declared: DeclaredFunction): GrowingColumn {
    const column = newColumn(declared);
    this.functions.set(declared.key, column);
    return column;
  }

  #define(tool: DefinedTool): void {
    const same = this.definitions.get(tool.key);
    if (same === undefined) this.definitions.set(tool.key, [tool]);
    else same.push(tool);
    this.#defined.push(tool);
  }

  #state(stated: StatedValue): void {
    let node = this.stated;
    for (const key of stated.path) {
      const child = node.children.get(key) ?? { children: new Map<string, GrowingNode>(), values: [] };
      node.children.set(key, child);
      node = child;
    }
    node.values.push(stated);
    this.#statedNodes.push(node);
  }
}

/** Removes the nodes of a path that have become empty: keys are in the order in which they were stated. */
function removeEmpty({ children }: GrowingNode, [key, ...rest]: readonly string[]): void {
  const child = key === undefined ? undefined : children.get(key);
  if (key === undefined || child === undefined) return;
  removeEmpty(child, rest);
  if (child.values.length === 0 && child.children.size === 0) children.delete(key);
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
  for (let i = turns.length; i < column.length; i++) turns.push(column[i]?.turn ?? -1);
}

function removeLatest(column: GrowingColumn, count: number): void {
  for (const list of [column.turns, column.invocations, ...counted.map((outcome) => column[outcome])])
    list.length -= count;
}

/** Removes the turns from an index on from the end of a list; returns how many it had. */
function shorten(turns: number[], from: TurnIndex): number {
  const { length } = turns;
  while ((turns.at(-1) ?? -Infinity) >= from) turns.pop();
  return length - turns.length;
}
