import type { History } from '../../../model/history.ts';
import { HistoryBuilder } from '../../../model/history-builder.ts';
import type { TaskEvent } from '../event.ts';
import type { TaskHeader } from '../header.ts';
import { addEvent, factsOf } from '../history.ts';

/** What all versions of a log share, as long as each event is added to the newest. */
interface Shared {
  readonly events: TaskEvent[];
  /** Columns of the first `counted` events: made when someone asks, and extended from there. */
  columns: HistoryBuilder | undefined;
  counted: number;
}

/** The events of a running task, as a value: adding one yields a new log, and the old one stays what it was. */
export class EventLog {
  readonly #header: TaskHeader;
  /** Null: nobody will ask what happened. */
  readonly #shared: Shared | null;
  readonly length: number;

  private constructor(header: TaskHeader, shared: Shared | null, length: number) {
    this.#header = header;
    this.#shared = shared;
    this.length = length;
  }

  static of(header: TaskHeader): EventLog {
    return new EventLog(header, { events: [], columns: undefined, counted: 0 }, 0);
  }

  /** A log that keeps nothing, for whoever only wants to know how tasks stand: a long session has its events already. */
  static forgetful(header: TaskHeader): EventLog {
    return new EventLog(header, null, 0);
  }

  /** An empty log of the same kind. */
  another(header: TaskHeader): EventLog {
    return this.#shared === null ? EventLog.forgetful(header) : EventLog.of(header);
  }

  append(event: TaskEvent): EventLog {
    if (this.#shared === null) return this;
    const isNewest = this.#shared.events.length === this.length;
    const shared = isNewest
      ? this.#shared
      : { events: this.#shared.events.slice(0, this.length), columns: undefined, counted: 0 };
    shared.events.push(event);
    return new EventLog(this.#header, shared, shared.events.length);
  }

  /** The columns as of this version: read them at once, because a later version's question makes them grow. */
  history(): History {
    const shared = this.#shared;
    if (shared === null) throw new Error('a forgetful log has no columns');
    // What was counted for a later version knows functions that this one has yet to see.
    if (shared.columns === undefined || shared.counted > this.length) {
      shared.columns = new HistoryBuilder(factsOf(this.#header));
      shared.counted = 0;
    }
    for (; shared.counted < this.length; shared.counted++) {
      const event = shared.events[shared.counted];
      if (event !== undefined) addEvent(shared.columns, event, shared.counted);
    }
    return shared.columns.history;
  }
}
