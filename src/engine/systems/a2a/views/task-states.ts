import type { A2aEvent } from '../event.ts';
import { isTerminal, takesFollowUps, type TaskState } from '../task-state.ts';

/** The effect of an event on the state of its task. */
export interface Taken {
  readonly task: string;
  /** Null when the task did not exist before. */
  readonly from: TaskState | null;
  readonly to: TaskState;
  /** A transition may lead back to the same state. */
  readonly isTransition: boolean;
}

/**
 * Only the states of all tasks, event by event, so that a view can read a whole session without computing the full machine
 * states. The result equals that of `apply`; a property test compares the two.
 */
export class TaskStates {
  readonly #states = new Map<string, TaskState>();

  /** Null for an event of an unknown task, and for an event that the server would have refused. */
  took(event: A2aEvent): Taken | null {
    if (!('task' in event)) return null;
    const { task } = event;
    const from = this.#states.get(task) ?? null;
    const to = after(event, from);
    if (to === null) return null;
    this.#states.set(task, to);
    const isUnrecorded = event.type === 'task-submitted' && event.state_unrecorded === true;
    const isTransition = (to !== from && !isUnrecorded) || event.type === 'turn-started' || event.type === 'turn-ended';
    return { task, from, to, isTransition };
  }
}

function after(event: Extract<A2aEvent, { task: string }>, from: TaskState | null): TaskState | null {
  if (event.type === 'task-submitted') return from === null ? 'submitted' : null;
  if (from === null) return null;
  switch (event.type) {
    case 'message-received':
      if (isTerminal(from)) return null;
      return takesFollowUps(from) && event.message?.role !== 'agent' ? 'submitted' : from;
    case 'turn-started':
      return isTerminal(from) ? null : 'working';
    case 'turn-ended':
    case 'task-closed':
      return isTerminal(from) ? null : event.state;
    default:
      return from;
  }
}
