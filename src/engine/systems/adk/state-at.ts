import type { History, TurnIndex } from '../../model/history.ts';
import type { Session } from '../../model/session.ts';
import type { Value } from '../../model/value.ts';
import { apply } from './apply.ts';
import type { AdkEvent } from './event.ts';
import type { AdkHeader } from './header.ts';
import { initialState } from './initial-state.ts';
import { rootContext, type AdkState } from './state.ts';
import { Views } from './views.ts';

/** The root context after a turn and all that belongs to it: its JSON, computed where it is read. */
export function stateAt(session: Session<AdkHeader, AdkEvent>, history: History, turn: TurnIndex): Value {
  const state = runAt(session, history, turn);
  return new Views(() => state).context(rootContext);
}

/** The run at each turn, as far as its events have been read; the versions share all that has not changed. */
interface Moments {
  /** Entry k: before the event of turn k, which is after turn k - 1. */
  readonly states: AdkState[];
  state: AdkState;
  count: number;
}

const momentsOf = new WeakMap<Session<AdkHeader, AdkEvent>, Moments>();

/** The whole run after a turn; -1 is the start. The events of an open run may have grown since last time. */
function runAt(session: Session<AdkHeader, AdkEvent>, history: History, turn: TurnIndex): AdkState {
  const moments = momentsOf.get(session) ?? { states: [], state: initialState(session.header), count: 0 };
  momentsOf.set(session, moments);
  follow(moments, session.events, history);
  return moments.states[turn + 1] ?? moments.state;
}

function follow(moments: Moments, events: readonly AdkEvent[], { turns }: History): void {
  const { states } = moments;
  for (; moments.count < events.length; moments.count++) {
    while (turns[states.length]?.event === moments.count) states.push(moments.state);
    const event = events[moments.count];
    if (event !== undefined) moments.state = apply(moments.state, event);
  }
}
