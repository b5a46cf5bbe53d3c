import type { RecordValue, Value } from '../../../model/value.ts';
import type { Decided } from '../../machine.ts';
import type { A2aEvent } from '../event.ts';
import type { Message } from '../message.ts';
import type { Part } from '../part.ts';
import { stampOf, turnOf, type A2aState } from '../state.ts';
import type { Task } from '../task.ts';
import type { Turn } from '../turn.ts';
import type { Args } from './args.ts';

export type A2aDecided = Decided<A2aEvent>;

/** A call, with the state and the object that it is called on. */
export interface Called {
  readonly state: A2aState;
  readonly args: Args;
}

export interface CalledOnTask extends Called {
  readonly task: Task;
}

export interface CalledOnTurn extends CalledOnTask {
  readonly turn: Turn;
}

export const done = (events: readonly A2aEvent[] = [], returns: Value = null): A2aDecided => ({
  kind: 'done',
  events,
  returns,
});

export const refused = (kind: string, message: string, more: RecordValue = {}): A2aDecided => ({
  kind: 'refused',
  error: { kind, message, ...more },
});

/** The task and time of an event. */
export const placed = ({ state, task }: CalledOnTask) => ({ task: task.id, ...stampOf(state) });

/** Each write of a task has a version of its own, so the id made from it is unique. */
export function agentMessage({ task }: CalledOnTask, parts: readonly Part[]): Message {
  return { message_id: `${task.id}.${task.version + 1}`, role: 'agent', parts };
}

/** Finds the turn or task that a call names by id. Undefined when there is none. */
export function calledOn(state: A2aState, on: string | undefined): { task: Task; turn: Turn | undefined } | undefined {
  const turn = on === undefined ? state.turns.at(0) : state.turns.get(on);
  const task =
    turn === undefined ? (on === undefined ? state.tasks.at(0) : state.tasks.get(on)) : state.tasks.get(turn.task);
  return task === undefined ? undefined : { task, turn: turn ?? turnOf(state, task) };
}
