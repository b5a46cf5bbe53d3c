import { contextAt } from '../../model/context-view.ts';
import { ComputedMap } from '../../model/computed-map.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { History, NodeId, TurnIndex } from '../../model/history.ts';
import { written } from '../../model/prefix.ts';
import type { Session } from '../../model/session.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { TaskEvent } from './event.ts';
import type { TaskHeader } from './header.ts';
import { makesTurn } from './history.ts';
import { happened, runState, type RunState } from './running/run-state.ts';
import { standing, standingBelow } from './running/status.ts';

/** A task after a turn: how it stands, and its context. Pasted back as a snapshot it is read again. */
export function stateAt(
  session: Session<TaskHeader, TaskEvent>,
  history: History,
  turn: TurnIndex,
  decisions: Decisions,
): Value {
  const run = runAt(session, turn);
  const below = standingBelow(run);
  const child = (id: string): Value => {
    const node = id as NodeId; // a task's id is its node's
    return view({ ...below.get(id), context: contextAt(history, turn, decisions, node) });
  };
  const tasks = new ComputedMap([...below.keys()], child);
  return view({
    ...standing(run),
    context: contextAt(history, turn, decisions),
    ...(below.size > 0 && { tasks }),
  });
}

const view = (fields: RecordValue): Value => new ComputedMap(Object.keys(fields), (key) => fields[key] ?? null);

/** How the tasks stood at the start, and from which turn on they stood otherwise, as far as the events have been read. */
interface Changes {
  readonly start: RunState;
  readonly turns: TurnIndex[];
  readonly runs: RunState[];
  run: RunState;
  /** Turns made so far, by any of the tasks. */
  made: number;
  count: number;
}

const changesOf = new WeakMap<Session<TaskHeader, TaskEvent>, Changes>();

/** The run after a turn, and after all that belongs to it. The events of a run may have grown since last time. */
export function runAt(session: Session<TaskHeader, TaskEvent>, turn: TurnIndex): RunState {
  const changes = changesOf.get(session) ?? noChanges(session);
  changesOf.set(session, changes);
  follow(changes, session.events);
  return changes.runs[written(changes.turns, turn) - 1] ?? changes.start;
}

function noChanges({ header }: Session<TaskHeader, TaskEvent>): Changes {
  const start = runState(header, { now: undefined, scriptResults: {} }, undefined);
  return { start, turns: [], runs: [], run: start, made: 0, count: 0 };
}

function follow(changes: Changes, events: readonly TaskEvent[]): void {
  for (; changes.count < events.length; changes.count++) {
    const event = events[changes.count];
    if (event === undefined) continue;
    const next = happened(changes.run, event);
    if (makesTurn(event) && next !== changes.run) changes.made++;
    if (standsOtherwise(changes.run, next)) {
      changes.turns.push(changes.made - 1);
      changes.runs.push(next);
    }
    changes.run = next;
  }
}

/** What a task's own context does not tell: phases, waits, children. */
function standsOtherwise(before: RunState, next: RunState): boolean {
  if (before.held !== next.held || before.tasks.size !== next.tasks.size) return true;
  for (const [id, { task }] of next.tasks) if (before.tasks.get(id)?.task.phase !== task.phase) return true;
  return false;
}
