import type { TurnIndex } from './invocation.ts';

/** Older changes than these are forgotten: a reader that has not looked since then begins again. */
const mostChanges = 1024;

/**
 * The changes of a history that grows, or whose latest turns are revised. Values computed from a history are kept by this
 * object, together with the number of changes that it knows; `since` says from which turn on it must be computed again.
 */
export class Growth {
  /** The first turn of each change, and the number of changes up to it. Both ascend: a later change of earlier turns includes the others. */
  readonly #changes: { readonly count: number; readonly from: TurnIndex }[] = [];
  #count = 0;
  #forgotten = 0;
  /** The change that is being made. */
  #open = Infinity;

  /** Something at this turn is new, or different, and everything later may be. */
  touch(turn: TurnIndex): void {
    if (turn < this.#open) this.#open = turn;
  }

  /** The number of changes so far. */
  get count(): number {
    this.#close();
    return this.#count;
  }

  /** The first turn that changed after the first `count` changes; Infinity if none did. */
  since(count: number): TurnIndex {
    this.#close();
    if (count < this.#forgotten) return -1;
    return this.#changes.find((change) => change.count > count)?.from ?? Infinity;
  }

  #close(): void {
    if (this.#open === Infinity) return;
    const changes = this.#changes;
    while ((changes.at(-1)?.from ?? -Infinity) >= this.#open) changes.pop();
    changes.push({ count: ++this.#count, from: this.#open });
    this.#open = Infinity;
    if (changes.length > 2 * mostChanges) this.#forgotten = changes.splice(0, mostChanges).at(-1)?.count ?? 0;
  }
}
