import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { faults, problemOf } from './faults.ts';

/** A record as it is stored, under its kind and id. `value` is checked when it is read. */
export interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  /** Of the value. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
  readonly value: unknown;
}

/** Where records are: the database, or the memory of this tab. */
export interface Store {
  get(kind: string, id: string): Promise<unknown>;
  /** In the order of their ids. */
  all(kind: string): Promise<readonly unknown[]>;
  /** Each call is one transaction: all of it is stored, or nothing. */
  write(change: StoreChange): Promise<void>;
  text(id: string): Promise<Uint8Array | undefined>;
  close(): void;
}

export interface StoreChange {
  /** Removes everything. */
  readonly isEmptied?: true;
  readonly put?: readonly StoredRecord[];
  readonly remove?: readonly (readonly [kind: string, id: string])[];
  /** The packed text of a session, beside its record, so that the records can be listed without it. */
  readonly putText?: { readonly id: string; readonly text: Uint8Array };
  readonly removeTexts?: readonly string[];
}

interface Layout extends DBSchema {
  readonly records: { readonly key: [string, string]; readonly value: StoredRecord };
  readonly texts: { readonly key: string; readonly value: Uint8Array };
}

/** Of the stores in the database, not of the records. A new kind of record needs no new version. */
export const databaseVersion = 1;

export interface StoreEvents {
  /** Another tab with an older version of the page has to close the database first. */
  onWaiting(problem: Problem): void;
  /** The database is closed: another tab needs a newer one, or the browser closed it. */
  onClosed(problem: Problem): void;
}

export async function openStore(name: string, { onWaiting, onClosed }: StoreEvents): Promise<Result<Store, Problem>> {
  try {
    const database = await openDB<Layout>(name, databaseVersion, {
      upgrade(created) {
        created.createObjectStore('records', { keyPath: ['kind', 'id'] });
        created.createObjectStore('texts');
      },
      blocked: () => onWaiting(faults.waiting),
      blocking() {
        // The other tab cannot go on until this one lets go.
        database.close();
        onClosed(faults.outdated);
      },
      terminated: () => onClosed(faults.ended),
    });
    return ok(storeOn(database));
  } catch (cause) {
    return err(problemOf(cause));
  }
}

const rangeOf = (kind: string): IDBKeyRange => IDBKeyRange.bound([kind], [kind, []]);

const storeOn = (database: IDBPDatabase<Layout>): Store => ({
  get: (kind, id) => database.get('records', [kind, id]),
  async all(kind) {
    const range = rangeOf(kind);
    try {
      return await database.getAll('records', range);
    } catch {
      // One that the browser cannot read any more must not hide the others.
      const keys = await database.getAllKeys('records', range);
      const read = await Promise.allSettled(keys.map((key) => database.get('records', key)));
      return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    }
  },
  async write({ isEmptied, put = [], remove = [], putText, removeTexts = [] }) {
    const changed: ('records' | 'texts')[] = [
      ...(isEmptied || put.length + remove.length > 0 ? (['records'] as const) : []),
      ...(isEmptied || putText !== undefined || removeTexts.length > 0 ? (['texts'] as const) : []),
    ];
    if (changed.length === 0) return;
    const transaction = database.transaction(changed, 'readwrite');
    const records = changed.includes('records') ? transaction.objectStore('records') : null;
    const texts = changed.includes('texts') ? transaction.objectStore('texts') : null;
    const requests = [
      ...(isEmptied ? [records?.clear(), texts?.clear()] : []),
      ...put.map((record) => records?.put(record)),
      ...remove.map(([kind, id]) => records?.delete([kind, id])),
      putText && texts?.put(putText.text, putText.id),
      ...removeTexts.map((id) => texts?.delete(id)),
    ];
    // Without it the browser waits for the page, which may be closing.
    transaction.commit();
    await Promise.all([...requests, transaction.done]);
  },
  text: (id) => database.get('texts', id),
  close: () => database.close(),
});

/** For a tab whose browser keeps nothing: the page works as usual until the tab is closed. */
export function memoryStore(): Store {
  const records = new Map<string, StoredRecord>();
  const texts = new Map<string, Uint8Array>();
  const key = (kind: string, id: string) => JSON.stringify([kind, id]);
  return {
    get: async (kind, id) => records.get(key(kind, id)),
    all: async (kind) =>
      [...records.values()].filter((record) => record.kind === kind).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    async write({ isEmptied, put = [], remove = [], putText, removeTexts = [] }) {
      if (isEmptied) for (const all of [records, texts]) all.clear();
      for (const record of put) records.set(key(record.kind, record.id), record);
      for (const [kind, id] of remove) records.delete(key(kind, id));
      if (putText !== undefined) texts.set(putText.id, putText.text);
      for (const id of removeTexts) texts.delete(id);
    },
    text: async (id) => texts.get(id),
    close() {},
  };
}
