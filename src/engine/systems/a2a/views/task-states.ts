import type { A2aEvent } from '../event.ts';
import { isTerminal, takesFollowUps, type TaskState } from '../task-state.ts';

/** What an event did to the state of its task. */
export interface Taken {
  readonly task: string;
  /** Null: the task was not there before. */
  readonly from: TaskState | null;
  readonly to: TaskState;
  /** A transition may lead to the state that it came from. */
  readonly isTransition: boolean;
}

/**
 * The states of all tasks, event by event, without anything else of them: so that a view can go through a whole session
 * without making its states. What it says is what `apply` does; a property test compares the two.
 */
export class TaskStates {
  readonly #states = new Map<string, TaskState>();

  /** Null for an event of no known task, and for one that the server would have refused. */
  took(event: A2aEvent): Taken | null {
    if (!('task' in event)) return null;
    const { task } = event;
    const from = this.#states.get(task) ?? null;
    const to = after(event, from);
    if (to === null) return null;
    const isTransition = to !== from || event.type === 'turn-started' || event.type === 'turn-ended';
    if (isTransition) this.#states.set(task, to);
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
