/** Calls in order, of which the earliest open ones are found without a search through the answered ones. */
export class OpenQueue<Call> {
  readonly #calls: Call[];
  /** An answered call never opens again. */
  readonly #isOpen: (call: Call) => boolean;
  #next = 0;
  #found: readonly Call[] = [];

  constructor(isOpen: (call: Call) => boolean, calls: readonly Call[] = []) {
    [this.#isOpen, this.#calls] = [isOpen, [...calls]];
  }

  add(call: Call): void {
    this.#calls.push(call);
  }

  /** The first `count` open calls. */
  earliest(count: number): readonly Call[] {
    const found = this.#found.filter(this.#isOpen);
    for (; found.length < count && this.#next < this.#calls.length; this.#next++) {
      const call = this.#calls[this.#next];
      if (call !== undefined && this.#isOpen(call)) found.push(call);
    }
    this.#found = found;
    return found.slice(0, count);
  }
}

/** The same for calls of several functions. */
export class OpenByName<Call> {
  readonly #isOpen: (call: Call) => boolean;
  /** By name; undefined means all names. */
  readonly #queues = new Map<string | undefined, OpenQueue<Call>>();

  constructor(isOpen: (call: Call) => boolean) {
    this.#isOpen = isOpen;
  }

  add(name: string | undefined, call: Call): void {
    for (const key of new Set([name, undefined])) {
      const queue = this.#queues.get(key) ?? new OpenQueue(this.#isOpen);
      this.#queues.set(key, queue);
      queue.add(call);
    }
  }

  /** The first `count` open calls of this name; of all names if it is undefined. */
  earliest(name: string | undefined, count: number): readonly Call[] {
    return this.#queues.get(name)?.earliest(count) ?? [];
  }
}
