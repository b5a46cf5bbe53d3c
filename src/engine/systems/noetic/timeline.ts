import { countLeading } from '../../../base/scan.ts';
import type { History, TurnIndex } from '../../model/history.ts';
import type { Session } from '../../model/session.ts';
import type { Value } from '../../model/value.ts';
import { apply } from './apply.ts';
import type { NoeticEvent } from './event.ts';
import type { NoeticHeader } from './header.ts';
import { contextAt, initialState, type NoeticState } from './state.ts';
import { ContextMoment } from './view.ts';

type NoeticSession = Session<NoeticHeader, NoeticEvent>;

/** The root context after a turn, including its children: the value that rules see as `ctx`. */
export const stateAt = (session: NoeticSession, history: History, turn: TurnIndex): Value =>
  timelineOf(session).momentAfter(eventsUpTo(session, history, turn));

/** The state of the run after `count` events. */
export const stateAfter = (session: NoeticSession, count: number): NoeticState => timelineOf(session).after(count);

/** The number of events up to and including a turn; for -1, the events before the first turn. */
export function eventsUpTo(session: NoeticSession, { turns }: History, turn: TurnIndex): number {
  const next = turns[turn + 1]?.event;
  return next === undefined ? session.events.length : firstEventOf(session, next);
}

/** The turn that an event belongs to; -1 before the first turn. */
export function turnOf(session: NoeticSession, history: History, event: number): TurnIndex {
  return countLeading(history.turns.length, (turn) => eventsUpTo(session, history, turn - 1) <= event) - 1;
}

/** Events between two turns belong to the earlier turn, except the dispatch of the step that makes the later turn. */
const firstEventOf = ({ events }: NoeticSession, event: number): number =>
  events[event - 1]?.type === 'step-dispatched' ? event - 1 : event;

const timelines = new WeakMap<object, Timeline>();

/**
 * Keyed by the list of events, because a live session passes the same growing list in a new session object each time.
 */
function timelineOf({ header, events }: NoeticSession): Timeline {
  const known = timelines.get(events) ?? new Timeline(header, events);
  timelines.set(events, known);
  return known;
}

const stride = 256;

/** The states of a run. Every 256th state is saved; others are recomputed from the nearest earlier one. */
class Timeline {
  readonly #events: readonly NoeticEvent[];
  /** Entry k: the state after k × stride events. States share unchanged parts, so keeping them costs little memory. */
  readonly #saved: NoeticState[];
  /** The last computed state: a sweep asks for the next turn next. */
  #latest: { readonly count: number; readonly state: NoeticState };

  #moment: { readonly state: NoeticState; readonly view: Value };

  constructor(header: NoeticHeader, events: readonly NoeticEvent[]) {
    this.#events = events;
    const state = initialState(header);
    this.#saved = [state];
    this.#latest = { count: 0, state };
    this.#moment = { state, view: momentOf(state) };
  }

  /** Returns the same view until the state changes. */
  momentAfter(count: number): Value {
    const state = this.after(count);
    if (this.#moment.state !== state) this.#moment = { state, view: momentOf(state) };
    return this.#moment.view;
  }

  after(count: number): NoeticState {
    if (count === this.#latest.count) return this.#latest.state;
    const from = this.#nearestBefore(count);
    let { state } = from;
    for (let index = from.count; index < count; index++) {
      const event = this.#events[index];
      if (event !== undefined) state = apply(state, event);
      if ((index + 1) % stride === 0 && this.#saved.length === (index + 1) / stride) this.#saved.push(state);
    }
    this.#latest = { count, state };
    return state;
  }

  /**
   * Continues from the latest state if it is close, because that costs only the events between. Continuing from a saved
   * state copies the growing lists, since later versions of them exist.
   */
  #nearestBefore(count: number): { readonly count: number; readonly state: NoeticState } {
    const ahead = count - this.#latest.count;
    if (ahead >= 0 && ahead <= stride) return this.#latest;
    const slot = Math.min(Math.floor(count / stride), this.#saved.length - 1);
    const saved = this.#saved[slot];
    return saved === undefined ? this.#latest : { count: slot * stride, state: saved };
  }
}

function momentOf(state: NoeticState): Value {
  const root = contextAt(state);
  return root === undefined ? null : new ContextMoment(state, root);
}
