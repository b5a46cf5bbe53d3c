import { countedOutcome } from './capabilities-view.ts';
import { ownOf } from './context-view.ts';
import type { Decisions } from './decisions.ts';
import { indexOf, type FunctionColumn, type HistoryIndex, type StatedNode } from './history-index.ts';
import type { History, NodeId, TurnIndex } from './history.ts';
import type { Path } from './path.ts';
import { written } from './prefix.ts';

/**
 * The last turn that wrote a place, as seen after a turn: for *written at turn n*. The path starts at a root that rules
 * have: `context` or its alias, or a variable of the turn itself. Where contexts have histories of their own, `context` is
 * that of `node`, as in `contextAt`. Null for a value from before the first turn.
 */
export function writerOf(
  history: History,
  decisions: Decisions,
  path: Path,
  turn: TurnIndex,
  node?: NodeId,
): TurnIndex | null {
  const [root, ...place] = path;
  if (root !== 'context' && root !== 'c') return turn < 0 ? null : turn;
  const keys = root === 'c' && place[0] === 'cap' ? ['capabilities', ...place.slice(1)] : place;
  const own = ownOf(history, node);
  if (own === undefined) return writerIn(history, decisions, keys, turn);
  const writer = writerIn(own.history, decisions, keys, written(own.turns, turn) - 1);
  return writer === null ? null : (own.turns[writer] ?? null);
}

function writerIn(history: History, decisions: Decisions, keys: Path, turn: TurnIndex): TurnIndex | null {
  const index = indexOf(history);
  const [whole, within] = statedBy(index.stated, keys, turn);
  const writer = whole ?? Math.max(within, writerBelow(history, index, decisions, keys, turn) ?? -1);
  return writer < 0 ? null : writer;
}

/**
 * The turn at which the recording states a value directly, at a place or above it: the outermost statement holds, as in the view.
 * Then, for a place without one, the last turn that states something inside it; -1 for none.
 */
function statedBy(
  root: StatedNode,
  path: Path,
  turn: TurnIndex,
): readonly [whole: TurnIndex | null, within: TurnIndex] {
  let here = root;
  for (const step of path) {
    const child = here.children.get(String(step));
    if (child === undefined) return [null, -1];
    here = child;
    const stated = lastStated(here, turn);
    if (stated !== undefined) return [stated, -1];
  }
  let within = -1;
  const open = [...here.children.values()];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    within = Math.max(within, lastStated(next, turn) ?? -1);
    open.push(...next.children.values());
  }
  return [null, within];
}

const lastStated = ({ values }: StatedNode, turn: TurnIndex): TurnIndex | undefined =>
  values.findLast((value) => value.turn <= turn)?.turn;

function writerBelow(
  history: History,
  index: HistoryIndex,
  decisions: Decisions,
  [part, ...rest]: Path,
  turn: TurnIndex,
): TurnIndex | null {
  switch (part) {
    case undefined:
      return lastOf(index.turnTurns, turn);
    case 'llm':
      return rest[0] === 'model' ? null : lastTokenChange(history, index, rest[1], turn);
    case '_history':
      return rest[0] === 'turns' ? elementOrLast(index.turnTurns, rest[1], turn) : lastOf(index.turnTurns, turn);
    case 'input':
      return elementOrLast(index.inputTurns, rest[0], turn);
    case 'output':
      return elementOrLast(index.outputTurns, rest[0], turn);
    case 'capabilities':
      return capabilityWriter(index, decisions, rest, turn);
    default:
      return null;
  }
}

/**
 * The turns at which a place under `context` may get another value, ascending; the path has no root. All turns where the
 * recording states values directly, because these may begin anywhere.
 */
export function writingTurns(history: History, [part, key]: Path): readonly TurnIndex[] {
  const index = indexOf(history);
  if (index.stated.children.size > 0) return index.turnTurns;
  switch (part) {
    case 'llm':
      return index.tokenTurns;
    case 'input':
      return index.inputTurns;
    case 'output':
      return index.outputTurns;
    case 'capabilities':
      return key === undefined || key === '_meta'
        ? index.invocationTurns
        : (index.functions.get(String(key))?.turns ?? []);
    case '_history':
      return index.turnTurns;
    default:
      return [];
  }
}

const lastOf = (turns: readonly number[], turn: TurnIndex): TurnIndex | null => turns[written(turns, turn) - 1] ?? null;

/** An element was written once, in its turn; the list as a whole whenever it grew. */
function elementOrLast(turns: readonly number[], step: Path[number] | undefined, turn: TurnIndex): TurnIndex | null {
  return typeof step === 'number' ? (turns[step] ?? null) : lastOf(turns, turn);
}

/** A model call without completion tokens did not write that sum, and one without tokens wrote none. */
function lastTokenChange(
  { tokens }: History,
  { tokenTurns }: HistoryIndex,
  sum: Path[number] | undefined,
  turn: TurnIndex,
): TurnIndex | null {
  for (let i = written(tokenTurns, turn) - 1; i >= 0; i--) {
    const [now, before] = [tokens[i], tokens[i - 1] ?? { prompt: 0, completion: 0, total: 0 }];
    const isSame = (each: (typeof sums)[number]) => (sum !== undefined && sum !== each) || now?.[each] === before[each];
    if (!sums.every(isSame)) return now?.turn ?? null;
  }
  return null;
}

const sums = ['prompt', 'completion', 'total'] as const;

function capabilityWriter(
  index: HistoryIndex,
  decisions: Decisions,
  [key, field, step]: Path,
  turn: TurnIndex,
): TurnIndex | null {
  if (key === undefined) return lastOf(index.invocationTurns, turn);
  if (key === '_meta') {
    if (field === 'delegation_count') return lastOf(index.delegationTurns, turn);
    return elementOrLast(index.invocationTurns, field === 'invocations' ? step : undefined, turn);
  }
  const column = index.functions.get(String(key));
  // A tool has no child tasks, so this place never changes.
  if (column === undefined || (field === 'task_ids' && column.function.kind !== 'agent')) return null;
  const length = written(column.turns, turn);
  if (typeof field === 'string' && field.startsWith('count_')) return lastCounted(column, field, length, decisions);
  if (typeof step !== 'number') return column.turns[length - 1] ?? null;
  return column.turns[decisions.capabilityOrder === 'newest-first' ? length - 1 - step : step] ?? null;
}

function lastCounted(
  { invocations }: FunctionColumn,
  field: string,
  length: number,
  decisions: Decisions,
): TurnIndex | null {
  for (let i = length - 1; i >= 0; i--) {
    const invocation = invocations[i];
    if (invocation === undefined) continue;
    if (field === `count_${countedOutcome(invocation, decisions)}`) return invocation.turn;
  }
  return null;
}
