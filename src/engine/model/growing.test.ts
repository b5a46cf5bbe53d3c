import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Growing } from './growing.ts';

describe('a growing list', () => {
  it('leaves every earlier version unchanged, even when versions branch', () => {
    const choices = fc.array(fc.tuple(fc.nat(), fc.integer()), { maxLength: 50 });
    fc.assert(
      fc.property(choices, (appends) => {
        const versions = [{ list: Growing.of<number>(), plain: [] as number[] }];
        for (const [which, element] of appends) {
          const from = versions[which % versions.length];
          if (from === undefined) continue;
          versions.push({ list: from.list.append(element), plain: [...from.plain, element] });
        }
        for (const { list, plain } of versions) {
          expect([...list]).toEqual(plain);
          expect(list).toHaveLength(plain.length);
          expect([list.at(0), list.at(-1), list.at(plain.length)]).toEqual([plain.at(0), plain.at(-1), undefined]);
        }
      }),
    );
  });

  it('has the same column in versions that share their elements, and another one where it branches', () => {
    const base = Growing.of(1);
    const newest = base.append(2);
    expect([newest.column, newest.append(3).column, newest.first(1).column]).toSatisfy((columns: readonly object[]) =>
      columns.every((column) => column === base.column),
    );
    expect(base.append(2).column).toBe(base.column);
    expect(base.append(7).column).not.toBe(base.column);
  });
});
