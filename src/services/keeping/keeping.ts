import type { Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { faults, problemOf } from './faults.ts';
import { type Kept, type KindName, kinds } from './kinds/registry.ts';
import { memoryStore, type Store, type StoreChange, type StoredRecord, type StoreEvents } from './store.ts';

/** A record that was read: its value has the present form. */
export interface Listed<K extends KindName> {
  readonly id: string;
  readonly changed: number;
  readonly value: Kept<K>;
}

/** A record that could not be read. It was moved out of the way, and can be saved as a file. */
export interface SetAside {
  readonly id: string;
  readonly changed: number;
  readonly why: string;
  readonly text: string;
}

/** What the page keeps on this device. Without a database it works in memory, and `fault` says why. */
export interface Keeping {
  /** Null while what is written is kept. */
  fault(): Problem | null;
  get<K extends KindName>(kind: K, id: string): Promise<Listed<K> | null>;
  /** Those that changed last come first. */
  list<K extends KindName>(kind: K): Promise<readonly Listed<K>[]>;
  /** Returns the problem if the browser refused it. `text` is stored first: a record never lacks its text. */
  put<K extends KindName>(kind: K, id: string, value: Kept<K>, text?: Uint8Array): Promise<Problem | null>;
  remove(kind: KindName, ids: readonly string[]): Promise<Problem | null>;
  /** Everything, of every kind and every tab. */
  removeAll(): Promise<Problem | null>;
  text(id: string): Promise<Uint8Array | null>;
  setAside(): Promise<readonly SetAside[]>;
  removeSetAside(): Promise<void>;
  /** Calls the listener after a change of records, also one by another tab. */
  onChange(listener: (kind: string) => void): () => void;
  /** Calls the listener with each new fault, and with a record that had to be set aside. */
  onFault(listener: (problem: Problem) => void): () => void;
  close(): void;
}

interface Options {
  readonly open: (events: StoreEvents) => Promise<Result<Store, Problem>>;
  /** Reports changes to the other tabs; null where the browser has none. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | null;
  readonly now: () => number;
}

const asideKind = 'set-aside';

export function createKeeping({ open, channel, now }: Options): Keeping {
  const memory = memoryStore();
  const changeListeners = new Set<(kind: string) => void>();
  const faultListeners = new Set<(problem: Problem) => void>();
  let fault: Problem | null = null;
  let isClosed = false;

  function fail(problem: Problem): void {
    // The first says most: a closed database also refuses everything after it.
    if (isClosed || fault?.code === problem.code) return;
    fault = problem;
    report(problem);
  }
  const report = (problem: Problem) => {
    for (const listener of faultListeners) listener(problem);
  };

  let store: Promise<Store> = open({
    onWaiting: fail,
    onClosed(problem) {
      store = Promise.resolve(memory);
      fail(problem);
    },
  }).then((opened) => {
    if (!opened.ok) {
      fail(opened.problem);
      return memory;
    }
    if (fault?.code === faults.waiting.code) fault = null;
    return opened.value;
  });

  if (channel !== null)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') heard(data);
    };
  const heard = (kind: string) => {
    for (const listener of changeListeners) listener(kind);
  };
  const changed = (kind: string) => {
    heard(kind);
    if (!isClosed) channel?.postMessage(kind);
  };

  async function write(kind: string, ...steps: readonly StoreChange[]): Promise<Problem | null> {
    try {
      for (const step of steps) await (await store).write(step);
    } catch (cause) {
      const problem = problemOf(cause);
      // A full device may have room again; then the next write succeeds.
      if (problem.code === faults.full.code) report(problem);
      else fail(problem);
      return problem;
    }
    changed(kind);
    return null;
  }

  async function read<K extends KindName>(kind: K, raw: unknown): Promise<Listed<K> | null> {
    if (raw === undefined) return null;
    // Written by this page or another version of it; the fields are checked one by one. Its id may be any key of a database.
    const { id, version, changed: at, value } = raw as Partial<Omit<StoredRecord, 'id'>> & { readonly id?: unknown };
    if (typeof id !== 'string') {
      await putAside(kind, id, raw, 'its id is no text');
      return null;
    }
    const { checkedValue } = await import('./check.ts');
    const checked = await checkedValue(kind, version, value);
    if (checked.ok) return { id, changed: typeof at === 'number' ? at : 0, value: checked.value };
    if (checked.problem.kind === 'newer') report(faults.newer);
    else await putAside(kind, id, raw, checked.problem.why);
    return null;
  }

  async function putAside(kind: string, id: unknown, raw: unknown, why: string): Promise<void> {
    const aside = { kind: asideKind, id: `${kind} ${String(id)}`, version: 1, changed: now(), value: { why, raw } };
    await write(asideKind, { put: [aside], remove: [[kind, id as string]] }); // any key of the database can be removed
    report({
      code: 'keeping/corrupted',
      message: `A kept ${kind} could not be read (${why}) and was set aside. Nothing else is affected. The settings offer it as a file.`,
    });
  }

  /** The browser itself may fail to read what it has stored. */
  async function raw<T>(ask: (from: Store) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await ask(await store);
    } catch (cause) {
      report(problemOf(cause));
      return otherwise;
    }
  }

  return {
    fault: () => fault,
    get: async (kind, id) => read(kind, await raw((from) => from.get(kind, id), undefined)),
    async list<K extends KindName>(kind: K) {
      const found: Listed<K>[] = [];
      for (const one of await raw((from) => from.all(kind), [])) {
        const listed = await read(kind, one);
        if (listed !== null) found.push(listed);
      }
      return found.toSorted((a, b) => b.changed - a.changed);
    },
    put(kind, id, value, text) {
      const record = { kind, id, version: kinds[kind].version, changed: now(), value };
      return write(kind, text === undefined ? {} : { putText: { id, text } }, { put: [record] });
    },
    remove: (kind, ids) => write(kind, { remove: ids.map((id) => [kind, id] as const) }, { removeTexts: ids }),
    async removeAll() {
      const problem = await write('all', { isEmptied: true });
      for (const kind of [...Object.keys(kinds), asideKind]) changed(kind);
      return problem;
    },
    async text(id) {
      const found: unknown = await raw((from) => from.text(id), undefined);
      return found instanceof Uint8Array ? found : null;
    },
    async setAside() {
      const all = await raw((from) => from.all(asideKind), []);
      return all.map((one) => {
        // Most likely as `putAside` wrote it.
        const { id, changed: at, value } = one as { readonly [field: string]: unknown };
        const { why } = (value ?? {}) as { readonly why?: unknown };
        return {
          id: String(id),
          changed: typeof at === 'number' ? at : 0,
          why: typeof why === 'string' ? why : 'no reason was stored',
          text: textOf(value),
        };
      });
    },
    async removeSetAside() {
      const all = await raw((from) => from.all(asideKind), []);
      await write(asideKind, { remove: all.map((one) => [asideKind, (one as StoredRecord).id] as const) }); // likewise
    },
    onChange(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    onFault(listener) {
      faultListeners.add(listener);
      // One that came before anyone listened.
      if (fault !== null) listener(fault);
      return () => faultListeners.delete(listener);
    },
    close() {
      isClosed = true;
      channel?.close();
      void store.then((one) => one.close());
    },
  };
}

/** A broken value as JSON to look at. What JSON does not have is written as text, and what contains itself is named. */
function textOf(value: unknown): string {
  const above: unknown[] = [];
  try {
    const text = JSON.stringify(
      value,
      function (this: unknown, _key, one: unknown) {
        if (typeof one === 'bigint') return String(one);
        if (typeof one !== 'object' || one === null) return one;
        while (above.length > 0 && above.at(-1) !== this) above.pop();
        if (above.includes(one)) return '(a value that contains this one)';
        above.push(one);
        return one instanceof Map || one instanceof Set ? [...one] : one;
      },
      2,
    ) as string | undefined; // nothing is written for nothing
    return text ?? 'nothing';
  } catch (cause) {
    return `It cannot be written as text: ${String(cause)}`;
  }
}
