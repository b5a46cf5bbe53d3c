import type { History } from '../../../model/history.ts';
import { HistoryBuilder } from '../../../model/history-builder.ts';
import type { TaskEvent } from '../event.ts';
import type { TaskHeader } from '../header.ts';
import { addEvent, factsOf } from '../history.ts';

/** The storage that all versions of a log share while each event is added to the newest. */
interface Shared {
  readonly events: TaskEvent[];
  /** The columns of the first `counted` events, computed at the first request and extended later. */
  columns: HistoryBuilder | undefined;
  counted: number;
}

/** The immutable log of a running task's events: adding an event returns a new log. */
export class EventLog {
  readonly #header: TaskHeader;
  /** Null for a log that keeps no events. */
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

  /** A log that keeps no events, for reading only the status of tasks: a long session already has its events. */
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

  /** The columns of this version. Read them at once, because a later version's request extends them. */
  history(): History {
    const shared = this.#shared;
    if (shared === null) throw new Error('a forgetful log has no columns');
    // Columns that were extended for a later version have functions that do not exist here yet.
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
