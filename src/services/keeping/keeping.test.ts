import { openDB } from 'idb';
import { afterEach, describe, expect, it } from 'vitest';
import { err, ok } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { createKeeping } from './keeping.ts';
import { databaseVersion, memoryStore, openStore } from './store.ts';
import { browserFor } from './testing.ts';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

let databases = 0;
const newName = () => `keeping test ${++databases}`;

function browser(name = newName()) {
  const one = browserFor(name);
  endings.push(() => one.close());
  return { name, ...one };
}

const settings = { keepsAll: true, asksBeforeClosing: false };

/** Writes behind the page's back, as a broken disk or another version would. */
async function writeRaw(name: string, record: object) {
  const database = await openDB(name, databaseVersion);
  await database.put('records', record);
  database.close();
}

describe('records', () => {
  it('are there again when the page is opened again', async () => {
    const { keeping, close } = browser();
    expect(await keeping().put('settings', 'all', settings)).toBeNull();
    close();
    expect((await keeping().get('settings', 'all'))?.value).toEqual(settings);
  });

  it('are listed by kind, the one that changed last first, and each with its text', async () => {
    const { keeping } = browser();
    const here = keeping();
    await here.put('settings', 'a', settings, new Uint8Array([1, 2]));
    await here.put('settings', 'b', settings);
    expect((await here.list('settings')).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(await here.list('session')).toEqual([]);
    expect(await here.text('a')).toEqual(new Uint8Array([1, 2]));
    await here.remove('settings', ['a']);
    expect(await here.text('a')).toBeNull();
    expect((await here.list('settings')).map(({ id }) => id)).toEqual(['b']);
  });

  it('of one tab are there in another, which hears of the change', async () => {
    const { keeping } = browser();
    const [here, there] = [keeping(), keeping()];
    const heard = new Promise((resolve) => there.onChange(resolve));
    await here.put('settings', 'all', settings);
    expect(await heard).toBe('settings');
    expect((await there.get('settings', 'all'))?.value).toEqual(settings);
  });
});

describe('a record that cannot be read', () => {
  it('is set aside with a sentence, offered as a file, and hides no other', async () => {
    const { keeping, name } = browser();
    const here = keeping();
    await here.put('settings', 'fine', settings);
    await writeRaw(name, { kind: 'settings', id: 'broken', version: 1, changed: 1, value: { keepsAll: 'perhaps' } });
    const faults: Problem[] = [];
    here.onFault((fault) => faults.push(fault));
    expect((await here.list('settings')).map(({ id }) => id)).toEqual(['fine']);
    expect(faults.map(({ code }) => code)).toEqual(['keeping/corrupted']);
    expect(faults[0]?.message).toMatch(/^A kept settings could not be read \(keepsAll: .+\) and was set aside\./);
    const [aside] = await here.setAside();
    expect(aside?.text).toContain('perhaps');
    expect(await here.list('settings')).toHaveLength(1);
    await here.removeSetAside();
    expect(await here.setAside()).toEqual([]);
    expect(here.fault()).toBeNull();
  });

  it('because a newer page wrote it stays where it is', async () => {
    const { keeping, name } = browser();
    const here = keeping();
    await here.list('settings');
    await writeRaw(name, { kind: 'settings', id: 'newer', version: 99, changed: 1, value: {} });
    const faults: Problem[] = [];
    here.onFault((fault) => faults.push(fault));
    expect(await here.get('settings', 'newer')).toBeNull();
    expect(faults.map(({ code }) => code)).toEqual(['keeping/newer']);
    expect(await here.setAside()).toEqual([]);
  });
});

describe('without the database', () => {
  it('the page works in memory, and says why nothing is kept', async () => {
    const here = createKeeping({
      open: async () => err({ code: 'keeping/blocked', message: 'No.' }),
      channel: null,
      now: () => 1,
    });
    const faults: Problem[] = [];
    here.onFault((fault) => faults.push(fault));
    await here.put('settings', 'all', settings);
    expect((await here.get('settings', 'all'))?.value).toEqual(settings);
    expect(faults).toHaveLength(1);
    expect(here.fault()?.code).toBe('keeping/blocked');
  });

  it('because a newer page has made it, nothing of it is read or changed', async () => {
    const { keeping, name } = browser();
    const newer = await openDB(name, databaseVersion + 1, { upgrade: (made) => void made.createObjectStore('other') });
    await newer.put('other', 'theirs', 'key');
    newer.close();
    const here = keeping();
    await here.put('settings', 'all', settings);
    expect(here.fault()?.code).toBe('keeping/newer');
    const after = await openDB(name, databaseVersion + 1);
    expect(await after.get('other', 'key')).toBe('theirs');
    expect([...after.objectStoreNames]).toEqual(['other']);
    after.close();
  });

  it('because a newer page in another tab needs it, the older tab lets go and goes on in memory', async () => {
    const { keeping, name } = browser();
    const here = keeping();
    await here.put('settings', 'all', settings);
    const newer = await openDB(name, databaseVersion + 1);
    newer.close();
    expect(here.fault()?.code).toBe('keeping/outdated');
    expect(here.fault()?.message).toContain('Reload this tab');
    expect(await here.put('settings', 'more', settings)).toBeNull();
    expect((await here.get('settings', 'more'))?.value).toEqual(settings);
  });

  it('while another tab with an older page has it, this one says so, and keeps what it wrote afterwards', async () => {
    const name = newName();
    // An older page that does not hear that it should let go.
    const older = indexedDB.open(name, 1);
    const old = await new Promise<IDBDatabase>((resolve) => (older.onsuccess = () => resolve(older.result)));
    old.close();
    const stubborn = indexedDB.open(name, 1);
    const held = await new Promise<IDBDatabase>((resolve) => (stubborn.onsuccess = () => resolve(stubborn.result)));
    const waiting = new Promise<Problem>((resolve) => {
      const newer = openDB(name, 2, { blocked: () => resolve({ code: 'blocked', message: '' }) });
      void newer.then((one) => one.close());
    });
    await waiting;
    held.close();
    let say: (problem: Problem) => void = () => {};
    let answer: () => void = () => {};
    const here = createKeeping({
      open: ({ onWaiting }) => {
        say = onWaiting;
        return new Promise((resolve) => (answer = () => resolve(ok(memoryStore()))));
      },
      channel: null,
      now: () => 1,
    });
    say({ code: 'keeping/waiting', message: 'Another tab.' });
    expect(here.fault()?.code).toBe('keeping/waiting');
    const written = here.put('settings', 'all', settings);
    answer();
    expect(await written).toBeNull();
    expect(here.fault()).toBeNull();
  });

  it('when the browser ends it, the page goes on in memory', async () => {
    const faults: string[] = [];
    const here = createKeeping({
      open: async ({ onClosed }) => {
        queueMicrotask(() => onClosed({ code: 'keeping/ended', message: 'Ended.' }));
        return ok(memoryStore());
      },
      channel: null,
      now: () => 1,
    });
    here.onFault(({ code }) => faults.push(code));
    await here.put('settings', 'all', settings);
    expect(faults).toEqual(['keeping/ended']);
  });
});

it('a full device refuses the new record and keeps the old ones, until there is room again', async () => {
  let isFull = false;
  const store = memoryStore();
  const here = createKeeping({
    open: async () =>
      ok({
        ...store,
        write: (change) =>
          isFull ? Promise.reject(new DOMException('no room', 'QuotaExceededError')) : store.write(change),
      }),
    channel: null,
    now: () => 1,
  });
  await here.put('settings', 'first', settings);
  isFull = true;
  const problem = await here.put('settings', 'second', settings);
  expect(problem?.code).toBe('keeping/full');
  expect(problem?.message).toContain('What was kept before is still there.');
  expect((await here.list('settings')).map(({ id }) => id)).toEqual(['first']);
  isFull = false;
  expect(await here.put('settings', 'second', settings)).toBeNull();
  expect(here.fault()).toBeNull();
});

it('a browser that fails to open the database for another reason is reported as such', async () => {
  const open = indexedDB.open.bind(indexedDB);
  try {
    indexedDB.open = () => {
      throw new DOMException('broken', 'UnknownError');
    };
    const opened = await openStore(newName(), { onWaiting: () => {}, onClosed: () => {} });
    expect(opened).toMatchObject({ ok: false, problem: { code: 'keeping/unreadable' } });
  } finally {
    indexedDB.open = open;
  }
});
