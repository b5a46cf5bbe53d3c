import type { History, Turn } from '../../engine/model/history.ts';
import { parseInstant } from '../../engine/model/instant.ts';
import type { TurnRow } from '../previews.ts';

/** A shorter pause is part of the conversation. */
const leastPauseMs = 60_000;
/** Turns without a time are few, and stand between turns with one. */
const lookBack = 32;

/** Where a new day begins, and how long nothing happened before a turn. */
export function timeBreaks(history: History, turn: Turn): Pick<TurnRow, 'newDay' | 'pauseMs'> {
  const at = turn.at === undefined ? undefined : parseInstant(turn.at);
  if (at === undefined) return { newDay: null, pauseMs: null };
  const before = lastTimed(history, turn.index);
  const day = dayOf(at);
  if (before === undefined) return { newDay: day, pauseMs: null };
  // Some recordings have the time at which a call began, others that of its end: its duration is in neither case a pause.
  const pauseMs = at - before.at - Math.max(before.tookMs, turn.tookMs ?? 0);
  return { newDay: day === dayOf(before.at) ? null : day, pauseMs: pauseMs > leastPauseMs ? pauseMs : null };
}

function lastTimed({ turns }: History, index: number): { readonly at: number; readonly tookMs: number } | undefined {
  for (let before = index - 1; before >= Math.max(0, index - lookBack); before--) {
    const turn = turns[before];
    const at = turn?.at === undefined ? undefined : parseInstant(turn.at);
    if (at !== undefined) return { at, tookMs: turn?.tookMs ?? 0 };
  }
  return undefined;
}

/** Times are shown as recorded, in UTC. */
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
