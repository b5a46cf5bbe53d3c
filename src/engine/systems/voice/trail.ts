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
  const isOnTheWay = trail.count <= count && trail.count >= mark * stride;
  let at = isOnTheWay ? trail.count : mark * stride;
  let state = isOnTheWay ? trail.state : (trail.kept[mark] ?? trail.state);
  for (; at < count; at++) {
    const event = session.events[at];
    if (event === undefined) break;
    state = apply(state, event);
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
