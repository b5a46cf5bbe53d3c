import { paced, type Pace } from '../../base/pace.ts';
import { contextAt, ownOf } from '../../engine/model/context-view.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { History, NodeId, TurnIndex } from '../../engine/model/history.ts';
import type { Path } from '../../engine/model/path.ts';
import { Double, Uint, valueAt, type Value } from '../../engine/model/value.ts';
import { writingTurns } from '../../engine/model/writers.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import type { Input, PathHistory } from '../protocol.ts';

type Point = PathHistory['points'][number];

/** The numbers of one place of the state over the whole session. */
export async function pathHistory(
  open: OpenSession,
  { root, path, node, decisions }: Omit<Input<'pathHistory'>, 'session'>,
  pace: Pace,
): Promise<PathHistory> {
  const { history } = open;
  const nodeId = (node ?? undefined) as NodeId | undefined; // the page got it from a row of this session
  const { turns, isWhole } = root === 'context' ? turnsOf(history, path, nodeId) : sampleOf(history.turns.length);
  const valueAfter = root === 'context' ? inContext(history, decisions, nodeId) : inSystem(open, decisions);
  const points: Point[] = [];
  let lowest: number | null = null;
  let highest: number | null = null;
  await paced(turns.length, pace, (at) => {
    const turn = turns[at] ?? 0;
    const value = numberIn(valueAt(valueAfter(turn), path));
    if (points.at(-1)?.value === value) return;
    points.push({ turn, value });
    if (value === null) return;
    lowest = Math.min(lowest ?? value, value);
    highest = Math.max(highest ?? value, value);
  });
  return {
    points: withinRoom(points),
    lowest,
    highest,
    changes: Math.max(0, points.length - 1),
    sampled: isWhole ? null : turns.length,
  };
}

/** The first turn of the context, and those that may change the place. */
function turnsOf(history: History, path: Path, node: NodeId | undefined) {
  const own = ownOf(history, node);
  const written = writingTurns(own?.history ?? history, path).map((turn) => own?.turns[turn] ?? turn);
  const first = own?.turns[0] ?? 0;
  return { turns: written[0] === first ? written : [first, ...written], isWhole: true };
}

/** One view that is moved forward. */
function inContext(history: History, decisions: Decisions, node: NodeId | undefined): (turn: TurnIndex) => Value {
  const view = contextAt(history, -1, decisions, node);
  return (turn) => {
    view.moveTo(turn);
    return view;
  };
}

/** A system rebuilds its state for each turn, which takes up to a millisecond. */
const mostStates = 240;

/** Turns at even distances, the last one among them. */
function sampleOf(count: number): { readonly turns: readonly TurnIndex[]; readonly isWhole: boolean } {
  const many = Math.min(count, mostStates);
  const turns = Array.from({ length: many }, (_, at) => Math.round((at * (count - 1)) / Math.max(1, many - 1)));
  return { turns, isWhole: many === count };
}

const inSystem =
  ({ session, history, system }: OpenSession, decisions: Decisions) =>
  (turn: TurnIndex): Value =>
    system.stateAt(session, history, turn, decisions);

/** NaN and the infinities have no place in a picture. */
function numberIn(value: Value | undefined): number | null {
  const number =
    value instanceof Double || value instanceof Uint
      ? Number(value.value)
      : typeof value === 'bigint'
        ? Number(value)
        : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A pixel column shows one lowest and one highest value. */
const mostPoints = 600;

/** Of each stretch of points that is too narrow to be seen, its lowest and its highest, so that no peak is lost. */
function withinRoom(points: readonly Point[]): readonly Point[] {
  if (points.length <= mostPoints) return points;
  const kept: Point[] = [];
  const stretch = Math.ceil((2 * points.length) / mostPoints);
  for (let from = 0; from < points.length; from += stretch) {
    let [low, high] = [from, from];
    for (let at = from; at < Math.min(from + stretch, points.length); at++) {
      const value = points[at]?.value ?? null;
      if (value === null) continue;
      if (value < (points[low]?.value ?? Infinity)) low = at;
      if (value > (points[high]?.value ?? -Infinity)) high = at;
    }
    for (const at of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      const point = points[at];
      if (point !== undefined) kept.push(point);
    }
  }
  return kept;
}
