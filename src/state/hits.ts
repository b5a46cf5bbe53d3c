import type { TurnIndex } from '../engine/model/history.ts';
import { verdictCodes } from '../engine/model/verdict.ts';

export type Direction = 1 | -1;

export function firingTurns(codes: Uint8Array): readonly TurnIndex[] {
  const turns: TurnIndex[] = [];
  for (const [turn, code] of codes.entries()) if (code === verdictCodes.fire) turns.push(turn);
  return turns;
}

/** The nearest of some ascending turns after (or before) `from`. */
export function nextOf(turns: readonly TurnIndex[], from: TurnIndex, direction: Direction): TurnIndex | null {
  if (direction === 1) return turns.find((turn) => turn > from) ?? null;
  return turns.findLast((turn) => turn < from) ?? null;
}

/**
 * With a baseline, a flip is a turn that the draft judges differently; without one, it is a turn whose verdict
 * differs from that of the eligible turn before it.
 */
export const flippedTurns = (draft: Uint8Array, baseline: Uint8Array | null): readonly TurnIndex[] =>
  baseline === null ? boundaries(draft) : differences(draft, baseline);

export function differences(draft: Uint8Array, baseline: Uint8Array): readonly TurnIndex[] {
  const turns: TurnIndex[] = [];
  for (let turn = 0; turn < draft.length; turn++) if (draft[turn] !== baseline[turn]) turns.push(turn);
  return turns;
}

function boundaries(codes: Uint8Array): readonly TurnIndex[] {
  const turns: TurnIndex[] = [];
  let last: number | undefined;
  for (const [turn, code] of codes.entries()) {
    if (code === verdictCodes['n/a']) continue;
    if (last !== undefined && code !== last) turns.push(turn);
    last = code;
  }
  return turns;
}
