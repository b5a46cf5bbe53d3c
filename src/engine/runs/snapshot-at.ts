import { err, ok, type Result } from '../../base/result.ts';
import { defaultDecisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import { materialise } from '../model/materialise.ts';
import type { Problem } from '../model/problem.ts';
import type { RecordValue, Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { Run, type RunEvent } from './run.ts';

/**
 * The export of a session's system after a turn, so that a run can start from it; a problem when its system cannot
 * start from there.
 */
export function snapshotAt(open: OpenSession, turn: TurnIndex): Result<Value, Problem> {
  const { session, system, history } = open;
  const decisions = { ...defaultDecisions, ...session.header.decisions };
  const seen = materialise(system.stateAt(session, history, turn, decisions));
  const fromSeen = Run.start(system, { snapshot: seen });
  if (fromSeen.ok) return ok(seen);
  // For some systems the data of rules is not their export: then the machine applies the events again.
  const replayed = replayedTo(open, turn);
  const run = replayed.ok ? Run.start(system, { snapshot: replayed.value }) : replayed;
  if (replayed.ok && run.ok) return replayed;
  const { problem } = run.ok ? fromSeen : run;
  return err({
    code: 'run/cannot-go-on',
    message: `A run cannot start from turn ${turn} of this session. ${problem.message}`,
  });
}

function replayedTo({ session, system, history }: OpenSession, turn: TurnIndex): Result<Value, Problem> {
  const { machine } = system;
  // A header is the initial value of its system.
  const start = machine.start(session.header as unknown as RecordValue); // headers are plain data from a file
  if (!start.ok) return start;
  const end = history.turns[turn + 1]?.event ?? session.events.length;
  // The system checked the session's events when it was opened.
  const events = session.events.slice(0, end) as readonly RunEvent[];
  return ok(materialise(machine.toSnapshot(events.reduce((state, event) => machine.apply(state, event), start.value))));
}
