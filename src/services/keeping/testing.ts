import 'fake-indexeddb/auto';
import { createKeeping, type Keeping } from './keeping.ts';
import { openStore, memoryStore } from './store.ts';
import { ok } from '../../base/result.ts';
import type { Tab } from './workspaces.ts';

/** A browser with a database of its own, in which several tabs can be open. */
export function browserFor(name: string) {
  const open: Keeping[] = [];
  let clock = 0;
  let ids = 0;
  const held = new Map<string, object>();
  return {
    /** Opens the database as another tab does. `close` ends all of them. */
    keeping(): Keeping {
      const one = createKeeping({
        open: (events) => openStore(name, events),
        channel: new BroadcastChannel(name),
        now: () => ++clock,
      });
      open.push(one);
      return one;
    },
    /** A tab with its own storage. `gone` ends it: what it held is free. */
    tab(): Tab & { readonly gone: () => void; reloads(): void; follows(): void; opens(): void } {
      const me = {};
      const kept = new Map<string, string>();
      const state = { isReload: false, isLink: false };
      const locks = {
        request: async (lock: string, _options: LockOptions, run: (lock: Lock | null) => unknown) => {
          const holder = held.get(lock);
          if (holder !== undefined && holder !== me) return run(null);
          held.set(lock, me);
          return run({ name: lock, mode: 'exclusive' });
        },
        query: async () => ({ held: [...held.keys()].map((lock) => ({ name: lock })), pending: [] }),
      };
      return {
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
          removeItem: (key) => void kept.delete(key),
        },
        // The two methods that are used, of which one has several forms.
        locks: locks as unknown as LockManager,
        get isReload() {
          return state.isReload;
        },
        get isLink() {
          return state.isLink;
        },
        makeId: () => `w${++ids}`,
        gone: () => {
          for (const [lock, holder] of held) if (holder === me) held.delete(lock);
        },
        reloads: () => Object.assign(state, { isReload: true, isLink: true }),
        follows: () => Object.assign(state, { isReload: false, isLink: true }),
        opens: () => Object.assign(state, { isReload: false, isLink: false }),
      };
    },
    close() {
      for (const one of open.splice(0)) one.close();
    },
  };
}

/** Keeps everything in memory, without a fault. */
export const keepingInMemory = (): Keeping =>
  createKeeping({ open: async () => ok(memoryStore()), channel: null, now: () => Date.now() });
