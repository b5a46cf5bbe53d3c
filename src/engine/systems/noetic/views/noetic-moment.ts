import type { Moment } from '../../moment.ts';
import type { NoeticEvent } from '../event.ts';
import type { NoeticHeader } from '../header.ts';
import type { NoeticState } from '../state.ts';
import { eventsUpTo, stateAfter } from '../timeline.ts';

export type NoeticMoment = Moment<NoeticHeader, NoeticEvent>;

/** The state of the run at a moment, and the number of events until then. */
export function stateAtMoment({ session, history, turn }: NoeticMoment): {
  readonly state: NoeticState;
  readonly count: number;
} {
  const count = eventsUpTo(session, history, turn);
  return { state: stateAfter(session, count), count };
}
