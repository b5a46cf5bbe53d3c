/**
 * Functions that run in the page. Each is sent as its text, so it uses nothing from outside itself; and no named function
 * inside it, around which the compiler would put a call that the page does not have.
 */

/** The records and texts of the database. */
export interface KeptNow {
  readonly workspaces: number;
  readonly sessions: number;
  /** Kept sessions whose text is missing. */
  readonly withoutText: number;
  readonly setAside: number;
}

/** Reads the whole database, as it is. */
export const keptNow = (): Promise<KeptNow> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('contextscope');
    opening.addEventListener('error', () => reject(new Error(`the database does not open: ${opening.error?.message}`)));
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction(['records', 'texts']);
      const records = transaction.objectStore('records').getAll();
      const texts = transaction.objectStore('texts').getAllKeys();
      transaction.addEventListener('abort', () => reject(new Error('the database cannot be read')));
      transaction.addEventListener('complete', () => {
        opening.result.close();
        const all = records.result as readonly { readonly kind: string; readonly id: string }[];
        const ids = new Set(texts.result);
        resolve({
          workspaces: all.filter(({ kind }) => kind === 'workspace').length,
          sessions: all.filter(({ kind }) => kind === 'session').length,
          withoutText: all.filter((record) => record.kind === 'session' && !ids.has(record.id)).length,
          setAside: all.filter(({ kind }) => kind === 'set-aside').length,
        });
      });
    });
  });

/** The rules in the editors of all stored workspaces. */
export const storedRules = (): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('contextscope');
    opening.addEventListener('error', () => reject(new Error('the database does not open')));
    opening.addEventListener('success', () => {
      const records = opening.result.transaction('records').objectStore('records').getAll();
      records.addEventListener('success', () => {
        opening.result.close();
        const all = records.result as readonly {
          readonly kind: string;
          readonly value: { readonly ownRule?: { readonly expression: string } | null };
        }[];
        resolve(all.flatMap(({ kind, value }) => (kind === 'workspace' ? (value.ownRule?.expression ?? []) : [])));
      });
    });
  });

/** Turns *Keep every session that I open* on. */
export const prepare = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('contextscope');
    opening.addEventListener('error', () => reject(new Error('the database does not open')));
    opening.addEventListener('success', () => {
      const value = { keepsAll: true, asksBeforeClosing: false };
      const transaction = opening.result.transaction('records', 'readwrite');
      transaction.objectStore('records').put({ kind: 'settings', id: 'all', version: 1, changed: Date.now(), value });
      transaction.addEventListener('complete', () => {
        opening.result.close();
        resolve();
      });
    });
  });

/** The rule in the editor. */
export const ruleNow = (): string => {
  // The page offers this for its console.
  const { inspector } = window as unknown as {
    readonly inspector: { readonly view: { getState(): { readonly ownRule: { readonly expression: string } | null } } };
  };
  return inspector.view.getState().ownRule?.expression ?? '';
};
