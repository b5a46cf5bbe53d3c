import type { Session } from '../../model/session.ts';
import { apply } from './apply.ts';
import type { CallEvent } from './event.ts';
import { startOf, type CallHeader } from './header.ts';
import type { CallState } from './state.ts';

export type CallSession = Session<CallHeader, CallEvent>;

/** Events between two states that are kept: few enough to go over again at a keystroke. */
const stride = 128;

/** States on the way, the k-th after k strides of events, and the one that was asked for last: sweeps walk forwards. */
interface Trail {
  readonly kept: CallState[];
  count: number;
  state: CallState;
}

const trails = new WeakMap<CallSession, Trail>();

/** The state after so many events. */
export function stateAfter(session: CallSession, count: number): CallState {
  const trail = trails.get(session) ?? newTrail(session);
  const mark = Math.min(Math.floor(count / stride), trail.kept.length - 1);
  const ahead = count - trail.count;
  // Walking on keeps to one line of growing lists; going back to a mark is for what lies behind or far ahead.
  const walksOn = ahead >= 0 && ahead <= Math.max(stride, count - mark * stride);
  const at = walksOn ? trail.count : mark * stride;
  const state = walksOn ? trail.state : (trail.kept[mark] ?? trail.state);
  return walk(session, trail, { at, state }, count);
}

/** Goes over all events, and leaves the states on the way ready to be asked for. */
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
    if (at + 1 === trail.kept.length * stride) trail.kept.push(state);
  }
  trail.count = at;
  trail.state = state;
  return state;
}

function newTrail(session: CallSession): Trail {
  const { state } = startOf(session.header);
  const trail = { kept: [state], count: 0, state };
  trails.set(session, trail);
  return trail;
}
