import type { Session } from '../../model/session.ts';
import { apply } from './apply.ts';
import type { CallEvent } from './event.ts';
import { startOf, type CallHeader } from './header.ts';
import type { CallState } from './state.ts';

export type CallSession = Session<CallHeader, CallEvent>;

/** The number of events between two saved states: few enough to replay at a keystroke. */
const stride = 128;

/** Kept states (the k-th after k strides of events), and the last requested state, because sweeps move forwards. */
interface Trail {
  readonly saved: CallState[];
  count: number;
  state: CallState;
}

const trails = new WeakMap<CallSession, Trail>();

/** The state after `count` events. */
export function stateAfter(session: CallSession, count: number): CallState {
  const trail = trails.get(session) ?? newTrail(session);
  const mark = Math.min(Math.floor(count / stride), trail.saved.length - 1);
  const ahead = count - trail.count;
  // Continuing from the latest state shares the growing lists; a saved state is used for earlier or much later requests.
  const isContinued = ahead >= 0 && ahead <= Math.max(stride, count - mark * stride);
  const at = isContinued ? trail.count : mark * stride;
  const state = isContinued ? trail.state : (trail.saved[mark] ?? trail.state);
  return walk(session, trail, { at, state }, count);
}

/** Replays all events, and caches the states on the way. */
export function walkCall(session: CallSession, visit: Visit): void {
  const trail = newTrail(session);
  walk(session, trail, { at: 0, state: trail.state }, session.events.length, visit);
}

type Visit = (event: CallEvent, index: number, before: CallState, after: CallState) => void;

function walk(
  { events }: CallSession,
  trail: Trail,
  from: { readonly at: number; readonly state: CallState },
  to: number,
  visit?: Visit,
): CallState {
  let { at, state } = from;
  for (; at < to; at++) {
    const event = events[at];
    if (event === undefined) break;
    const next = apply(state, event);
    visit?.(event, at, state, next);
    state = next;
    if (at + 1 === trail.saved.length * stride) trail.saved.push(state);
  }
  trail.count = at;
  trail.state = state;
  return state;
}

function newTrail(session: CallSession): Trail {
  const { state } = startOf(session.header);
  const trail = { saved: [state], count: 0, state };
  trails.set(session, trail);
  return trail;
}
