import { defaultDecisions } from '../../../model/decisions.ts';
import { type RecordValue } from '../../../model/value.ts';
import type { OperationCall } from '../../machine.ts';
import type { CallMade, CallsMade, Moment } from '../../moment.ts';
import type { CallEvent } from '../event.ts';
import type { CallHeader } from '../header.ts';
import { historyOf } from '../history.ts';
import { voiceMachine } from '../machine.ts';
import type { CallSession } from '../trail.ts';

export const recordingOf = (events: readonly CallEvent[], header: Partial<CallHeader> = {}): CallSession => ({
  system: 'voice',
  header: { title: 'a call', ...header },
  events,
  notes: [],
});

/** The moment after a turn of a recording; by default after the last. */
export function momentOf(session: CallSession, turn?: number, calls?: CallsMade): Moment<CallHeader, CallEvent> {
  const history = historyOf(session);
  const decisions = defaultDecisions;
  return { session, history, turn: turn ?? history.turns.length - 1, decisions, ...(calls && { calls }) };
}

/** The recording cut off after a turn. */
export function cutAfter(session: CallSession, turn: number): CallSession {
  const next = historyOf(session).turns[turn + 1];
  return { ...session, events: session.events.slice(0, next?.event) };
}

/** The session that a run of calls produces, with the calls. */
export function ranOf(calls: readonly OperationCall[], context: RecordValue = {}, header: Partial<CallHeader> = {}) {
  const start = voiceMachine.start({ context });
  if (!start.ok) throw new Error(start.problem.message);
  let state = start.value;
  const events: CallEvent[] = [];
  const made = calls.map((call): CallMade => {
    const decided = voiceMachine.decide(state, call);
    if (decided.kind === 'done') {
      state = decided.events.reduce(voiceMachine.apply, state);
      events.push(...decided.events);
    }
    const outcome = decided.kind === 'refused' ? { throws: decided.error } : {};
    return { call, outcome, upTo: events.length };
  });
  return { session: recordingOf(events, { context, ...header }), calls: made };
}
