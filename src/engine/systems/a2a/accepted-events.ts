import { unreachable } from '../../../base/unreachable.ts';
import type { A2aEvent } from './event.ts';
import { isTerminal } from './task-state.ts';

/** The status of a task before one of its events. Events of the whole conversation have `none`. */
export type TaskStatus = 'unknown' | 'open' | 'over' | 'none';

/** Finds the events of a log that the server would have refused, without computing the states in between. */
export class TaskStatuses {
  readonly #isOver = new Map<string, boolean>();

  knows(task: string): boolean {
    return this.#isOver.has(task);
  }

  /** The status of the event's task before the event; afterwards the event is taken into account. */
  before(event: A2aEvent): TaskStatus {
    if (!('task' in event)) return 'none';
    const { task } = event;
    const isOver = this.#isOver.get(task);
    if (isOver === undefined) {
      if (event.type === 'task-submitted') this.#isOver.set(task, false);
      return 'unknown';
    }
    if (!isOver && ends(event)) this.#isOver.set(task, true);
    return isOver ? 'over' : 'open';
  }
}

const ends = (event: A2aEvent): boolean =>
  event.type === 'task-closed' || (event.type === 'turn-ended' && isTerminal(event.state));

/** Whether the machine applies the event. An event that storage would refuse changes nothing. */
export function isAccepted(event: A2aEvent, status: TaskStatus): boolean {
  switch (status) {
    case 'none':
    case 'open':
      return event.type !== 'task-submitted';
    case 'unknown':
      return event.type === 'task-submitted';
    case 'over':
      return event.type !== 'task-submitted' && !isRefusedAfterEnd(event);
    default:
      return unreachable(status);
  }
}

/** After the end of a task, artifacts and messages are still accepted; everything else is refused. */
export function isRefusedAfterEnd(event: A2aEvent): boolean {
  switch (event.type) {
    case 'message-received':
    case 'turn-started':
    case 'turn-ended':
    case 'task-closed':
    case 'cancel-requested':
      return true;
    case 'status-sent':
      return event.message !== undefined;
    default:
      return false;
  }
}
