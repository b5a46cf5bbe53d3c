import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { countOr, howToRepeat } from '../../engine/fuzz/testing.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { ProblemError } from '../../worker/connect.ts';
import { inProcessEngine } from '../engine/testing.ts';
import { checkedValue } from './check.ts';
import { type KindName, kinds } from './kinds/registry.ts';
import { packed } from './packing.ts';
import { openKept } from './sessions.ts';
import { databaseVersion } from './store.ts';
import { browserFor } from './testing.ts';
import { takeWorkspace } from './workspaces.ts';

/**
 * The database of the page is a file that others may have written: an older or newer page, a disk that lost a part of it,
 * or someone who wants to do harm. Every record is read without an exception, each that is unreadable is reported and set
 * aside, and none takes another one with it.
 */
const runs = Math.ceil(countOr(6_000) / 100);

// The keys of the table are its kinds, though the type of `Object.keys` does not say so.
const names = Object.keys(kinds) as KindName[];

const valueOf = (kind: KindName): unknown =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, 'kinds', 'fixtures', `${kind}.${kinds[kind].version}.json`), 'utf8'),
  );

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}

function containingItself(): unknown {
  const value: Record<string, unknown> = { name: 'a' };
  value['inner'] = { list: [value] };
  return value;
}

/** Values that a database can hold, and that no page writes there. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc
    .constantFrom<() => unknown>(
      () => null,
      () => undefined,
      () => true,
      () => -1,
      () => 1.5,
      () => NaN,
      () => Infinity,
      () => 10n ** 30n,
      () => '',
      () => '\u0000\ud800',
      () => 'x'.repeat(100_000),
      () => [],
      () => ({}),
      () => new Date(NaN),
      () => new Map([[{}, new Set([1])]]),
      () => new Uint8Array(5),
      () => new ArrayBuffer(9),
      () => /a/g,
      () => new Error('no value'),
      () => nested(1_000),
      containingItself,
      () =>
        JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}') as unknown,
    )
    .map((make) => make()),
  fc.jsonValue({ maxDepth: 3 }),
);

interface Change {
  readonly steps: readonly number[];
  readonly how: 'replace' | 'remove' | 'cut' | 'add';
  readonly by: unknown;
}

const changeBy = (by: fc.Arbitrary<unknown>): fc.Arbitrary<Change> =>
  fc.record({
    steps: fc.array(fc.nat(20), { maxLength: 4 }),
    how: fc.constantFrom('replace', 'remove', 'cut', 'add'),
    by,
  });

/** The value with another one somewhere inside. */
function changed(value: unknown, { steps: [step, ...steps], how, by }: Change): unknown {
  if (typeof value === 'string' && how === 'cut') return value.slice(0, (step ?? 0) % (value.length + 1));
  if (step === undefined || typeof value !== 'object' || value === null) return by;
  const entries = Object.entries(value);
  if (how === 'add' && steps.length === 0) entries.push([`field ${step}`, by]);
  else if (entries.length > 0) {
    const at = step % entries.length;
    const [key, inner] = entries[at] ?? ['', null];
    if (how === 'remove' && steps.length === 0) entries.splice(at, 1);
    else entries[at] = [key, changed(inner, { steps, how, by })];
  }
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** A record as it may be found: its id and its version may be anything that a database takes, too. */
const record = fc.record({
  kind: fc.constantFrom(...names),
  id: fc.constantFrom<IDBValidKey>('a', '', 'ü\u0000', '__proto__', 7, -Infinity, new Date(0)),
  version: fc.oneof(
    { weight: 4, arbitrary: fc.constant<unknown>(1) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(2, 99, 2 ** 53, 0, -1, 1.5, NaN, '1', null, undefined, [1]) },
  ),
  changed: fc.constantFrom<unknown>(1, 0, -1, NaN, 'yesterday', undefined),
  changes: fc.array(changeBy(hostile), { maxLength: 3 }),
});

let databases = 0;

async function check<Case>(cases: fc.Arbitrary<Case>, count: number, holds: (one: Case) => Promise<void>) {
  const details = await fc.check(fc.asyncProperty(cases, holds), { numRuns: count });
  if (details.failed) {
    const cause = details.errorInstance ?? undefined;
    throw new Error(`${fc.defaultReportMessage(details)}\n\n${howToRepeat}`, { cause });
  }
}

/** Other records of a database keep `untouched` as its id, beside those that are changed. */
async function databaseWith(records: readonly object[], texts: readonly (readonly [string, unknown])[] = []) {
  const name = `hostile ${++databases}`;
  const browser = browserFor(name);
  const keeping = browser.keeping();
  for (const kind of names) await keeping.put(kind, 'untouched', valueOf(kind) as never);
  const database = await openDB(name, databaseVersion);
  for (const one of records) await database.put('records', one);
  for (const [id, text] of texts) await database.put('texts', text, id);
  const faults: Problem[] = [];
  keeping.onFault((fault) => faults.push(fault));
  const all = () => database.getAll('records') as Promise<readonly { readonly kind: string; readonly id: unknown }[]>;
  const close = () => {
    database.close();
    browser.close();
  };
  return { keeping, faults, all, close, tab: browser.tab };
}

test('a changed, cut or hostile record is read or set aside with a sentence, and no other is lost', async () => {
  let setAside = 0;
  await check(fc.array(record, { minLength: 1, maxLength: 6 }), runs, async (records) => {
    const stored = records.map(({ kind, id, version, changed: at, changes }) => {
      const value = changes.reduce(changed, valueOf(kind));
      return { kind, id, version, changed: at, value };
    });
    const before = await databaseWith(stored);
    const { keeping, faults, all, close } = before;
    try {
      const there = (await all()).length;
      let listed = 0;
      for (const kind of names) {
        const list = await keeping.list(kind);
        expect(list.find(({ id }) => id === 'untouched')?.value).toEqual(valueOf(kind));
        expect(await keeping.get(kind, 'untouched')).not.toBeNull();
        listed += list.length;
      }
      const aside = await keeping.setAside();
      for (const { why, text } of aside) for (const said of [why, text]) expect(said).toMatch(/\S/);
      for (const { code, message } of faults) {
        expect(code).toMatch(/^keeping\/(?:corrupted|newer)$/);
        expect(message).toMatch(/^[A-Z].+\.$/su);
      }
      const newer = faults.filter(({ code }) => code === 'keeping/newer').length;
      expect(faults.length - newer).toBe(aside.length);
      expect(listed + aside.length + newer).toBe(there);
      expect(await all()).toHaveLength(there);
      // What was set aside is not reported again, and can be removed.
      faults.length = 0;
      for (const kind of names) await keeping.list(kind);
      expect(faults.map(({ code }) => code).filter((code) => code !== 'keeping/newer')).toEqual([]);
      await keeping.removeSetAside();
      expect(await all()).toHaveLength(there - aside.length);
      setAside += aside.length;
    } finally {
      close();
    }
  });
  expect(setAside).toBeGreaterThan(runs / 2);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('a record that was set aside may be anything, too', async () => {
  await check(hostile, runs, async (value) => {
    const { keeping, all, close } = await databaseWith([
      { kind: 'set-aside', id: 'session a', version: 1, changed: 1, value },
      { kind: 'set-aside', id: 7, value: { why: 7, raw: value } },
    ]);
    try {
      const aside = await keeping.setAside();
      expect(aside).toHaveLength(2);
      for (const { id, why, text } of aside) for (const said of [id, why, text]) expect(said).toMatch(/\S/);
      await keeping.removeSetAside();
      expect(await all()).toHaveLength(names.length);
    } finally {
      close();
    }
  });
});

test('a kept text that was changed or cut opens, or is refused with a sentence', async () => {
  const whole = await packed('{"messages": [{"role": "user", "content": "hi"}]}');
  const damage = fc.record({
    length: fc.nat(whole.length),
    at: fc.nat(whole.length),
    by: fc.nat(255),
    instead: fc.option(hostile, { freq: 3 }),
  });
  const engine = inProcessEngine();
  try {
    await check(damage, runs, async ({ length, at, by, instead }) => {
      const bytes = whole.slice(0, length);
      if (at < bytes.length) bytes[at] = by;
      const { keeping, close } = await databaseWith([], [['untouched', instead ?? bytes]]);
      try {
        const [kept] = await keeping.list('session');
        expect.assert(kept !== undefined);
        for (const what of ['sessions', 'run'] as const) {
          const outcome = await openKept(
            { engine: engine.client, keeping },
            { ...kept, value: { ...kept.value, what } },
          )
            .then(() => 'opened')
            .catch((cause: unknown) => (cause instanceof ProblemError ? 'refused' : cause));
          expect(['opened', 'refused']).toContain(outcome);
        }
      } finally {
        close();
      }
    });
  } finally {
    engine.dispose();
  }
});

test('what a page wrote down when it was left may be anything, and the workspace is one that it can show', async () => {
  const kept = valueOf('workspace');
  const texts = fc.oneof(
    fc.string(),
    fc.json({ maxDepth: 3 }),
    fc
      .array(changeBy(fc.jsonValue()), { maxLength: 2 })
      .map((changes) => JSON.stringify(changes.reduce(changed, kept))),
  );
  const left = fc.record({ value: texts, isNewer: fc.boolean(), isCut: fc.boolean() });
  await check(left, runs, async ({ value, isNewer, isCut }) => {
    const { keeping, close, tab } = await databaseWith([]);
    try {
      const one = tab();
      const at = isNewer ? 9_999 : 0;
      const text = `{"kind": "workspace", "id": "untouched", "version": 1, "changed": ${at}, "value": ${value}}`;
      one.storage.setItem('contextscope/workspace', 'untouched');
      one.storage.setItem('contextscope/left', isCut ? text.slice(0, -20) : text);
      one.reloads();
      const { id, workspace } = await takeWorkspace(keeping, one);
      expect(id).toBe('untouched');
      expect(await checkedValue('workspace', 1, workspace)).toMatchObject({ ok: true });
      expect(isNewer && !isCut ? kept : workspace).toEqual(kept);
      expect(one.storage.getItem('contextscope/left')).toBeNull();
    } finally {
      close();
    }
  });
});
