import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PersistentDict } from './persistent-dict.ts';

type Write = readonly ['set', string, number] | readonly ['delete', string];

const write = fc.oneof(
  fc.tuple(fc.constant('set' as const), fc.constantFrom('a', 'b', '__proto__', 'd'), fc.nat(3)),
  fc.tuple(fc.constant('delete' as const), fc.constantFrom('a', 'b', '__proto__', 'd')),
);

const applied = (table: PersistentDict<string, number>, [kind, key, value]: Write) =>
  kind === 'set' ? table.set(key, value) : table.delete(key);

function mapAfter(writes: readonly Write[]): readonly (readonly [string, number])[] {
  const map = new Map<string, number>();
  for (const [kind, key, value] of writes) {
    if (kind === 'set') map.set(key, value);
    else map.delete(key);
  }
  return [...map.entries()];
}

describe('a table', () => {
  it('has, at every version, the entries of a Map in the same order', () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 40 }), (writes) => {
        const versions = [PersistentDict.of<string, number>()];
        for (const one of writes) versions.push(applied(versions.at(-1) ?? PersistentDict.of(), one));
        for (const [i, table] of versions.entries()) {
          expect([...table.entries()]).toEqual(mapAfter(writes.slice(0, i)));
          expect(table.size).toBe([...table.keys()].length);
        }
      }),
    );
  });

  it('can be written to from any version without a change to the others', () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 20 }), fc.array(write, { maxLength: 20 }), (first, second) => {
        const base = first.reduce(applied, PersistentDict.of<string, number>());
        const newest = base.set('later', 1);
        const branch = second.reduce(applied, base);
        expect([...branch.entries()]).toEqual(mapAfter([...first, ...second]));
        expect([...base.entries()]).toEqual(mapAfter(first));
        expect(newest.get('later')).toBe(1);
      }),
    );
  });

  it('stays the same object when nothing changes', () => {
    const table = PersistentDict.of([['a', 1]]);
    expect(table.set('a', 1)).toBe(table);
    expect(table.delete('b')).toBe(table);
    expect(PersistentDict.of()).not.toBe(PersistentDict.of());
  });

  it('copies nothing on a write', () => {
    // A copy for each write would be billions of steps: the test would not end.
    let table = PersistentDict.of<string, number>();
    for (let i = 0; i < 300_000; i++) table = table.set(`k${i}`, i);
    expect(table.size).toBe(300_000);
  });
});
