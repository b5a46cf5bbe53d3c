import { isSame } from '../model/equal.ts';
import type { History } from '../model/history.ts';
import type { Session } from '../model/session.ts';
import type { Value } from '../model/value.ts';
import type { GrowingHistory, System } from '../systems/system.ts';

/** Events that may be replaced later, at most; further back, the columns are made again. */
const mostReplaced = 512;

/**
 * A session whose recording continues. Its columns continue from where they were; when some of its latest events are
 * replaced, they go back to these first. Everything computed from the history learns what changed from its `growth`.
 */
export class GrowingSession {
  readonly #system: System;
  #session: Session;
  #events: unknown[];
  #columns: GrowingHistory;

  /** `session` as its system has checked it. */
  constructor(system: System, session: Session) {
    this.#system = system;
    this.#events = [...session.events];
    this.#session = { ...session, events: this.#events };
    this.#columns = this.#columnsOf();
  }

  get session(): Session {
    return this.#session;
  }

  get history(): History {
    return this.#columns.history;
  }

  /** Adds events, in place of those from an index on. */
  grow(events: readonly unknown[], from: number = this.#events.length): void {
    const removed = this.#events.length - from;
    if (this.#system.looksAhead === true || !this.#goesBack(removed)) {
      this.#startAgain({ ...this.#session, events: [...this.#events.slice(0, from), ...events] }, from);
      return;
    }
    // Values that were computed from the replaced events are kept with the session.
    if (removed > 0) this.#session = { ...this.#session };
    this.#events.length = from;
    for (const event of events) this.#add(event);
  }

  /** The whole session as it was read again: what is equal to the present one stays. */
  become({ events, ...session }: Session): void {
    const same = this.#equalEvents(events);
    const hasSameHeader = isSame(valueOf(session.header), valueOf(this.#session.header));
    if (!hasSameHeader) return this.#startAgain({ ...session, events: [...events] }, 0);
    if (session.notes.length !== this.#session.notes.length) this.#session = { ...session, events: this.#events };
    if (same < this.#events.length || same < events.length) this.grow(events.slice(same), same);
  }

  #equalEvents(events: readonly unknown[]): number {
    let same = 0;
    while (same < this.#events.length && isSame(valueOf(this.#events[same]), valueOf(events[same] ?? null))) same += 1;
    return same;
  }

  #goesBack(removed: number): boolean {
    return removed === 0 || this.#columns.recent?.back(removed) === true;
  }

  #add(event: unknown): void {
    this.#events.push(event);
    this.#columns.add(event);
  }

  /** New columns; what was computed for turns before the first changed event stays valid. */
  #startAgain(session: Session & { events: unknown[] }, from: number): void {
    const before = this.#columns.history;
    const { growth } = before;
    const turn = before.turns.findLastIndex(({ event }) => event < from);
    this.#session = session;
    this.#events = session.events;
    this.#columns = this.#columnsOf();
    const { history } = this.#columns;
    growth.touch(isSame(factsOf(before), factsOf(history)) ? turn : -1);
    // The place where the builder writes its changes.
    (history as { growth: History['growth'] }).growth = growth;
  }

  #columnsOf(): GrowingHistory {
    const { header } = this.#session;
    const columns = this.#system.growing(header, this.#events);
    for (const [index, event] of this.#events.entries()) {
      if (this.#events.length - index <= mostReplaced) columns.recent?.keep();
      columns.add(event);
    }
    columns.recent?.keep();
    return columns;
  }
}

/** What of a history is seen at every turn. */
const factsOf = ({ agent, user, model, functions, nodes }: History): Value =>
  valueOf([agent, user, model, functions, nodes[0]?.id]);

/** Header and events are plain data by their schemas, though an interface does not say so; a missing field is null. */
const valueOf = (plain: unknown): Value => plain as Value;
