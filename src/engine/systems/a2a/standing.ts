import { unreachable } from '../../../base/unreachable.ts';
import type { A2aEvent } from './event.ts';
import { isTerminal } from './task-state.ts';

/** How a task stands before an event of it. Events of the whole conversation have none. */
export type Standing = 'unknown' | 'open' | 'over' | 'none';

/** Which events of a log happened and which the server refused, told without the states in between. */
export class Standings {
  readonly #isOver = new Map<string, boolean>();

  knows(task: string): boolean {
    return this.#isOver.has(task);
  }

  /** How its task stands; from then on the event counts. */
  before(event: A2aEvent): Standing {
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

/** Does the machine take it? What storage would refuse changes nothing. */
export function isTaken(event: A2aEvent, standing: Standing): boolean {
  switch (standing) {
    case 'none':
    case 'open':
      return event.type !== 'task-submitted';
    case 'unknown':
      return event.type === 'task-submitted';
    case 'over':
      return event.type !== 'task-submitted' && !isRefusedLater(event);
    default:
      return unreachable(standing);
  }
}

/** Artifacts and messages may still come when a task is over; nothing else is taken. */
export function isRefusedLater(event: A2aEvent): boolean {
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
