import { MapView, type Value } from '../../model/value.ts';
import type { History, TurnIndex } from '../../model/history.ts';
import type { Session } from '../../model/session.ts';
import { apply } from './apply.ts';
import { ContextView } from './context-view.ts';
import type { A2aEvent } from './event.ts';
import type { A2aHeader } from './header.ts';
import { stateOfHeader, type A2aState } from './state.ts';

type A2aSession = Session<A2aHeader, A2aEvent>;

/** Events between two states that are kept: few enough to go over again at a keystroke. */
const stride = 256;

/** States on the way, the k-th after k strides of events, and the one that was asked for last: sweeps walk forwards. */
interface Trail {
  readonly kept: A2aState[];
  count: number;
  state: A2aState;
}

const trails = new WeakMap<A2aSession, Trail>();

/** The context after a turn and all that belongs to it; -1 is before the first. */
export function stateAt(session: A2aSession, { turns }: History, turn: TurnIndex): Value {
  const next = turns[turn + 1];
  const count = next === undefined ? session.events.length : next.event;
  const state = stateAfter(session, count);
  const task = latestTask(session, state, count);
  return task === undefined ? new NoTask() : new ContextView(state, task);
}

/** The state after so many events. */
export function stateAfter(session: A2aSession, count: number): A2aState {
  const trail = trails.get(session) ?? newTrail(session);
  const mark = Math.min(Math.floor(count / stride), trail.kept.length - 1);
  const isNear = trail.count <= count && trail.count >= mark * stride;
  let at = isNear ? trail.count : mark * stride;
  let state = isNear ? trail.state : (trail.kept[mark] ?? trail.state);
  while (at < count) {
    const event = session.events[at];
    if (event === undefined) break;
    state = apply(state, event);
    at++;
    if (at === trail.kept.length * stride) trail.kept.push(state);
  }
  trail.count = at;
  trail.state = state;
  return state;
}

function newTrail(session: A2aSession): Trail {
  const state = stateOfHeader(session.header);
  const trail = { kept: [state], count: 0, state };
  trails.set(session, trail);
  return trail;
}

/** The task of the latest event; before any, the first that there is. */
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
