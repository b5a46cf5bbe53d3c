import { contextAt } from '../../model/context-view.ts';
import { ComputedMap } from '../../model/computed-map.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { History, TurnIndex } from '../../model/history.ts';
import { written } from '../../model/prefix.ts';
import type { Session } from '../../model/session.ts';
import type { Value } from '../../model/value.ts';
import type { TaskEvent } from './event.ts';
import type { TaskHeader } from './header.ts';
import { apply, initialState, type TaskState } from './machine.ts';
import { statusOf, type Status } from './operations.ts';

/** A task after a turn: how it stands, and its context. Pasted back as a snapshot it is read again. */
export function stateAt(
  session: Session<TaskHeader, TaskEvent>,
  history: History,
  turn: TurnIndex,
  decisions: Decisions,
): Value {
  const status = statusAt(session, turn);
  const context = contextAt(history, turn, decisions);
  const fields: { readonly [name: string]: Value } = { ...status, context };
  return new ComputedMap(Object.keys(fields), (key) => fields[key] ?? null);
}

/** How a task stood at the start, and from which turn on it stood otherwise, as far as its events have been read. */
interface Changes {
  readonly start: Status;
  readonly turns: TurnIndex[];
  readonly statuses: Status[];
  state: TaskState;
  count: number;
}

const changesOf = new WeakMap<Session<TaskHeader, TaskEvent>, Changes>();

/** The standing after a turn, and after all that belongs to it. The events of a run may have grown since last time. */
export function statusAt(session: Session<TaskHeader, TaskEvent>, turn: TurnIndex): Status {
  const changes = changesOf.get(session) ?? noChanges(session);
  changesOf.set(session, changes);
  follow(changes, session.events);
  return changes.statuses[written(changes.turns, turn) - 1] ?? changes.start;
}

function noChanges({ header }: Session<TaskHeader, TaskEvent>): Changes {
  const state = initialState(header);
  return { start: statusOf(state), turns: [], statuses: [], state, count: 0 };
}

function follow(changes: Changes, events: readonly TaskEvent[]): void {
  for (; changes.count < events.length; changes.count++) {
    const event = events[changes.count];
    if (event === undefined) continue;
    const next = apply(changes.state, event);
    if (next.phase !== changes.state.phase) {
      changes.turns.push(next.turns.length - 1);
      changes.statuses.push(statusOf(next));
    }
    changes.state = next;
  }
}
