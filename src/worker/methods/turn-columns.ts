import { ok } from '../../base/result.ts';
import type { Growth } from '../../engine/model/growth.ts';
import { type History, type NodeId, turnKinds } from '../../engine/model/history.ts';
import { parseInstant } from '../../engine/model/instant.ts';
import type { TurnColumns } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type OpenSources } from './open-sources.ts';

/** The columns of the timeline. */
export const turnColumnsMethods = (sources: OpenSources): Pick<Methods, 'turnColumns'> => ({
  turnColumns: asked(sources, ({ history }) => ok(GrowingColumns.of(history))),
});

/** Kept with the history. When it has grown, only the turns that are new or different are read. */
class GrowingColumns {
  readonly #nodes = new Map<NodeId, number>();
  /** The functions that are called, by their place counted from 1. */
  readonly #functions = new Map<string, number>();
  /** The turn of each one's first call, in the same order. */
  readonly #firstCalls: number[] = [];
  #columns = columnsFor(0);
  #filled = 0;
  /** The changes of the history that the columns know. */
  #changes = 0;

  static of(history: History): TurnColumns {
    const columns = growingColumns.get(history.growth) ?? new GrowingColumns();
    growingColumns.set(history.growth, columns);
    columns.#update(history);
    return columns.#first(history.turns.length, history.contextWindow ?? null);
  }

  #update({ growth, turns, nodes, invocations }: History): void {
    const from = Math.max(0, Math.min(growth.since(this.#changes), this.#filled, turns.length));
    this.#changes = growth.count;
    this.#forgetFunctions(from);
    for (const [place, { id }] of nodes.entries()) this.#nodes.set(id, place);
    if (turns.length > this.#columns.kinds.length) this.#enlarge(2 * turns.length);
    const { kinds, nodes: places, calls, prompt, completion, cached, times } = this.#columns;
    for (let at = from; at < turns.length; at++) {
      const turn = turns[at];
      if (turn === undefined) break;
      kinds[at] = turnKinds.indexOf(turn.kind);
      places[at] = this.#nodes.get(turn.node) ?? 0;
      const called = turn.invocation === undefined ? undefined : invocations[turn.invocation]?.function;
      calls[at] = called === undefined ? 0 : this.#placeOf(called, at);
      prompt[at] = turn.tokens?.prompt ?? 0;
      completion[at] = turn.tokens?.completion ?? 0;
      cached[at] = turn.tokens?.cached ?? 0;
      times[at] = turn.at === undefined ? NaN : (parseInstant(turn.at) ?? NaN);
    }
    this.#filled = turns.length;
  }

  #placeOf(called: string, turn: number): number {
    const known = this.#functions.get(called);
    if (known !== undefined) return known;
    this.#functions.set(called, this.#firstCalls.push(turn));
    return this.#firstCalls.length;
  }

  /** Those that are first called at a turn or later: such turns may have changed. */
  #forgetFunctions(turn: number): void {
    if ((this.#firstCalls.at(-1) ?? -1) < turn) return;
    for (const called of [...this.#functions.keys()].toReversed()) {
      if ((this.#firstCalls.at(-1) ?? -1) < turn) return;
      this.#firstCalls.pop();
      this.#functions.delete(called);
    }
  }

  #enlarge(turns: number): void {
    const larger = columnsFor(turns);
    larger.kinds.set(this.#columns.kinds);
    larger.nodes.set(this.#columns.nodes);
    larger.calls.set(this.#columns.calls);
    larger.prompt.set(this.#columns.prompt);
    larger.completion.set(this.#columns.completion);
    larger.cached.set(this.#columns.cached);
    larger.times.set(this.#columns.times);
    this.#columns = larger;
  }

  #first(turns: number, contextWindow: number | null): TurnColumns {
    const { kinds, nodes, calls, prompt, completion, cached, times } = this.#columns;
    return {
      kinds: kinds.slice(0, turns),
      nodes: nodes.slice(0, turns),
      calls: calls.slice(0, turns),
      functions: [...this.#functions.keys()],
      prompt: prompt.slice(0, turns),
      completion: completion.slice(0, turns),
      cached: cached.slice(0, turns),
      contextWindow,
      times: times.slice(0, turns),
    };
  }
}

/** By its growth, because a live session may get new columns. */
const growingColumns = new WeakMap<Growth, GrowingColumns>();

const columnsFor = (turns: number): TurnColumns => ({
  kinds: new Uint8Array(turns),
  nodes: new Uint32Array(turns),
  calls: new Uint32Array(turns),
  functions: [],
  prompt: new Uint32Array(turns),
  completion: new Uint32Array(turns),
  cached: new Uint32Array(turns),
  contextWindow: null,
  times: new Float64Array(turns),
});
