import type { History } from '../../../model/history.ts';
import type { Session } from '../../../model/session.ts';
import type { LifecyclePath, LifecycleStep } from '../../lifecycle.ts';
import type { A2aEvent } from '../event.ts';
import type { A2aHeader } from '../header.ts';
import { historyText } from '../part.ts';
import { firstAfter, turnOfEvent } from './position.ts';
import { TaskStates, type Taken } from './task-states.ts';

type A2aSession = Session<A2aHeader, A2aEvent>;

/** A transition, and the event that caused it. */
interface PathEntry {
  readonly event: number;
  readonly step: LifecycleStep;
}

/** The path of each task through its states, over a whole session. When the session grows, the new events are added. */
export class TaskPaths {
  readonly #paths = new Map<string, PathEntry[]>();
  /** The events whose task differs from that of the event before. */
  readonly #shifts: { readonly event: number; readonly task: string }[] = [];
  readonly #states = new TaskStates();
  #read = 0;

  static of(session: A2aSession, history: History): TaskPaths {
    const paths = known.get(session) ?? new TaskPaths();
    known.set(session, paths);
    paths.#follow(session.events, history);
    return paths;
  }

  /** The task of the latest of the first `count` events; undefined before any. */
  taskAfter(count: number): string | undefined {
    return this.#shifts[firstAfter(this.#shifts, count - 1, ({ event }) => event) - 1]?.task;
  }

  /** The steps of its path after the first `count` events. */
  path(task: string, count: number): LifecyclePath {
    const entries = this.#paths.get(task) ?? [];
    const length = firstAfter(entries, count - 1, ({ event }) => event);
    return { length, column: entries, at: (index) => (index < length ? entries[index]?.step : undefined) };
  }

  #follow(events: readonly A2aEvent[], history: History): void {
    for (; this.#read < events.length; this.#read++) {
      const event = events[this.#read];
      const taken = event === undefined ? null : this.#states.took(event);
      if (event === undefined || taken === null) continue;
      if (this.#shifts.at(-1)?.task !== taken.task) this.#shifts.push({ event: this.#read, task: taken.task });
      if (!taken.isTransition) continue;
      const path = this.#paths.get(taken.task) ?? [];
      this.#paths.set(taken.task, path);
      path.push({ event: this.#read, step: stepOf(event, taken, turnOfEvent(history, this.#read)) });
    }
  }
}

const known = new WeakMap<A2aSession, TaskPaths>();

/** Longer than any screen shows; a message of megabytes is not kept twice. */
const maxReason = 2000;

function stepOf(event: A2aEvent, { from, to }: Taken, turn: number): LifecycleStep {
  const by = (event.type === 'turn-ended' ? event.by : undefined) ?? event.type;
  const text = 'message' in event && event.message !== undefined ? historyText(event.message.parts) : '';
  return { from, to, by, turn, reason: text === '' ? null : text.slice(0, maxReason) };
}
