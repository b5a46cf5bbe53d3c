import { ok } from '../../base/result.ts';
import { unreachable } from '../../base/unreachable.ts';
import { preview } from '../../engine/cel/index.ts';
import { contextAt, ownOf } from '../../engine/model/context-view.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { History, Invocation, TurnIndex } from '../../engine/model/history.ts';
import { type FunctionColumn, indexOf } from '../../engine/model/history-index.ts';
import { toJson } from '../../engine/model/json.ts';
import { written } from '../../engine/model/prefix.ts';
import { definitionAt } from '../../engine/model/definition-at.ts';
import { isMap, keysOf, Unknown, valueAt, type Value } from '../../engine/model/value.ts';
import { reservedKey } from '../../engine/systems/task/keys.ts';
import type {
  CapabilityInvocation,
  CapabilityRow,
  Input,
  InvocationSort,
  InvocationWindow,
  Latency,
  ToolDescription,
  ValuePreview,
} from '../protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type OpenSources } from './open-sources.ts';

/**
 * The functions of the context at the cursor and the outcome of each invocation, as rules see them there. It uses
 * columns and binary search, so the cost does not depend on the number of turns.
 */
export function capabilityMethods(
  sources: OpenSources,
): Pick<Methods, 'capabilities' | 'latency' | 'invocations' | 'toolDefinition'> {
  return {
    capabilities: asked(sources, ({ history }, { turn, decisions }) => ok(rowsAt(history, turn, decisions))),
    latency: asked(sources, ({ history }, { turn, functions }) => ok(latencyOfAll(history, turn, functions))),
    invocations: asked(sources, ({ history }, input) => ok(windowOf(history, input))),
    toolDefinition: asked(sources, ({ history }, input) => ok(descriptionOf(history, input))),
  };
}

/** The index in `inputs`, `outputs`, … of the invocation's function right after it was made, in its own context. */
export function indexInLists(history: History, invocation: Invocation, decisions: Decisions): number {
  const owner = ownOf(history, invocation.node);
  const own = contextOf(history, invocation.turn, invocation.node);
  const column = indexOf(own.history).functions.get(invocation.function);
  const count = column === undefined ? 0 : written(column.turns, own.turn);
  let position = -1;
  for (const other of indexOf(history).functions.get(invocation.function)?.invocations ?? []) {
    if (ownOf(history, other.node) === owner) position += 1;
    if (other === invocation) break;
  }
  return listIndex(Math.max(0, position), count, decisions);
}

/** Where CEL finds the invocation at `position` (oldest first) of `count`. */
const listIndex = (position: number, count: number, decisions: Decisions) =>
  decisions.capabilityOrder === 'newest-first' ? count - 1 - position : position;

/** The columns of a turn's context, their lengths at the turn, and the numbers of the turns in that context. */
function contextOf(history: History, turn: TurnIndex, node = history.turns[turn]?.node) {
  const own = ownOf(history, node);
  if (own === undefined) return { history, turn, sessionTurn: (at: TurnIndex) => at };
  const { turns } = own;
  return {
    history: own.history,
    turn: written(turns, turn) - 1,
    sessionTurn: (at: TurnIndex) => turns[at] ?? at,
  };
}

export function rowsAt(history: History, turn: TurnIndex, decisions: Decisions): readonly CapabilityRow[] | null {
  const node = history.turns[turn]?.node;
  const own = contextOf(history, turn, node);
  const columns = indexOf(own.history).functions;
  const declared = new Map(history.functions.map(({ key, kind }) => [key, kind]));
  const seen = contextAt(history, turn, decisions, node).get('capabilities') ?? null;
  if (seen instanceof Unknown) return null;
  const keys = isMap(seen) ? keysOf(seen).map(String) : [];
  return keys
    .filter((key) => key !== reservedKey)
    .map((key) => {
      const number = (field: string) => {
        const value = valueAt(seen, [key, field]);
        return typeof value === 'number' ? value : null;
      };
      const column = columns.get(key);
      const uses = column === undefined ? 0 : written(column.turns, own.turn);
      return {
        function: key,
        kind: declared.get(key) ?? 'tool',
        successful: number('count_successful'),
        errored: number('count_errored'),
        restricted: number('count_restricted'),
        uses,
        here: uses > 0 && own.sessionTurn(column?.turns[uses - 1] ?? -1) === turn,
        latency: column === undefined ? null : latencyOf(timesOf(own.history, column, uses)),
      };
    });
}

/** The recorded times of the first calls of a function, of which `own` are the columns. */
function timesOf(own: History, { invocations }: FunctionColumn, uses: number): Float64Array {
  const times = new Float64Array(uses);
  let count = 0;
  for (const invocation of invocations.slice(0, uses)) {
    const took = tookOf(own, invocation);
    if (took !== null) times[count++] = took;
  }
  return times.subarray(0, count);
}

/** The times of several functions together: no sum of their percentiles says where half of all calls are. */
export function latencyOfAll(history: History, turn: TurnIndex, functions: readonly string[]): Latency | null {
  const own = contextOf(history, turn);
  const columns = indexOf(own.history).functions;
  const parts = functions.flatMap((name) => {
    const column = columns.get(name);
    return column === undefined ? [] : [timesOf(own.history, column, written(column.turns, own.turn))];
  });
  const times = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    times.set(part, at);
    at += part.length;
  }
  return latencyOf(times);
}

