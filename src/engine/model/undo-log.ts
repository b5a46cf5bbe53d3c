/** Results usually arrive soon after their calls: further back, the columns are made again. */
const mostEvents = 512;

/** The inverse of each recent change of the columns, event by event, so that the latest events can be replaced. */
export class UndoLog {
  readonly #events: (() => void)[][] = [];
  #isKept = false;

  /** Until then nothing is remembered, because a session that is opened once never changes. */
  keep(): void {
    this.#isKept = true;
  }

  get isKept(): boolean {
    return this.#isKept;
  }

  /** The changes of one more event follow. */
  begin(): void {
    if (!this.#isKept) return;
    this.#events.push([]);
    if (this.#events.length > 2 * mostEvents) this.#events.splice(0, mostEvents);
  }

  did(undo: () => void): void {
    if (this.#isKept) this.#events.at(-1)?.push(undo);
  }

  /** Takes the latest events back. False if they are not all remembered: then nothing is changed. */
  back(events: number): boolean {
    if (events > this.#events.length) return false;
    for (let i = 0; i < events; i++) for (const undo of this.#events.pop()?.toReversed() ?? []) undo();
    return true;
  }
}
