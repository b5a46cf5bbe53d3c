import type { TurnIndex } from '../../model/history.ts';
import { written } from '../../model/prefix.ts';
import type { Session } from '../../model/session.ts';
import type { TaskEvent } from './event.ts';
import type { TaskHeader } from './header.ts';
import { makesTurn } from './history.ts';
import { EventLog } from './running/event-log.ts';
import { happened, runState, type RunState } from './running/run-state.ts';

type TaskSession = Session<TaskHeader, TaskEvent>;

/** An event that changed the status of a task: a new phase, a wait that began or ended, a new task. */
export interface StatusChange {
  /** The latest turn of the session at that event. */
  readonly turn: TurnIndex;
  readonly event: TaskEvent;
  readonly run: RunState;
}

/** The initial status of the tasks and each change of it, up to the last event that was read. */
interface StatusHistory {
  readonly start: RunState;
  readonly changes: StatusChange[];
  readonly turns: TurnIndex[];
  run: RunState;
  /** The number of turns so far, of all tasks. */
  made: number;
  count: number;
}

const statusHistories = new WeakMap<TaskSession, StatusHistory>();

/** The run after a turn and its further events. The list of events may have grown since the last call. */
export function runAt(session: TaskSession, turn: TurnIndex): RunState {
  const { start, changes, turns } = statusHistory(session);
  return changes[written(turns, turn) - 1]?.run ?? start;
}

/** All known changes, and the number of them up to the end of a turn. */
export function changesUpTo(session: TaskSession, turn: TurnIndex) {
  const { start, changes, turns } = statusHistory(session);
  return { start, changes: changes as readonly StatusChange[], count: written(turns, turn) };
}

function statusHistory(session: TaskSession): StatusHistory {
  let known = statusHistories.get(session);
  if (known === undefined) {
    const { header } = session;
    const start = runState(header, { now: undefined, scriptResults: {} }, undefined, EventLog.forgetful(header));
    known = { start, changes: [], turns: [], run: start, made: 0, count: 0 };
    statusHistories.set(session, known);
  }
  follow(known, session.events);
  return known;
}

function follow(known: StatusHistory, events: readonly TaskEvent[]): void {
  for (; known.count < events.length; known.count++) {
    const event = events[known.count];
    if (event === undefined) continue;
    const run = happened(known.run, event);
    if (makesTurn(event) && run !== known.run) known.made++;
    if (hasNewStatus(known.run, run)) {
      known.turns.push(known.made - 1);
      known.changes.push({ turn: known.made - 1, event, run });
    }
    known.run = run;
  }
}

/** Whether the status changed in a way that a task's own context does not show. */
function hasNewStatus(before: RunState, next: RunState): boolean {
  if (before.held !== next.held || before.tasks.size !== next.tasks.size) return true;
  for (const [id, { task }] of next.tasks) if (before.tasks.get(id)?.task.phase !== task.phase) return true;
  return false;
}
