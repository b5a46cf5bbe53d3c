import { ok } from '../../base/result.ts';
import { unreachable } from '../../base/unreachable.ts';
import { preview } from '../../engine/cel/index.ts';
import { countSuccessful } from '../../engine/model/capabilities-view.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { History, Invocation, TurnIndex } from '../../engine/model/history.ts';
import { type FunctionColumn, indexOf } from '../../engine/model/history-index.ts';
import { written } from '../../engine/model/prefix.ts';
import type { Value } from '../../engine/model/value.ts';
import type {
  CapabilityInvocation,
  CapabilityRow,
  Input,
  InvocationSort,
  InvocationWindow,
  ValuePreview,
} from '../protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type Bench } from './bench.ts';

/** The functions of a session and what became of each use: all by columns and halving, whatever the number of turns. */
export function capabilityMethods(bench: Bench): Pick<Methods, 'capabilities' | 'invocations'> {
  return {
    capabilities: asked(bench, ({ history }, { turn, decisions }) => ok(rowsAt(history, turn, decisions))),
    invocations: asked(bench, ({ history }, input) => ok(windowOf(history, input))),
  };
}

/** The index in `inputs`, `outputs`, … of the invocation's function right after it was made. */
export function indexInLists(history: History, invocation: Invocation, decisions: Decisions): number {
  const column = indexOf(history).functions.get(invocation.function);
  const count = column === undefined ? 0 : written(column.turns, invocation.turn);
  let position = count - 1;
  while (position > 0 && column?.invocations[position] !== invocation) position -= 1;
  return listIndex(position, count, decisions);
}

/** Where CEL finds the invocation at `position` (oldest first) of `count`. */
const listIndex = (position: number, count: number, decisions: Decisions) =>
  decisions.capabilityOrder === 'newest-first' ? count - 1 - position : position;

function rowsAt(history: History, turn: TurnIndex, decisions: Decisions): readonly CapabilityRow[] {
  return [...indexOf(history).functions.values()].map((column) => {
    const { function: declared, turns, errored, restricted } = column;
    const count = written(turns, turn);
    return {
      function: declared.key,
      kind: declared.kind,
      successful: countSuccessful(column, count, decisions),
      errored: errored[count] ?? 0,
      restricted: restricted[count] ?? 0,
      here: turns[count - 1] === turn,
    };
  });
}

function windowOf(history: History, input: Omit<Input<'invocations'>, 'session'>): InvocationWindow {
  const column = indexOf(history).functions.get(input.function);
  if (column === undefined) return { total: 0, rows: [], here: null };
  const total = written(column.turns, input.turn);
  const order = orderOf(column, total, input.sort, input.decisions);
  const rows: CapabilityInvocation[] = [];
  for (let place = Math.max(0, input.from); place < Math.min(input.to, total); place++) {
    const position = order.positionAt(place);
    const invocation = column.invocations[position];
    if (invocation !== undefined)
      rows.push(rowOf(history, invocation, listIndex(position, total, input.decisions), input.decisions));
  }
  const last = column.turns[total - 1] === input.turn ? total - 1 : null;
  return { total, rows, here: last === null ? null : order.placeOf(last) };
}

const previewLength = 160;

const previewOf = (value: Value | undefined): ValuePreview | null =>
  value === undefined ? null : preview(value, previewLength);

const rowOf = (
  { results }: History,
  invocation: Invocation,
  index: number,
  decisions: Decisions,
): CapabilityInvocation => ({
  turn: invocation.turn,
  index,
  at: invocation.at ?? null,
  outcome: invocation.outcome,
  input: previewOf(invocation.input),
  output: previewOf(results.outputOf(invocation, decisions)),
});

/** Between an invocation's position in its column, oldest first, and its place in the sorted table. */
interface Order {
  positionAt(place: number): number;
  placeOf(position: number): number;
}

function orderOf(
  column: FunctionColumn,
  total: number,
  { by, descending }: InvocationSort,
  decisions: Decisions,
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
    default:
      return unreachable(by);
  }
}

function alongColumn(total: number, backwards: boolean): Order {
  const turned = (at: number) => (backwards ? total - 1 - at : at);
  return { positionAt: turned, placeOf: turned };
}

/** Equal ones stay in the order they were made in. */
function sortedBy(
  { invocations }: FunctionColumn,
  total: number,
  descending: boolean,
  keyOf: (invocation: Invocation) => string,
): Order {
  const sign = descending ? -1 : 1;
  const keys = invocations.slice(0, total).map(keyOf);
  const positions = [...keys.keys()].toSorted((a, b) => sign * compare(keys[a] ?? '', keys[b] ?? '') || a - b);
  return { positionAt: (place) => positions[place] ?? -1, placeOf: (position) => positions.indexOf(position) };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
