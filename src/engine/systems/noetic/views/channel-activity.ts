import { eventsUpTo } from '../timeline.ts';
import type { ChannelTrail } from './channel-trail.ts';
import { countBelow } from './collect-from-events.ts';
import type { NoeticMoment } from './noetic-moment.ts';

/**
 * The activity of a channel over all turns of the session, in slots of equal length, for a chart. Slots after the
 * moment are empty.
 */
export interface ChannelActivity {
  /** Turns in the session. */
  readonly turns: number;
  readonly slots: readonly ActivitySlot[];
}

export interface ActivitySlot {
  /** Its first turn. */
  readonly turn: number;
  readonly sent: number;
  readonly received: number;
  /** Dropped, displaced or timed out. */
  readonly lost: number;
}

const maxSlots = 96;

export function activityOf(at: NoeticMoment, trail: ChannelTrail | undefined, count: number): ChannelActivity {
  const turns = at.history.turns.length;
  const slots: ActivitySlot[] = [];
  const slotCount = Math.min(maxSlots, turns);
  if (trail === undefined) return { turns, slots };
  for (let slot = 0; slot < slotCount; slot++) {
    const turn = Math.floor((slot * turns) / slotCount);
    const next = Math.floor(((slot + 1) * turns) / slotCount);
    // Events before the first turn are counted in the first slot.
    const from = turn === 0 ? 0 : Math.min(count, eventsUpTo(at.session, at.history, turn - 1));
    const to = Math.min(count, eventsUpTo(at.session, at.history, next - 1));
    const between = (events: readonly number[]) => countBelow(events, to) - countBelow(events, from);
    const { sent, received, lost, timedOut } = trail;
    slots.push({ turn, sent: between(sent), received: between(received), lost: between(lost) + between(timedOut) });
  }
  return { turns, slots };
}
