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

/** How a task stood at the start, and from which turn on it stood otherwise. */
interface Changes {
  readonly start: Status;
  readonly turns: readonly TurnIndex[];
  readonly statuses: readonly Status[];
}

const changesOf = new WeakMap<Session<TaskHeader, TaskEvent>, Changes>();

/** The standing after a turn, and after all that belongs to it. */
export function statusAt(session: Session<TaskHeader, TaskEvent>, turn: TurnIndex): Status {
  const changes = changesOf.get(session) ?? findChanges(session);
  changesOf.set(session, changes);
  return changes.statuses[written(changes.turns, turn) - 1] ?? changes.start;
}

function findChanges({ header, events }: Session<TaskHeader, TaskEvent>): Changes {
  let state: TaskState = initialState(header);
  const start = statusOf(state);
  const turns: TurnIndex[] = [];
  const statuses: Status[] = [];
  for (const event of events) {
    const next = apply(state, event);
    if (next.phase !== state.phase) {
      turns.push(next.turns.length - 1);
      statuses.push(statusOf(next));
    }
    state = next;
  }
  return { start, turns, statuses };
}
