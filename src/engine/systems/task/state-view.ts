import { contextAt } from '../../model/context-view.ts';
import { ComputedMap } from '../../model/computed-map.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { History, TurnIndex } from '../../model/history.ts';
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

/** Where a task's standing changed: from which turn on it holds. */
interface Change {
  readonly turn: TurnIndex;
  readonly status: Status;
}

const changesOf = new WeakMap<Session<TaskHeader, TaskEvent>, readonly Change[]>();

/** The standing after a turn, and after all that belongs to it. */
export function statusAt(session: Session<TaskHeader, TaskEvent>, turn: TurnIndex): Status {
  const changes = changesOf.get(session) ?? findChanges(session);
  changesOf.set(session, changes);
  const change = changes.findLast((candidate) => candidate.turn <= turn);
  return change?.status ?? statusOf(initialState(session.header));
}

function findChanges({ header, events }: Session<TaskHeader, TaskEvent>): readonly Change[] {
  const changes: Change[] = [];
  let state: TaskState = initialState(header);
  for (const event of events) {
    const next = apply(state, event);
    if (next.phase !== state.phase) changes.push({ turn: next.turns.length - 1, status: statusOf(next) });
    state = next;
  }
  return changes;
}
