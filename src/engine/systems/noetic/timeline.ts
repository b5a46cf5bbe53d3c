import type { History, TurnIndex } from '../../model/history.ts';
import type { Session } from '../../model/session.ts';
import type { Value } from '../../model/value.ts';
import { apply } from './apply.ts';
import type { NoeticEvent } from './event.ts';
import type { NoeticHeader } from './header.ts';
import { contextAt, initialState, type NoeticState } from './state.ts';
import { ContextMoment } from './view.ts';

type NoeticSession = Session<NoeticHeader, NoeticEvent>;

/** The root context after a turn, with everything below it: what rules find under `ctx`. */
export const stateAt = (session: NoeticSession, history: History, turn: TurnIndex): Value =>
  timelineOf(session).momentAfter(eventsUpTo(session, history, turn));

/** The whole run after so many events. */
export const stateAfter = (session: NoeticSession, count: number): NoeticState => timelineOf(session).after(count);

/** How many events had happened after a turn; for -1 those before the first. */
export function eventsUpTo(session: NoeticSession, { turns }: History, turn: TurnIndex): number {
  const next = turns[turn + 1]?.event;
  return next === undefined ? session.events.length : beginning(session, next);
}

/** The turn that an event belongs to; -1: it was before the first. */
export function turnOf(session: NoeticSession, history: History, event: number): TurnIndex {
  let [low, high] = [-1, history.turns.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (eventsUpTo(session, history, middle) > event) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What happens between two turns belongs to the earlier one, but for the dispatch of the step that made the later. */
const beginning = ({ events }: NoeticSession, event: number): number =>
  events[event - 1]?.type === 'step-dispatched' ? event - 1 : event;

const timelines = new WeakMap<object, Timeline>();

/** Keyed by the events: a live session hands out the same growing list in ever new sessions. */
function timelineOf({ header, events }: NoeticSession): Timeline {
  const known = timelines.get(events) ?? new Timeline(header, events);
  timelines.set(events, known);
  return known;
}

const stride = 256;

/** The states of a run: some are kept, and those between are made again from the one before. */
class Timeline {
  readonly #events: readonly NoeticEvent[];
  /** Entry k: after k × stride events. States share what did not change, so that keeping them costs little. */
  readonly #kept: NoeticState[];
  /** Where a sweep stands: its next question is about the next turn. */
  #latest: { readonly count: number; readonly state: NoeticState };

  #moment: { readonly state: NoeticState; readonly view: Value };

  constructor(header: NoeticHeader, events: readonly NoeticEvent[]) {
    this.#events = events;
    const state = initialState(header);
    this.#kept = [state];
    this.#latest = { count: 0, state };
    this.#moment = { state, view: momentOf(state) };
  }

  /** The very same view as long as nothing changes from one question to the next. */
  momentAfter(count: number): Value {
    const state = this.after(count);
    if (this.#moment.state !== state) this.#moment = { state, view: momentOf(state) };
    return this.#moment.view;
  }

  after(count: number): NoeticState {
    if (count === this.#latest.count) return this.#latest.state;
    const from = this.#nearest(count);
    let { state } = from;
    for (let index = from.count; index < count; index++) {
      const event = this.#events[index];
      if (event !== undefined) state = apply(state, event);
      if ((index + 1) % stride === 0 && this.#kept.length === (index + 1) / stride) this.#kept.push(state);
    }
    this.#latest = { count, state };
    return state;
  }

  /** Going on costs nothing but the events; going on from a kept state makes its lists part from the later ones. */
  #nearest(count: number): { readonly count: number; readonly state: NoeticState } {
    const ahead = count - this.#latest.count;
    if (ahead >= 0 && ahead <= stride) return this.#latest;
    const slot = Math.min(Math.floor(count / stride), this.#kept.length - 1);
    const kept = this.#kept[slot];
    return kept === undefined ? this.#latest : { count: slot * stride, state: kept };
  }
}

function momentOf(state: NoeticState): Value {
  const root = contextAt(state);
  return root === undefined ? null : new ContextMoment(state, root);
}
