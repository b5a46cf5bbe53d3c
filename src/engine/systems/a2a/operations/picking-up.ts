import type { TaskClosed, TurnStarted } from '../event.ts';
import { nextTurnId, stampOf, type A2aState } from '../state.ts';
import type { Task } from '../task.ts';
import { cancelMessage } from './cancelling.ts';
import { done, refused, type A2aDecided, type CalledOnTask } from './called.ts';

/** A worker takes the task from the queue; one that was cancelled meanwhile gets no turn. */
export function pickUp({ state, task }: CalledOnTask): A2aDecided {
  if (task.state !== 'submitted')
    return refused('not_submitted', `The task is ${task.state}, so no worker can pick it up.`);
  const event = startTurn(state, task);
  const returns = event.type === 'turn-started' ? { ctx: nextTurnId(state), task_id: task.id } : { task_id: task.id };
  return done([event], returns);
}

/** The fields of a task that a worker needs to pick it up. */
export type Waiting = Pick<Task, 'id' | 'cancel' | 'version'>;

export function startTurn(state: A2aState, task: Waiting): TurnStarted | TaskClosed {
  const place = { task: task.id, ...stampOf(state) };
  if (task.cancel === null) return { type: 'turn-started', ...place };
  return { type: 'task-closed', ...place, state: 'canceled', message: cancelMessage(task, 'Task was canceled.') };
}
