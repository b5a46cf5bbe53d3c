import { MapView, type Value } from '../../model/value.ts';
import type { History, TurnIndex } from '../../model/history.ts';
import type { Session } from '../../model/session.ts';
import { apply } from './apply.ts';
import { ContextView } from './context-view.ts';
import type { A2aEvent } from './event.ts';
import type { A2aHeader } from './header.ts';
import { stateOfHeader, type A2aState } from './state.ts';

type A2aSession = Session<A2aHeader, A2aEvent>;

/** The number of events between two kept states: few enough to apply again at each keystroke. */
const stride = 256;
/** The number of strides with all states cached: the one at the cursor and its neighbour. */
const maxPages = 2;

/** The states of a session. Neighbouring states share unchanged parts. */
class Trail {
  readonly #events: readonly A2aEvent[];
  /** The k-th state is the one after k strides. */
  readonly #kept: A2aState[];
  readonly #pages = new Map<number, A2aState[]>();

  constructor({ header, events }: A2aSession) {
    this.#events = events;
    this.#kept = [stateOfHeader(header)];
  }

  after(count: number): A2aState {
    const page = Math.floor(count / stride);
    for (let k = this.#kept.length - 1; k < page; k++) this.#kept.push(this.#within(k, stride));
    return this.#within(page, count % stride);
  }

  #within(page: number, count: number): A2aState {
    const states = this.#pageOf(page);
    let state = states[Math.min(count, states.length - 1)] ?? this.#kept[page];
    if (state === undefined) throw new Error(`page ${page} is beyond what was kept`);
    for (let i = states.length; i <= count; i++) {
      const event = this.#events[page * stride + i - 1];
      if (event === undefined) break;
      state = apply(state, event);
      states.push(state);
    }
    return state;
  }

  #pageOf(page: number): A2aState[] {
    const start = this.#kept[page];
    const states = this.#pages.get(page) ?? (start === undefined ? [] : [start]);
    // Moved to the end, so that the least recently used stride is removed first.
    this.#pages.delete(page);
    this.#pages.set(page, states);
    for (const old of this.#pages.keys()) if (this.#pages.size > maxPages) this.#pages.delete(old);
    return states;
  }
}

const trails = new WeakMap<A2aSession, Trail>();

/** The context after a turn and its further events; -1 is before the first turn. */
export function stateAt(session: A2aSession, { turns }: History, turn: TurnIndex): Value {
  const next = turns[turn + 1];
  const count = next === undefined ? session.events.length : next.event;
  const state = stateAfter(session, count);
  const task = latestTask(session, state, count);
  return task === undefined ? new NoTask() : new ContextView(state, task);
}

/** The state after so many events. */
export function stateAfter(session: A2aSession, count: number): A2aState {
  const trail = trails.get(session) ?? new Trail(session);
  trails.set(session, trail);
  return trail.after(count);
}

/** The task of the latest event; before any event, the first task. */
function latestTask({ events }: A2aSession, { tasks }: A2aState, count: number) {
  for (let i = count - 1; i >= 0; i--) {
    const event = events[i];
    const task = event !== undefined && 'task' in event ? tasks.get(event.task) : undefined;
    if (task !== undefined) return task;
  }
  return tasks.at(0);
}

/** Before the first task there is no context. */
class NoTask extends MapView {
  override get(): undefined {
    return undefined;
  }

  override keys(): readonly string[] {
    return [];
  }
}
