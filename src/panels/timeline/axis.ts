import type { TurnIndex } from '../../engine/model/history.ts';

/** Where each turn begins on an axis in time, and after the last turn its end. The unit means nothing. */
export interface TimeAxis {
  readonly positions: Float64Array;
  /** Gaps that are drawn shorter than they were, each by the turn after it. */
  readonly breaks: readonly { readonly turn: TurnIndex; readonly ms: number }[];
}

/** Gaps longer than this many times the usual gap are compressed to this length. */
const longest = 10;
/** Turns at the same time keep this part of a usual gap each, so that they stay apart. */
const shortest = 0.1;

/**
 * An axis in the time of turns (milliseconds, NaN where not recorded). Turns without a time share the gap between those
 * around them. Null unless two turns have different times.
 */
export function timeAxisOf(times: Float64Array): TimeAxis | null {
  const gaps = gapsOf(times);
  const usual = usualOf(gaps);
  if (usual === null) return null;
  const positions = new Float64Array(times.length + 1);
  const breaks: { turn: TurnIndex; ms: number }[] = [];
  for (let turn = 0; turn < times.length; turn++) {
    const gap = gaps[turn] ?? NaN;
    // After the last turn with a time.
    const length = Number.isNaN(gap) ? usual : gap;
    if (length > longest * usual) breaks.push({ turn: turn + 1, ms: length });
    positions[turn + 1] = (positions[turn] ?? 0) + Math.max(shortest * usual, Math.min(length, longest * usual));
  }
  return { positions, breaks };
}

/** From each turn to the next; NaN before the first time and after the last. */
function gapsOf(times: Float64Array): Float64Array {
  const gaps = new Float64Array(times.length).fill(NaN);
  let known = -1;
  for (const [turn, at] of times.entries()) {
    if (Number.isNaN(at)) continue;
    if (known >= 0) gaps.fill((at - (times[known] ?? at)) / (turn - known), known, turn);
    known = turn;
  }
  return gaps;
}

/** More would not make the middle one more exact than a pixel. */
const mostSampled = 2000;

/** The middle one of the gaps that have a length, or of a sample of them; null if there is none. */
function usualOf(gaps: Float64Array): number | null {
  const stride = Math.ceil(gaps.length / mostSampled);
  const sampled = gaps.filter((gap, turn) => gap > 0 && turn % stride === 0);
  const measured = sampled.length > 0 ? sampled : gaps.filter((gap) => gap > 0);
  return measured.toSorted()[measured.length >> 1] ?? null;
}