/** A call that middleware made has no turn of its own; the time of the turn is that of another call. */
function tookOf({ turns, invocations }: History, invocation: Invocation): number | null {
  const turn = turns[invocation.turn];
  if (turn?.invocation === undefined || invocations[turn.invocation] !== invocation) return null;
  return turn.tookMs ?? null;
}

/** As many times as a strip of dots can show apart. */
const mostTimes = 120;

/** Sorts the times in place. */
export function latencyOf(times: Float64Array): Latency | null {
  const count = times.length;
  if (count === 0) return null;
  times.sort();
  const ranked = (share: number) => times[Math.max(0, Math.ceil(share * count) - 1)] ?? 0;
  const sampled = Math.min(count, mostTimes);
  const rankOf = (at: number) => (sampled === 1 ? 0 : Math.round((at * (count - 1)) / (sampled - 1)));
  return {
    count,
    p50: ranked(0.5),
    p95: ranked(0.95),
    times: Array.from({ length: sampled }, (_, at) => times[rankOf(at)] ?? 0),
  };
}

export function windowOf(history: History, input: Omit<Input<'invocations'>, 'session'>): InvocationWindow {
  const own = contextOf(history, input.turn);
  const column = indexOf(own.history).functions.get(input.function);
  if (column === undefined) return { total: 0, rows: [], here: null };
  const total = written(column.turns, own.turn);
  const order = orderOf(column, total, input.sort, input.decisions, (one) => tookOf(own.history, one) ?? -1);
  const rows: CapabilityInvocation[] = [];
  for (let place = Math.max(0, input.from); place < Math.min(input.to, total); place++) {
    const position = order.positionAt(place);
    const invocation = column.invocations[position];
    if (invocation === undefined) continue;
    const { at, outcome, input: given } = invocation;
    const turn = own.sessionTurn(invocation.turn);
    rows.push({
      turn,
      tookMs: tookOf(own.history, invocation),
      index: listIndex(position, total, input.decisions),
      at: at ?? null,
      outcome,
      input: previewOf(given),
      output: previewOf(history.results.outputOf(invocation, input.decisions)),
    });
  }
  const isHere = total > 0 && own.sessionTurn(column.turns[total - 1] ?? -1) === input.turn;
  return { total, rows, here: isHere ? order.placeOf(total - 1) : null };
}

/** Up to a turn, with what was recorded after it and before the next one. */
function descriptionOf(
  history: History,
  { turn, function: key }: Omit<Input<'toolDefinition'>, 'session'>,
): ToolDescription | null {
  const found = definitionAt(history, key, turn + 1, history.turns[turn]?.node);
  if (found === undefined) return null;
  const { description, server, annotations = {}, input_schema: input, output_schema: output } = found.definition;
  return {
    since: found.turn,
    description: description ?? null,
    server: server ?? null,
    annotations: Object.entries(annotations).map(([name, value]) => ({
      name,
      value: preview(value, previewLength).text,
    })),
    inputSchema: input === undefined ? null : toJson(input, 2),
    outputSchema: output === undefined ? null : toJson(output, 2),
  };
}

const previewLength = 160;

const previewOf = (value: Value | undefined): ValuePreview | null =>
  value === undefined || value instanceof Unknown ? null : preview(value, previewLength);

/** Converts between an invocation's position in its column, oldest first, and its place in the sorted table. */
interface Order {
  positionAt(place: number): number;
  placeOf(position: number): number;
}

function orderOf(
  column: FunctionColumn,
  total: number,
  { by, descending }: InvocationSort,
  decisions: Decisions,
  timeOf: (invocation: Invocation) => number,
): Order {
  switch (by) {
    case 'turn':
      return alongColumn(total, descending);
    case 'index':
      return alongColumn(total, descending !== (decisions.capabilityOrder === 'newest-first'));
    case 'outcome':
      return sortedBy(column, total, descending, ({ outcome }) => outcome);
    case 'at':
      return sortedBy(column, total, descending, ({ at }) => at ?? '');
    case 'took':
      return sortedBy(column, total, descending, timeOf);
    default:
      return unreachable(by);
  }
}

function alongColumn(total: number, backwards: boolean): Order {
  const turned = (at: number) => (backwards ? total - 1 - at : at);
  return { positionAt: turned, placeOf: turned };
}

/** Equal rows keep their order. */
function sortedBy(
  { invocations }: FunctionColumn,
  total: number,
  descending: boolean,
  keyOf: (invocation: Invocation) => Key,
): Order {
  const sign = descending ? -1 : 1;
  const keys = invocations.slice(0, total).map(keyOf);
  const positions = [...keys.keys()].toSorted((a, b) => sign * compare(keys[a] ?? '', keys[b] ?? '') || a - b);
  return { positionAt: (place) => positions[place] ?? -1, placeOf: (position) => positions.indexOf(position) };
}

type Key = string | number;

const compare = (a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0);
