import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkedValue } from '../check.ts';
import { type KindChecks, type KindName, kinds } from './registry.ts';

// The keys of the table are its kinds, though the type of `Object.keys` does not say so.
const names = Object.keys(kinds) as KindName[];

const fixture = (kind: string, version: number) => join(import.meta.dirname, 'fixtures', `${kind}.${version}.json`);

/** A value as a page of this version wrote it. */
const written = (kind: string, version: number): unknown => JSON.parse(readFileSync(fixture(kind, version), 'utf8'));

test.each(names)('each version of a kept %s has a fixture, and opens for ever', async (kind) => {
  const { version } = kinds[kind];
  const { upgrades }: KindChecks = await kinds[kind].load();
  expect(version).toBe(upgrades.length + 1);
  expect(existsSync(fixture(kind, version + 1))).toBe(false);
  for (let from = 1; from < version; from++) {
    expect(await checkedValue(kind, from, written(kind, from))).toMatchObject({ ok: true });
  }
  // What this page wrote itself is read without loss.
  const value = written(kind, version);
  expect(await checkedValue(kind, version, value)).toEqual({ ok: true, value });
});

test.each(names)('a broken %s is refused with its place, and one of a newer page as such', async (kind) => {
  const { version } = kinds[kind];
  for (const value of [
    null,
    7,
    [],
    {},
    { ...(written(kind, version) as object), [Object.keys(written(kind, version) as object)[0] ?? '']: () => 1 },
  ]) {
    const checked = await checkedValue(kind, version, value);
    expect(checked).toMatchObject({ ok: false, problem: { kind: 'broken' } });
  }
  for (const wrong of [undefined, '1', 0, 1.5]) {
    expect(await checkedValue(kind, wrong, {})).toMatchObject({ ok: false, problem: { kind: 'broken' } });
  }
  expect(await checkedValue(kind, version + 1, {})).toEqual({ ok: false, problem: { kind: 'newer' } });
});
