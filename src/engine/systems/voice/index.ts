import type { History, TurnIndex } from '../../model/history.ts';
import type { Value } from '../../model/value.ts';
import type { System } from '../system.ts';
import { checkCall } from './check.ts';
import { dictOf } from './dict.ts';
import type { CallEvent } from './event.ts';
import type { CallHeader } from './header.ts';
import { historyOf } from './history.ts';
import { stateAfter, type CallSession } from './trail.ts';

/** CallContext of a voice agent. */
export const voice: System<CallHeader, CallEvent> = {
  id: 'voice',
  title: 'Voice CallContext',
  root: 'call',
  check: checkCall,
  decisions: () => ({}),
  history: historyOf,
  stateAt,
};

/** The context after a turn and all that belongs to it, as `to_dict()` shows it; -1 is before the first. */
function stateAt(session: CallSession, { turns }: History, turn: TurnIndex): Value {
  const next = turns[turn + 1];
  return dictOf(stateAfter(session, next === undefined ? session.events.length : next.event));
}
