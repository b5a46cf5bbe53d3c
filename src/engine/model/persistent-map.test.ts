import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PersistentMap } from './persistent-map.ts';

const key = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'a', 'b', ''), fc.string({ maxLength: 3 }));

describe('a persistent map', () => {
  it('has the entries of a Map, in its order, and leaves every earlier version unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.nat(5)), { maxLength: 60 }), (entries) => {
        const versions = [{ map: PersistentMap.of<number>(), plain: new Map<string, number>() }];
        for (const [name, value] of entries) {
          const last = versions.at(-1);
          if (last === undefined) return;
          versions.push({ map: last.map.set(name, value), plain: new Map(last.plain).set(name, value) });
        }
        for (const { map, plain } of versions) {
          expect([...map]).toEqual([...plain]);
          expect(map.size).toBe(plain.size);
          for (const [name] of entries) expect(map.get(name)).toBe(plain.get(name));
        }
      }),
    );
  });

  it('is the same map when nothing changes', () => {
    const map = PersistentMap.of(['a', 1], ['b', 2]);
    expect(map.set('a', 1)).toBe(map);
    expect(map.set('a', 2)).not.toBe(map);
    expect(map.has('c')).toBe(false);
  });

  it('distinguishes keys with the same hash', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `context-${i}`);
    const map = many.reduce((grown, name, i) => grown.set(name, i), PersistentMap.of<number>());
    expect(many.every((name, i) => map.get(name) === i)).toBe(true);
  });
});
