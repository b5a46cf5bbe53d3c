import { afterEach, expect, test } from 'vitest';
import { err } from '../../base/result.ts';
import { faults } from './faults.ts';
import { createKeeping } from './keeping.ts';
import { keepMapping, keptMappings, replaceMapping } from './mappings.ts';
import { browserFor, keepingInMemory } from './testing.ts';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** The storage of an earlier version of the page. */
function earlier(start: string | null = null) {
  let kept = start;
  return { getItem: () => kept, removeItem: () => void (kept = null), isEmpty: () => kept === null };
}

test('the newest mapping comes first, and none is stored twice', async () => {
  const own = keepingInMemory();
  for (const text of ['a', 'b', 'a']) await keepMapping(own, text);
  expect(await keptMappings(own)).toEqual(['a', 'b']);
});

test('a mapping is changed in place, and removed', async () => {
  const own = keepingInMemory();
  for (const text of ['c', 'b', 'a']) await keepMapping(own, text);
  await replaceMapping(own, 'b', 'B');
  expect(await keptMappings(own)).toEqual(['a', 'B', 'c']);
  await replaceMapping(own, 'a', null);
  expect(await keptMappings(own)).toEqual(['B', 'c']);
  // Renaming one to equal another leaves one of them.
  await replaceMapping(own, 'c', 'B');
  expect(await keptMappings(own)).toEqual(['B']);
  await replaceMapping(own, 'B', 'B');
  expect(await keptMappings(own)).toEqual(['B']);
});

test('of very many mappings the oldest go', async () => {
  const own = keepingInMemory();
  for (let at = 0; at < 25; at++) await keepMapping(own, String(at));
  const texts = await keptMappings(own);
  expect(texts).toHaveLength(20);
  expect([texts[0], texts.at(-1)]).toEqual(['24', '5']);
});

test('the mappings of an earlier page are carried over once, in their order, behind newer ones', async () => {
  const own = keepingInMemory();
  await keepMapping(own, 'new');
  const storage = earlier('["a", "b"]');
  expect(await keptMappings(own, storage)).toEqual(['new', 'a', 'b']);
  expect(storage.isEmpty()).toBe(true);
  expect(await keptMappings(own, storage)).toEqual(['new', 'a', 'b']);
});

test.each(['{', '3', '[1, null, "a"]'])('foreign data in the earlier storage (%s) is no mapping', async (left) => {
  expect((await keptMappings(keepingInMemory(), earlier(left))).every((text) => text === 'a')).toBe(true);
});

test('a tab that keeps nothing leaves them where they are', async () => {
  const blocked = createKeeping({ open: async () => err(faults.blocked), channel: null, now: () => 1 });
  await blocked.list('mapping');
  const storage = earlier('["a"]');
  expect(await keptMappings(blocked, storage)).toEqual([]);
  expect(storage.isEmpty()).toBe(false);
});

test('a text is opened without mappings rather than late, if the database does not answer', async () => {
  const waiting = createKeeping({ open: () => new Promise(() => {}), channel: null, now: () => 1 });
  expect(await keptMappings(waiting)).toEqual([]);
});

test('two tabs store mappings without overwriting each other’s, and forgetting everything removes them', async () => {
  const browser = browserFor('mappings of two tabs');
  endings.push(() => browser.close());
  const [here, there] = [browser.keeping(), browser.keeping()];
  const storages = [earlier('["old"]'), earlier('["old"]')];
  await Promise.all([keptMappings(here, storages[0]), keptMappings(there, storages[1])]);
  await Promise.all([keepMapping(here, 'a'), keepMapping(there, 'b')]);
  expect([...(await keptMappings(there))].toSorted()).toEqual(['a', 'b', 'old']);
  await here.removeAll();
  expect(await keptMappings(there)).toEqual([]);
});
