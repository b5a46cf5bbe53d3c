import type { TurnIndex } from '../../model/history.ts';
import { written } from '../../model/prefix.ts';
import type { Session } from '../../model/session.ts';
import type { TaskEvent } from './event.ts';
import type { TaskHeader } from './header.ts';
import { makesTurn } from './history.ts';
import { EventLog } from './running/event-log.ts';
import { happened, runState, type RunState } from './running/run-state.ts';

type TaskSession = Session<TaskHeader, TaskEvent>;

/** An event after which some task stood otherwise: another phase, a wait begun or over, a task made. */
export interface Standing {
  /** The latest turn of the session by then. */
  readonly turn: TurnIndex;
  readonly event: TaskEvent;
  readonly run: RunState;
}

/** How the tasks stood at the start, and each time they stood otherwise, as far as the events have been read. */
interface Standings {
  readonly start: RunState;
  readonly changes: Standing[];
  readonly turns: TurnIndex[];
  run: RunState;
  /** Turns made so far, by any of the tasks. */
  made: number;
  count: number;
}

const standingsOf = new WeakMap<TaskSession, Standings>();

/** The run after a turn, and after all that belongs to it. The events of a run may have grown since last time. */
export function runAt(session: TaskSession, turn: TurnIndex): RunState {
  const { start, changes, turns } = standings(session);
  return changes[written(turns, turn) - 1]?.run ?? start;
}

/** All changes that are known, and how many of them belong to a turn or to those before it. */
export function changesUpTo(session: TaskSession, turn: TurnIndex) {
  const { start, changes, turns } = standings(session);
  return { start, changes: changes as readonly Standing[], count: written(turns, turn) };
}

function standings(session: TaskSession): Standings {
  let known = standingsOf.get(session);
  if (known === undefined) {
    const { header } = session;
    const start = runState(header, { now: undefined, scriptResults: {} }, undefined, EventLog.forgetful(header));
    known = { start, changes: [], turns: [], run: start, made: 0, count: 0 };
    standingsOf.set(session, known);
  }
  follow(known, session.events);
  return known;
}

function follow(known: Standings, events: readonly TaskEvent[]): void {
  for (; known.count < events.length; known.count++) {
    const event = events[known.count];
    if (event === undefined) continue;
    const run = happened(known.run, event);
    if (makesTurn(event) && run !== known.run) known.made++;
    if (standsOtherwise(known.run, run)) {
      known.turns.push(known.made - 1);
      known.changes.push({ turn: known.made - 1, event, run });
    }
    known.run = run;
  }
}

/** What a task's own context does not tell. */
function standsOtherwise(before: RunState, next: RunState): boolean {
  if (before.held !== next.held || before.tasks.size !== next.tasks.size) return true;
  for (const [id, { task }] of next.tasks) if (before.tasks.get(id)?.task.phase !== task.phase) return true;
  return false;
}
