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

/** Versions of a run share all that has not changed, so one is kept for every turn. */
const states = new WeakMap<Session<AdkHeader, AdkEvent>, readonly AdkState[]>();

/** The whole run after a turn; -1 is the start. */
function runAt(session: Session<AdkHeader, AdkEvent>, history: History, turn: TurnIndex): AdkState {
  const known = states.get(session) ?? statesOf(session, history);
  states.set(session, known);
  return known[Math.min(turn + 1, known.length - 1)] ?? initialState(session.header);
}

/** Entry k is the state before the event of turn k, which is the one after turn k - 1; the last is the end. */
function statesOf({ header, events }: Session<AdkHeader, AdkEvent>, { turns }: History): readonly AdkState[] {
  const found: AdkState[] = [];
  let state = initialState(header);
  for (let index = 0; index < events.length; index++) {
    while (turns[found.length]?.event === index) found.push(state);
    const event = events[index];
    if (event !== undefined) state = apply(state, event);
  }
  found.push(state);
  return found;
}
