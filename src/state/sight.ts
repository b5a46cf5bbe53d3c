import { countLeading } from '../base/scan.ts';
import type { TurnIndex } from '../engine/model/history.ts';

/** The part of a session that the timeline shows, from one turn's left edge to another's; both may be fractions. */
export interface Sight {
  readonly from: number;
  readonly to: number;
}

/** Selected turns, the last one with them. */
export interface TurnRange {
  readonly first: TurnIndex;
  readonly last: TurnIndex;
}

/**
 * An axis: the number of turns, and where each of them begins and the last one ends. Without positions all are equally
 * wide.
 */
export interface Axis {
  readonly turns: number;
  readonly positions: Float64Array | null;
}

/** Where a turn begins, or a point within it is. */
export function positionOf({ positions }: Pick<Axis, 'positions'>, turn: number): number {
  if (positions === null) return turn;
  const before = positions[Math.floor(turn)] ?? 0;
  return Number.isInteger(turn) ? before : before + (turn % 1) * ((positions[Math.ceil(turn)] ?? before) - before);
}

/** The turn at a position, with the part of it that is before. */
function turnAt({ turns, positions }: Axis, position: number): number {
  if (positions === null) return position;
  const turn = countLeading(turns, (at) => (positions[at + 1] ?? 0) <= position);
  const [start, end] = [positions[turn] ?? 0, positions[turn + 1] ?? 0];
  return end > start ? turn + (position - start) / (end - start) : turn;
}

/** No fewer turns of usual width fill the track. */
const fewest = 4;

/**
 * A part `factor` times as long, in which the point at `anchor` (0 is the left edge, 1 the right one) stays where it is.
 * Null is the whole session.
 */
export function zoomed(axis: Axis, sight: Sight | null, anchor: number, factor: number): Sight | null {
  const whole = positionOf(axis, axis.turns);
  const [from, to] = edgesOf(axis, sight);
  const least = Math.min(to - from, (fewest * whole) / axis.turns);
  const length = Math.max(least, (to - from) * factor);
  return length >= whole ? null : sightAt(axis, from + anchor * (to - from - length), length);
}

/** The same length, moved by a part of it: 1 shows what follows at the right. */
export function panned(axis: Axis, sight: Sight | null, by: number): Sight | null {
  if (sight === null) return null;
  const [from, to] = edgesOf(axis, sight);
  return sightAt(axis, from + by * (to - from), to - from);
}

function edgesOf(axis: Axis, sight: Sight | null): readonly [number, number] {
  const { from, to } = sight ?? { from: 0, to: axis.turns };
  return [positionOf(axis, from), positionOf(axis, Math.min(to, axis.turns))];
}

/** As near to a start as the session's ends allow. */
function sightAt(axis: Axis, start: number, length: number): Sight {
  const from = Math.max(0, Math.min(start, positionOf(axis, axis.turns) - length));
  return { from: turnAt(axis, from), to: turnAt(axis, from + length) };
}

/** The same number of turns, moved as little as shows the given one with some others beside it. */
export function withTurn(sight: Sight, turn: TurnIndex): Sight {
  const length = sight.to - sight.from;
  if (turn >= sight.from && turn + 1 <= sight.to) return sight;
  const beside = Math.max(0, Math.min(length / 8, (length - 1) / 2));
  const from = Math.max(0, turn < sight.from ? turn - beside : turn + 1 + beside - length);
  return { from, to: from + length };
}

/** The turns from the end that stays to the one that the cursor moves to. */
export function extended(range: TurnRange | null, cursor: TurnIndex, to: TurnIndex): TurnRange {
  const stays = cursor === range?.last ? range.first : cursor === range?.first ? range.last : cursor;
  return { first: Math.min(stays, to), last: Math.max(stays, to) };
}
