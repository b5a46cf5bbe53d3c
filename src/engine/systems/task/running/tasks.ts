import { PersistentMap } from '../../../model/persistent-map.ts';
import type { LiveTask } from './live-task.ts';

/** The immutable collection of a run's tasks by id. Most runs only have a root, which changes with every event and needs no map. */
export class Tasks implements Iterable<readonly [string, LiveTask]> {
  readonly root: LiveTask;
  /** In the order of creation. */
  readonly #below: PersistentMap<LiveTask>;

  private constructor(root: LiveTask, below: PersistentMap<LiveTask>) {
    this.root = root;
    this.#below = below;
  }

  static of(root: LiveTask): Tasks {
    return new Tasks(root, PersistentMap.of<LiveTask>());
  }

  get size(): number {
    return 1 + this.#below.size;
  }

  get(id: string): LiveTask | undefined {
    return id === this.root.id ? this.root : this.#below.get(id);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  set(live: LiveTask): Tasks {
    return live.id === this.root.id
      ? new Tasks(live, this.#below)
      : new Tasks(this.root, this.#below.set(live.id, live));
  }

  /** The root first. */
  *[Symbol.iterator](): Iterator<readonly [string, LiveTask]> {
    yield [this.root.id, this.root];
    yield* this.#below;
  }
}
